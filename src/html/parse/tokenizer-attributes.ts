import { codeAt } from '../code-at.ts';
import { isAsciiWhitespace } from '../../lib/ascii.ts';

/** Numbers kept for each attribute: start and stop of its name, start and stop of its value. */
const STRIDE = 4;

/** Where the attributes of all tags of a page stand in its source, one after the other. */
export class AttributeTable {
  /** Number of attributes. */
  length = 0;
  /** `nameSign` of each name read since this was set to 0: a name whose sign is not in it is none of them. */
  signs = 0;
  /** All units of names so far, by OR. */
  #nameUnits = 0;
  #offsets: Int32Array;

  constructor(sourceLength: number) {
    this.#offsets = new Int32Array(STRIDE * (64 + (sourceLength >> 6)));
  }

  /** Whether a name holds more than ASCII. */
  get hasForeignNames(): boolean {
    return this.#nameUnits > 0x7f;
  }

  nameStart(index: number): number {
    return this.#offsets[index * STRIDE]!;
  }

  nameStop(index: number): number {
    return this.#offsets[index * STRIDE + 1]!;
  }

  valueStart(index: number): number {
    return this.#offsets[index * STRIDE + 2]!;
  }

  valueStop(index: number): number {
    return this.#offsets[index * STRIDE + 3]!;
  }

  /** Records the attribute whose name begins at `from` and gives the offset behind it (WHATWG HTML 13.2.5.33 to .39). */
  read(source: string, from: number): number {
    const nameStop = this.#readName(source, from);
    this.signs |= signOf(codeAt(source, from), nameStop - from);
    let at = skipSpaces(source, nameStop);
    if (codeAt(source, at) !== 0x3d) {
      this.#push(from, nameStop, nameStop, nameStop);
      return at;
    }
    at = skipSpaces(source, at + 1);
    const quote = codeAt(source, at);
    if (quote !== 0x22 && quote !== 0x27) {
      const stop = findUnquotedStop(source, at);
      this.#push(from, nameStop, at, stop);
      return stop;
    }
    const close = source.indexOf(quote === 0x22 ? '"' : "'", at + 1);
    const stop = close === -1 ? source.length : close;
    this.#push(from, nameStop, at + 1, stop);
    return stop + 1;
  }

  /** End of the name that begins at `from`. A leading `=` belongs to it. */
  #readName(source: string, from: number): number {
    const { length } = source;
    let units = codeAt(source, from);
    let at = from + 1;
    for (; at < length; at++) {
      const char = codeAt(source, at);
      // Nearly all characters of names lie above everything that ends one.
      if (char <= 0x3e && (char === 0x3d || char === 0x3e || char === 0x2f || isAsciiWhitespace(char))) break;
      units |= char;
    }
    this.#nameUnits |= units;
    return at;
  }

  #push(nameStart: number, nameStop: number, valueStart: number, valueStop: number): void {
    const base = this.length++ * STRIDE;
    if (base === this.#offsets.length) {
      const larger = new Int32Array(base * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    const offsets = this.#offsets;
    offsets[base] = nameStart;
    offsets[base + 1] = nameStop;
    offsets[base + 2] = valueStart;
    offsets[base + 3] = valueStop;
  }
}

/** A bit that an attribute name, in any case, shares with few others: one look tells that most elements lack it. */
export function nameSign(name: string): number {
  return signOf(codeAt(name, 0), name.length);
}

/** Shifts count modulo 32. */
function signOf(first: number, length: number): number {
  return 1 << ((first | 0x20) * 7 + length * 3);
}

function findUnquotedStop(source: string, from: number): number {
  const { length } = source;
  let at = from;
  for (; at < length; at++) {
    const char = codeAt(source, at);
    if (char <= 0x3e && (char === 0x3e || isAsciiWhitespace(char))) break;
  }
  return at;
}

/** Offset of the first character from `from` on that is not white space. */
export function skipSpaces(source: string, from: number): number {
  const { length } = source;
  let at = from;
  while (at < length && isAsciiWhitespace(codeAt(source, at))) at++;
  return at;
}
