import { linkAddress } from '../../html-writer/link-address.ts';
import type { CellLink, LinkedPart } from '../cell-table.ts';

/** Collects the links of a cell's text while the text is read. */
export class TextLinks {
  readonly #parts: LinkedPart[] = [];
  #href: string | undefined;
  #start = 0;

  /** A link begins at a place of the text. */
  open(at: number, address: string): void {
    this.close(at);
    const href = linkAddress(address);
    // A place in the workbook is nowhere in the page.
    this.#href = href?.startsWith('#') === true ? undefined : href;
    this.#start = at;
  }

  close(at: number): void {
    const href = this.#href;
    this.#href = undefined;
    if (href === undefined || at === this.#start) return;
    const last = this.#parts.at(-1);
    // Programs part a link where its style changes.
    if (last?.href === href && last.end === this.#start) last.end = at;
    else this.#parts.push({ start: this.#start, end: at, href });
  }

  /** The links of the text without the white space at its ends; undefined when it has none. */
  ofTrimmed(text: string): CellLink | undefined {
    this.close(text.length);
    if (this.#parts.length === 0) return undefined;
    const from = text.length - text.trimStart().length;
    const to = text.trimEnd().length;
    const parts = this.#parts
      .filter(({ start, end }) => text.slice(start, end).trim() !== '')
      .map(({ start, end, href }) => ({
        start: Math.max(start, from) - from,
        end: Math.min(end, to) - from,
        href,
      }));
    const [first] = parts;
    if (first === undefined) return undefined;
    return first.start === 0 && first.end === to - from ? first.href : parts;
  }
}
