import { compareTerms } from './compare-terms.ts';

/** Terms in the order of their bytes with the pages that have them: a row of the index. */
export interface IndexBlock {
  readonly firstTerm: string;
  readonly data: Buffer;
}

/** The pages that have a term. */
export interface Postings {
  /** How many there are. */
  readonly pages: number;
  /** The ordinal of the last page. */
  readonly last: number;
  /**
   * Each page as a varint, twice the distance of its ordinal from the one before (the first: the ordinal). The lowest bit
   * tells whether a byte follows, its impact; a page without has its usual impact (`page-entry.ts`), as most have.
   */
  readonly bytes: Buffer;
}

/** A block is ended here; a list that is as long has a block of its own. */
const BLOCK_BYTES = 6_000;
const FIRST_BUFFER_BYTES = 16_384;
/** A term has its length in a byte. */
export const MAX_TERM_BYTES = 255;
/** A term with its lengths and numbers. */
const MOST_HEAD_BYTES = MAX_TERM_BYTES + 1 + 3 * 5;

/**
 * Writes blocks; terms come in the order of their bytes, each once. An entry is
 * `[length u8][term][pages varint][last ordinal varint][bytes varint]` and the bytes of its postings.
 */
export class IndexBlockWriter {
  readonly #blocks: IndexBlock[] = [];
  #data = Buffer.allocUnsafeSlow(FIRST_BUFFER_BYTES);
  #length = 0;
  #firstTerm: string | undefined;

  /** Adds a term whose postings come in parts. */
  add(term: string | Uint8Array, pages: number, last: number, parts: readonly Uint8Array[]): void {
    let bytes = 0;
    for (const part of parts) bytes += part.length;
    if (bytes >= BLOCK_BYTES) this.#endBlock();
    this.#reserve(MOST_HEAD_BYTES + bytes);
    const name = this.#writeTerm(term);
    this.#firstTerm ??= name;
    this.#length = writeVarint(this.#data, this.#length, pages);
    this.#length = writeVarint(this.#data, this.#length, last);
    this.#length = writeVarint(this.#data, this.#length, bytes);
    for (const part of parts) {
      this.#data.set(part, this.#length);
      this.#length += part.length;
    }
    if (this.#length >= BLOCK_BYTES) this.#endBlock();
  }

  /** Gives the blocks that are full, and with `isLast` the one that is not. */
  take(isLast: boolean): IndexBlock[] {
    if (isLast) this.#endBlock();
    return this.#blocks.splice(0);
  }

  /** Writes a term behind its length; gives it as a string where it is the first of a block. */
  #writeTerm(term: string | Uint8Array): string | undefined {
    const at = this.#length + 1;
    if (typeof term === 'string') {
      this.#length = at + this.#data.write(term, at, MAX_TERM_BYTES, 'utf8');
    } else {
      this.#data.set(term, at);
      this.#length = at + term.length;
    }
    this.#data[at - 1] = this.#length - at;
    return this.#firstTerm === undefined ? this.#data.toString('utf8', at, this.#length) : undefined;
  }

  #endBlock(): void {
    if (this.#firstTerm === undefined) return;
    this.#blocks.push({
      firstTerm: this.#firstTerm,
      data: Buffer.from(this.#data.subarray(0, this.#length)),
    });
    this.#firstTerm = undefined;
    this.#length = 0;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#data.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#data.length, this.#length + bytes));
    larger.set(this.#data.subarray(0, this.#length));
    this.#data = larger;
  }
}

/** Goes through the entries of a block. */
export class BlockCursor {
  readonly data: Buffer;
  termStart = 0;
  termEnd = 0;
  pages = 0;
  last = 0;
  listStart = 0;
  /** The end of the postings, where the next entry begins. */
  listEnd = 0;

  constructor(data: Buffer) {
    this.data = data;
  }

  /** Goes to the next entry; false behind the last, and where the bytes are no entry. */
  next(): boolean {
    const { data } = this;
    if (this.listEnd >= data.length) return false;
    this.termStart = this.listEnd + 1;
    this.termEnd = this.termStart + data[this.listEnd]!;
    const at = { value: this.termEnd };
    this.pages = readVarint(data, at);
    this.last = readVarint(data, at);
    const bytes = readVarint(data, at);
    this.listStart = at.value;
    this.listEnd = at.value + bytes;
    return this.listEnd <= data.length;
  }
}

/** Looks a term up in the block that would have it: the one with the newest first term that is not behind it. */
export function findPostings(data: Buffer, term: string): Postings | undefined {
  const wanted = Buffer.from(term);
  const cursor = new BlockCursor(data);
  while (cursor.next()) {
    const order = data.compare(wanted, 0, wanted.length, cursor.termStart, cursor.termEnd);
    if (order > 0) return undefined;
    if (order < 0) continue;
    const { pages, last, listStart, listEnd } = cursor;
    return { pages, last, bytes: data.subarray(listStart, listEnd) };
  }
  return undefined;
}

/** Finds the block that a term would be in, as the database does with `first_term <= term order by first_term desc`. */
export function blockOf(blocks: readonly IndexBlock[], term: string): IndexBlock | undefined {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareTerms(blocks[middle]!.firstTerm, term) <= 0) low = middle + 1;
    else high = middle;
  }
  return blocks[low - 1];
}

/** Writes a page of a list, with its impact where that is not the usual one; gives the place behind it. */
export function writePosting(data: Uint8Array, start: number, distance: number, own?: number): number {
  const at = writeVarint(data, start, 2 * distance + (own === undefined ? 0 : 1));
  if (own === undefined) return at;
  data[at] = own;
  return at + 1;
}

/** Writes a whole number below 2^31 in 7 bits a byte, the lowest first; gives the place behind it. */
export function writeVarint(data: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  while (rest > 0x7f) {
    data[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  data[at++] = rest;
  return at;
}

/** Reads what `writeVarint` wrote, and goes behind it. */
export function readVarint(data: Uint8Array, at: { value: number }): number {
  let result = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = data[at.value++] ?? 0;
    result |= (byte & 0x7f) << shift;
    if (byte < 0x80 || shift > 28) return result;
  }
}
