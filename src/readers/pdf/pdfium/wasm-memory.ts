import type { PdfiumExports, Pointer } from './pdfium-exports.ts';
import { RuntimeError } from './web-assembly.ts';

/** Bytes at `scratch`, for what functions write beside their result. */
const SCRATCH_BYTES = 8_192;
const SCRATCH_DOUBLES = 8;
/** No text that PDFium hands out (a title, a field, a URL) may be longer, bytes. */
const MAX_TEXT_BYTES = 4_000_000;

/** Asks for a text: writes it to `buffer` if it fits there, and returns the bytes that it needs. */
type AskText = (buffer: Pointer, size: number) => number;

/** PDFium's memory. Its buffer is replaced whenever it grows, so nothing may hold on to a view of it. */
export class WasmMemory {
  readonly #exports: PdfiumExports;
  readonly #names = new Map<string, Pointer>();
  readonly #utf8 = new TextDecoder('utf-8');
  readonly #utf16 = new TextDecoder('utf-16le');
  #view: DataView;
  #doubles: Float64Array;
  /** A few kilobytes for results; every call may overwrite them. */
  readonly scratch: Pointer;

  constructor(exports: PdfiumExports) {
    this.#exports = exports;
    this.scratch = this.allocate(SCRATCH_BYTES);
    this.#view = new DataView(exports.memory.buffer);
    this.#doubles = new Float64Array(exports.memory.buffer, this.scratch, SCRATCH_DOUBLES);
  }

  get view(): DataView {
    this.#renew();
    return this.#view;
  }

  /** The doubles at `scratch`. */
  get doubles(): Float64Array {
    this.#renew();
    return this.#doubles;
  }

  /** Asked for several times for every character: a view of a buffer that was replaced is empty, which is quick to see. */
  #renew(): void {
    if (this.#doubles.length !== 0) return;
    this.#view = new DataView(this.#exports.memory.buffer);
    this.#doubles = new Float64Array(this.#exports.memory.buffer, this.scratch, SCRATCH_DOUBLES);
  }

  get size(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Throws when PDFium's memory is full. */
  allocate(size: number): Pointer {
    const pointer = this.#exports.malloc(Math.max(1, size));
    // An address beyond 2 GiB arrives as a negative number.
    if (pointer === 0) throw new RuntimeError(`Cannot allocate ${size} bytes`);
    return pointer >>> 0;
  }

  free(pointer: Pointer): void {
    this.#exports.free(pointer);
  }

  copyIn(bytes: Uint8Array): Pointer {
    const pointer = this.allocate(bytes.length);
    new Uint8Array(this.#exports.memory.buffer).set(bytes, pointer);
    return pointer;
  }

  copyOut(pointer: Pointer, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer).slice(pointer, pointer + length);
  }

  uint32(pointer: Pointer): number {
    return this.view.getUint32(pointer, true);
  }

  float32(pointer: Pointer): number {
    return this.view.getFloat32(pointer, true);
  }

  float64(pointer: Pointer): number {
    return this.view.getFloat64(pointer, true);
  }

  /** A name with a final zero; kept, so only for names that our code holds. */
  name(name: string): Pointer {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const pointer = this.copyIn(new TextEncoder().encode(`${name}\0`));
    this.#names.set(name, pointer);
    return pointer;
  }

  /** Text of a function that hands out UTF-16. */
  utf16(ask: AskText): string {
    return this.#text(ask, this.#utf16);
  }

  /** Text of a function that hands out bytes of ASCII or UTF-8. */
  utf8(ask: AskText): string {
    return this.#text(ask, this.#utf8);
  }

  #text(ask: AskText, decoder: InstanceType<typeof TextDecoder>): string {
    const needed = ask(this.scratch, SCRATCH_BYTES);
    if (needed <= SCRATCH_BYTES) return this.#decode(this.scratch, needed, decoder);
    if (needed > MAX_TEXT_BYTES) return '';
    const buffer = this.allocate(needed);
    try {
      return this.#decode(buffer, Math.min(needed, ask(buffer, needed)), decoder);
    } finally {
      this.free(buffer);
    }
  }

  #decode(pointer: Pointer, length: number, decoder: InstanceType<typeof TextDecoder>): string {
    if (length <= 0) return '';
    const text = decoder.decode(new Uint8Array(this.#exports.memory.buffer, pointer, length));
    const end = text.indexOf('\0');
    return end === -1 ? text : text.slice(0, end);
  }
}
