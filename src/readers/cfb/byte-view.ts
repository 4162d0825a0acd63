/**
 * Little-endian numbers of a file that may say anything: what lies beyond the end reads as 0, and a part is never longer
 * than what is there.
 */
export class ByteView {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.length = bytes.length;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(at: number): number {
    return this.#has(at, 1) ? this.#view.getUint8(at) : 0;
  }

  u16(at: number): number {
    return this.#has(at, 2) ? this.#view.getUint16(at, true) : 0;
  }

  i16(at: number): number {
    return this.#has(at, 2) ? this.#view.getInt16(at, true) : 0;
  }

  u32(at: number): number {
    return this.#has(at, 4) ? this.#view.getUint32(at, true) : 0;
  }

  i32(at: number): number {
    return this.#has(at, 4) ? this.#view.getInt32(at, true) : 0;
  }

  /** The bytes from `at`, at most `length`; shares memory. */
  part(at: number, length: number): ByteView {
    const start = Math.min(Math.max(at, 0), this.length);
    return new ByteView(this.bytes.subarray(start, Math.min(start + Math.max(length, 0), this.length)));
  }

  /** `count` UTF-16 characters from `at`, fewer when there are fewer. */
  utf16(at: number, count: number): string {
    const { bytes } = this.part(at, count * 2);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength & ~1).toString('utf16le');
  }

  #has(at: number, size: number): boolean {
    return at >= 0 && at + size <= this.length;
  }
}
