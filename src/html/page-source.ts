import { isAscii } from 'node:buffer';
import { Utf8Ranges } from './decode/utf8-ranges.ts';

/** A page of which more than this share is not ASCII is decoded as a whole, as most of what is read of it needs it. */
const MAX_DENSITY = 0.25;

/**
 * The text of a page as the parser reads it. A page in UTF-8 stays as it came, a unit for each byte: markup is ASCII,
 * so tags are found without decoding, in half the memory, and other text is decoded only when somebody asks for it.
 */
export class PageSource {
  /** Where markup is looked for. ASCII characters stand for themselves; others are characters, or bytes of them. */
  readonly units: string;
  /** Undefined when the units are characters. */
  readonly #encoded: Utf8Ranges | undefined;

  private constructor(units: string, encoded: Utf8Ranges | undefined) {
    this.units = units;
    this.#encoded = encoded;
  }

  static ofText(text: string): PageSource {
    return new PageSource(text, undefined);
  }

  /** Opens UTF-8 bytes without a byte order mark. */
  static ofUtf8(bytes: Uint8Array): PageSource {
    if (isAscii(bytes)) return new PageSource(bytesAsUnits(bytes), undefined);
    const encoded = new Utf8Ranges(bytes);
    if (encoded.density > MAX_DENSITY) return PageSource.ofText(encoded.decode(0, bytes.length));
    return new PageSource(bytesAsUnits(bytes), encoded);
  }

  /** True when a character outside ASCII is several units. */
  get isEncoded(): boolean {
    return this.#encoded !== undefined;
  }

  /** All of the page. */
  get text(): string {
    return this.slice(0, this.units.length);
  }

  /** The text of the units `start..stop`; each end is that of the page or beside an ASCII character. */
  slice(start: number, stop: number): string {
    const encoded = this.#encoded;
    if (encoded === undefined || !encoded.mayBeForeign(start, stop)) return this.units.slice(start, stop);
    return encoded.decode(start, stop);
  }
}

function bytesAsUnits({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}
