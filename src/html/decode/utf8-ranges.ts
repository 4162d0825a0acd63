/** Bytes for which one flag tells whether there is more than ASCII among them: four 32-bit words. */
const BLOCK_BYTES = 16;
const BLOCK_WORDS = BLOCK_BYTES / 4;
const BLOCK_SHIFT = 4;
/** The top bit of each byte of a word. */
const BEYOND_ASCII = 0x80808080 | 0;

/** Decodes parts of a page in UTF-8; most parts of most pages are ASCII, which needs no decoding. */
export class Utf8Ranges {
  /** Share of the page that is not ASCII, by blocks. */
  readonly density: number;
  readonly #bytes: Buffer;
  /** Distance of the page from the 4-byte boundary before it, where the first block begins. */
  readonly #shift: number;
  /** 1 for each block that holds more than ASCII. */
  readonly #flags: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#shift = bytes.byteOffset % 4;
    const span = this.#shift + bytes.length;
    this.#flags = new Uint8Array(Math.ceil(span / BLOCK_BYTES));
    const words = new Int32Array(bytes.buffer, bytes.byteOffset - this.#shift, span >> 2);
    this.density = flagBlocks(words, this.#flags) / Math.max(1, this.#flags.length);
  }

  /** Whether the bytes `start..stop` may be more than ASCII: a byte near them is. */
  mayBeForeign(start: number, stop: number): boolean {
    const last = (stop - 1 + this.#shift) >> BLOCK_SHIFT;
    for (let block = (start + this.#shift) >> BLOCK_SHIFT; block <= last; block++) {
      if (this.#flags[block] === 1) return true;
    }
    return false;
  }

  /** The text of `start..stop`, which must not cut a character in two; what is no UTF-8 is replaced. */
  decode(start: number, stop: number): string {
    return this.#bytes.toString('utf8', start, stop);
  }
}

/** Sets the flags and gives their number. The last block, which may be short of words, counts as more than ASCII. */
function flagBlocks(words: Int32Array, flags: Uint8Array): number {
  let count = 0;
  const last = flags.length - 1;
  for (let block = 0, word = 0; block < last; block++, word += BLOCK_WORDS) {
    const seen = words[word]! | words[word + 1]! | words[word + 2]! | words[word + 3]!;
    if ((seen & BEYOND_ASCII) === 0) continue;
    flags[block] = 1;
    count++;
  }
  if (last >= 0) flags[last] = 1;
  return count;
}
