/** Bytes of one value by its type (TIFF 6.0, section 2): BYTE, ASCII, SHORT, LONG, RATIONAL, SBYTE, UNDEFINED. */
const BYTES_OF_TYPE: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1 };
const SHORT = 3;
const LONG = 4;
const ENTRY_BYTES = 12;
const MAX_ENTRIES = 1_000;

interface Entry {
  type: number;
  /** Never more than the file has bytes for. */
  count: number;
  /** Where the values are: in the entry itself when they fit into four bytes. */
  at: number;
}

/** The fields of one directory of a TIFF file; they are looked up when they are asked for. */
export class TiffFields {
  readonly #view: DataView;
  readonly #isLittle: boolean;
  readonly #entries = new Map<number, Entry>();
  /** Offset of the next directory, 0 for none. */
  readonly next: number;

  /** Throws a RangeError where the file ends before the directory does, or the directory is nonsense. */
  constructor(bytes: Uint8Array, offset: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = isLittleEndian(bytes);
    const count = this.#view.getUint16(offset, this.#isLittle);
    if (count > MAX_ENTRIES) throw new RangeError(`A directory with ${count} fields`);
    for (let index = 0; index < count; index += 1) this.#add(offset + 2 + index * ENTRY_BYTES);
    const end = offset + 2 + count * ENTRY_BYTES;
    this.next = end + 4 <= bytes.length ? this.#view.getUint32(end, this.#isLittle) : 0;
  }

  #add(at: number): void {
    const [type, count] = [
      this.#view.getUint16(at + 2, this.#isLittle),
      this.#view.getUint32(at + 4, this.#isLittle),
    ];
    const size = BYTES_OF_TYPE[type] ?? 1;
    const place = size * count <= 4 ? at + 8 : this.#view.getUint32(at + 8, this.#isLittle);
    const room = Math.max(0, Math.floor((this.#view.byteLength - place) / size));
    this.#entries.set(this.#view.getUint16(at, this.#isLittle), {
      type,
      count: Math.min(count, room),
      at: place,
    });
  }

  has(tag: number): boolean {
    return this.#entries.has(tag);
  }

  /** The first value of a field. */
  number(tag: number): number | undefined {
    return this.numbers(tag, 1)[0];
  }

  /** The values of a field, at most so many; of a RATIONAL they are quotients, 0 for one without a divisor. */
  numbers(tag: number, most: number): number[] {
    const entry = this.#entries.get(tag);
    if (entry === undefined) return [];
    return Array.from({ length: Math.min(entry.count, most) }, (_, index) => this.#read(entry, index));
  }

  /** The values of a field as they are in the file. */
  bytes(tag: number): Uint8Array {
    const { type, count, at } = this.#entries.get(tag) ?? { type: 1, count: 0, at: 0 };
    const length = count * (BYTES_OF_TYPE[type] ?? 1);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + (length === 0 ? 0 : at), length);
  }

  #read({ type, at }: Entry, index: number): number {
    if (type === SHORT) return this.#view.getUint16(at + index * 2, this.#isLittle);
    if (type === LONG) return this.#view.getUint32(at + index * 4, this.#isLittle);
    if (BYTES_OF_TYPE[type] !== 8) return this.#view.getUint8(at + index);
    const divisor = this.#view.getUint32(at + index * 8 + 4, this.#isLittle);
    return divisor === 0 ? 0 : this.#view.getUint32(at + index * 8, this.#isLittle) / divisor;
  }
}

/** The first two bytes of a file: `II` or `MM`. */
export function isLittleEndian(bytes: Uint8Array): boolean {
  return bytes[0] === 0x49;
}
