import { NUMBER_CELL, TEXT_CELL } from '../cell-table.ts';
import type { NumberFormat } from '../number-formatter.ts';
import type { RowCollector } from '../row-collector.ts';
import { PLAIN, textTraits } from '../text-traits.ts';
import { CellNumber } from './cell-number.ts';
import { CellTag, FLAG, MAX_INDEX_DIGITS, SHARED, TEXT_TYPE } from './cell-tag.ts';
import { endOfPlainText } from './shared-strings.ts';
import type { CellContext, CellPlace } from './cell-context.ts';

/** Something is not as it is in regular cells; not imported, as that costs time in loops over bytes. */
const IRREGULAR = -1;
const BLANK = 0x20;
const LOWER_CASE = 0x20;
const DOUBLE_QUOTE = 0x22;
const AMPERSAND = 0x26;
const SINGLE_QUOTE = 0x27;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const LESS_THAN = 0x3c;
const EQUALS = 0x3d;
const GREATER_THAN = 0x3e;
const LETTER_C = 0x63;
const LETTER_F = 0x66;
const LETTER_H = 0x68;
const LETTER_O = 0x6f;
const LETTER_R = 0x72;
const LETTER_V = 0x76;
const LETTER_W = 0x77;

/**
 * Reads cells as programs write nearly all of them, such as `<c r="A1" s="2" t="s"><v>7</v></c>`, byte by byte and
 * without any text in between. Any other form is left to the scanner of all markup, cell by cell: these are never two
 * opinions on what a file means, only two speeds.
 */
export class RegularCells {
  readonly #bytes: Buffer;
  readonly #place: CellPlace;
  readonly #cells: RowCollector;
  readonly #context: CellContext;
  readonly #tag: CellTag;
  readonly #number: CellNumber;

  constructor(bytes: Buffer, place: CellPlace, cells: RowCollector, context: CellContext) {
    this.#bytes = bytes;
    this.#place = place;
    this.#cells = cells;
    this.#context = context;
    this.#tag = new CellTag(bytes);
    this.#number = new CellNumber(bytes);
  }

  /** Reads rows and cells from a place between tags on; returns the place before the first tag that is left to others. */
  read(from: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let at = from;
    for (;;) {
      while (at < length && bytes[at] !== LESS_THAN) at++;
      if (at + 3 >= length) return at;
      const mark = bytes[at + 1];
      let next = IRREGULAR;
      if (mark === LETTER_C) next = this.#readCell(at + 2);
      else if (mark === LETTER_R) next = this.#readRow(at + 2);
      else if (mark === SLASH) next = this.#endRow(at + 2);
      if (next === IRREGULAR) return at;
      at = next;
    }
  }

  /** `</row>`, from behind its slash. */
  #endRow(at: number): number {
    const bytes = this.#bytes;
    const isRow = bytes[at] === LETTER_R && bytes[at + 1] === LETTER_O && bytes[at + 2] === LETTER_W;
    return isRow && bytes[at + 3] === GREATER_THAN ? at + 4 : IRREGULAR;
  }

  /** `<row r="1" spans="1:9">`, from behind its first letter. */
  // oxlint-disable-next-line complexity -- one pass over the bytes of every row
  #readRow(from: number): number {
    const bytes = this.#bytes;
    if (bytes[from] !== LETTER_O || bytes[from + 1] !== LETTER_W) return IRREGULAR;
    let at = from + 2;
    let row = this.#place.row + 1;
    let hasRow = false;
    for (;;) {
      const byte = bytes[at];
      if (byte === GREATER_THAN) break;
      if (byte === SLASH && bytes[at + 1] === GREATER_THAN) {
        at++;
        break;
      }
      if (byte !== BLANK) return IRREGULAR;
      at++;
      if (bytes[at] === LETTER_R && bytes[at + 1] === EQUALS) {
        if (hasRow || bytes[at + 2] !== DOUBLE_QUOTE) return IRREGULAR;
        hasRow = true;
        const start = at + 3;
        row = 0;
        for (at = start; isDigit(bytes[at]) && at < start + MAX_INDEX_DIGITS; at++)
          row = row * 10 + bytes[at]! - ZERO;
        if (row === 0 || bytes[at] !== DOUBLE_QUOTE) return IRREGULAR;
        row--;
        at++;
      } else {
        at = this.#afterAttribute(at);
        if (at === IRREGULAR) return IRREGULAR;
      }
    }
    this.#place.row = row;
    this.#place.column = -1;
    return at + 1;
  }

  /** Behind an attribute that does not matter; one that may be `r` by another name does. */
  #afterAttribute(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (isNameByte(bytes[at])) at++;
    const isNamed = at > from && !(bytes[at - 1] === LETTER_R && bytes[at - 2] === COLON);
    if (!isNamed || bytes[at] !== EQUALS || bytes[at + 1] !== DOUBLE_QUOTE) return IRREGULAR;
    for (at += 2; at < bytes.length; at++) if (bytes[at] === DOUBLE_QUOTE) return at + 1;
    return IRREGULAR;
  }

  /** A cell from behind `<c`; nothing is noted of one that turns out to be irregular. */
  #readCell(from: number): number {
    const bytes = this.#bytes;
    let at = this.#tag.read(from);
    if (at === IRREGULAR) return IRREGULAR;
    const column = this.#tag.column === -1 ? this.#place.column + 1 : this.#tag.column;
    if (!this.#tag.isEmpty && !this.#cells.isCut) {
      if (bytes[at] === LESS_THAN && bytes[at + 1] === LETTER_F) at = this.#afterFormula(at + 2);
      if (at === IRREGULAR || bytes[at] !== LESS_THAN) return IRREGULAR;
      const hasValue = bytes[at + 1] === LETTER_V && bytes[at + 2] === GREATER_THAN;
      at = hasValue ? this.#readValue(at + 3, column) : this.#endCell(at);
      if (at === IRREGULAR) return IRREGULAR;
    }
    this.#place.column = column;
    return at;
  }

  /** Behind a formula that leads nowhere, from behind `<f`. */
  // oxlint-disable-next-line complexity -- one pass over the bytes of every formula
  #afterFormula(from: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let at = from;
    let quote = 0;
    if (bytes[at] !== GREATER_THAN && bytes[at] !== BLANK && bytes[at] !== SLASH) return IRREGULAR;
    for (; at < length; at++) {
      const byte = bytes[at]!;
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) quote = byte;
      else if (byte === GREATER_THAN) break;
    }
    if (bytes[at - 1] === SLASH) return at + 1;
    const first = bytes[++at]!;
    // A function that makes a link begins so, or behind white space or a reference.
    const mayBeLink =
      (first | LOWER_CASE) === LETTER_H || first <= BLANK || first === AMPERSAND || first >= 0x80;
    if (mayBeLink) return IRREGULAR;
    while (at < length && bytes[at] !== LESS_THAN) at++;
    const isEnd = bytes[at + 1] === SLASH && bytes[at + 2] === LETTER_F && bytes[at + 3] === GREATER_THAN;
    return isEnd ? at + 4 : IRREGULAR;
  }

  /** `</c>` */
  #endCell(at: number): number {
    const bytes = this.#bytes;
    const isEnd =
      bytes[at] === LESS_THAN &&
      bytes[at + 1] === SLASH &&
      bytes[at + 2] === LETTER_C &&
      bytes[at + 3] === GREATER_THAN;
    return isEnd ? at + 4 : IRREGULAR;
  }

  /** `</v></c>` */
  #endValue(at: number): number {
    const bytes = this.#bytes;
    const isEnd =
      bytes[at] === LESS_THAN &&
      bytes[at + 1] === SLASH &&
      bytes[at + 2] === LETTER_V &&
      bytes[at + 3] === GREATER_THAN;
    return isEnd ? this.#endCell(at + 4) : IRREGULAR;
  }

  /** Adds the cell whose value begins at `start`, and returns the place behind the cell. */
  #readValue(start: number, column: number): number {
    switch (this.#tag.type) {
      case SHARED:
        return this.#readShared(start, column);
      case TEXT_TYPE:
        return this.#readText(start, column);
      case FLAG:
        return this.#readFlag(start, column);
      default:
        return this.#readNumber(start, column);
    }
  }

  #readShared(from: number, column: number): number {
    const bytes = this.#bytes;
    let at = from;
    let index = 0;
    for (; isDigit(bytes[at]); at++) index = index * 10 + bytes[at]! - ZERO;
    const end = this.#endValue(at);
    if (end === IRREGULAR || at === from || at > from + MAX_INDEX_DIGITS) return IRREGULAR;
    this.#cells.addShared(this.#row, column, this.#context.sharedStrings, index);
    return end;
  }

  #readText(start: number, column: number): number {
    const bytes = this.#bytes;
    const stop = endOfPlainText(bytes, start);
    const end = stop === -1 ? IRREGULAR : this.#endValue(stop);
    const traits = end === IRREGULAR ? 0 : textTraits(bytes, start, stop);
    if ((traits & PLAIN) === 0) return IRREGULAR;
    const { texts } = this.#cells;
    const from = texts.length;
    texts.reserve(stop - start);
    texts.copy(bytes, start, stop);
    this.#cells.addWritten(this.#row, column, traits | TEXT_CELL, from);
    return end;
  }

  #readFlag(at: number, column: number): number {
    const digit = this.#bytes[at]! - ZERO;
    const end = this.#endValue(at + 1);
    if (end === IRREGULAR || (digit !== 0 && digit !== 1)) return IRREGULAR;
    this.#cells.add(this.#row, column, 'boolean', digit === 0 ? 'FALSE' : 'TRUE');
    return end;
  }

  #readNumber(start: number, column: number): number {
    const number = this.#number;
    const at = number.read(start);
    const end = at === IRREGULAR ? IRREGULAR : this.#endValue(at);
    if (end === IRREGULAR) return IRREGULAR;
    const format = this.#format;
    if (format === this.#context.general && number.isShort) {
      const { texts } = this.#cells;
      const from = texts.length;
      number.write(texts);
      this.#cells.addWritten(this.#row, column, PLAIN | NUMBER_CELL, from);
    } else {
      this.#cells.addNumber(this.#row, column, format, number.value);
    }
    return end;
  }

  get #row(): number {
    return Math.max(this.#place.row, 0);
  }

  get #format(): NumberFormat {
    const { styles, general } = this.#context;
    const { style } = this.#tag;
    return style === -1 ? general : (styles[style] ?? general);
  }
}

/** ASCII letters, digits and the colon; other names are rare. */
function isNameByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const letter = byte | LOWER_CASE;
  return (letter >= 0x61 && letter <= 0x7a) || (byte >= ZERO && byte <= COLON);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
