import { escapeAttribute, escapeText } from '../markup.ts';
import { type CellLink, type CellTable, TEXT_CELL } from './cell-table.ts';
import { PLAIN, WIDE } from './text-traits.ts';
import { Utf8Writer } from './utf8-writer.ts';

/** Most numbers have nothing to escape. */
const PLAIN_NUMBER = /^[\d.,/%-]*$/;
const LINE_FEED = 0x0a;
const MIN_CAPACITY = 65_536;
/** The bytes that are expected of one sheet at most; a larger sheet grows its buffer. */
const MAX_EXPECTED = 16_777_216;
const CELL_LENGTH = '<td></td>'.length;
const ROW_LENGTH = '<tr></tr>\n'.length;

/** The page that a workbook becomes, line by line; what is too much can be taken back. */
export class WorkbookHtml {
  readonly #out = new Utf8Writer(MIN_CAPACITY);
  /** Bytes that are no further UTF-16 character. */
  #continuation = 0;
  #lineStart = 0;
  #continuationBefore = 0;

  /** Makes room for a table of these cells. */
  expect(cells: CellTable): void {
    let length = cells.rowCount * ROW_LENGTH + cells.cellCount * CELL_LENGTH;
    for (let cell = 0; cell < cells.cellCount; cell++)
      length += cells.textEnd[cell]! - cells.textStart[cell]!;
    this.#out.reserve(Math.min(length + (length >> 4), MAX_EXPECTED));
  }

  /** Begins a line. */
  startLine(): void {
    this.#lineStart = this.#out.length;
    this.#continuationBefore = this.#continuation;
    this.#out.reserve(1);
    if (this.#out.length > 0) this.#out.bytes[this.#out.length++] = LINE_FEED;
  }

  /** UTF-16 characters of the line, and one for its end. */
  get lineLength(): number {
    const start = this.#lineStart === 0 ? -1 : this.#lineStart;
    return this.#out.length - start - (this.#continuation - this.#continuationBefore);
  }

  /** Takes the line back. */
  dropLine(): void {
    this.#out.length = this.#lineStart;
    this.#continuation = this.#continuationBefore;
  }

  ascii(text: string): void {
    this.#out.ascii(text);
  }

  text(text: string): void {
    const { length } = this.#out;
    this.#out.text(text);
    this.#continuation += this.#out.length - length - text.length;
  }

  /** Text of a cell, with its line breaks and its link. */
  cell(cells: CellTable, cell: number): void {
    const link = cells.links.size === 0 ? undefined : cells.links.get(cell);
    const traits = cells.traits[cell]!;
    if (link !== undefined || (traits & PLAIN) === 0) {
      this.text(cellHtml(cells.text(cell), cells.kind(cell), link));
      return;
    }
    const start = cells.textStart[cell]!;
    const end = cells.textEnd[cell]!;
    this.#out.reserve(end - start);
    this.#out.copy(cells.texts.bytes, start, end);
    if ((traits & WIDE) !== 0) this.#countWide(cells.texts.bytes, start, end);
  }

  toString(): string {
    return this.#continuation === 0
      ? this.#out.bytes.toString('latin1', 0, this.#out.length)
      : this.#out.toText();
  }

  #countWide(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      if ((byte & 0xc0) === 0x80) this.#continuation++;
      else if (byte >= 0xf0) this.#continuation--;
    }
  }
}

function cellHtml(text: string, kind: number, link: CellLink | undefined): string {
  const shown = kind === TEXT_CELL ? text.trim() : text;
  if (link === undefined) return shownHtml(shown, kind);
  if (typeof link === 'string') return anchorHtml(link, shownHtml(shown, kind));
  let html = '';
  let at = 0;
  for (const { start, end, href } of link) {
    html +=
      shownHtml(shown.slice(at, start), kind) + anchorHtml(href, shownHtml(shown.slice(start, end), kind));
    at = end;
  }
  return html + shownHtml(shown.slice(at), kind);
}

function shownHtml(text: string, kind: number): string {
  if (kind !== TEXT_CELL) return PLAIN_NUMBER.test(text) ? text : escapeText(text);
  const html = escapeText(text);
  return text.includes('\n') ? html.replaceAll('\n', '<br>') : html;
}

function anchorHtml(href: string, html: string): string {
  return `<a href="${escapeAttribute(href)}">${html}</a>`;
}
