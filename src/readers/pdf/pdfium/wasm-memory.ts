import type { PdfiumExports, Pointer } from './pdfium-exports.ts';
import { RuntimeError } from './web-assembly.ts';

/** Bytes at `scratch`, for what functions write beside their result. */
const SCRATCH_BYTES = 8_192;
/** How much of them the typed views show. */
const VIEW_BYTES = 256;
/** No text that PDFium hands out (a title, a field, a URL) may be longer, bytes. */
const MAX_TEXT_BYTES = 4_000_000;
const FIRST_NOT_ASCII = 0x80;
const FIRST_SURROGATE = 0xd800;

/** Asks for a text: writes it to `buffer` if it fits there, and returns the bytes that it needs. */
type AskText = (buffer: Pointer, size: number) => number;

/** Views of one buffer; all but the first begin at `scratch`. */
interface Views {
  view: DataView;
  doubles: Float64Array;
  floats: Float32Array;
  integers: Uint32Array;
  units: Uint16Array;
  bytes: Uint8Array;
}

/** PDFium's memory. Its buffer is replaced whenever it grows, so nothing may hold on to a view of it. */
export class WasmMemory {
  readonly #exports: PdfiumExports;
  readonly #names = new Map<string, Pointer>();
  readonly #utf8 = new TextDecoder('utf-8');
  readonly #utf16 = new TextDecoder('utf-16le');
  #views: Views;
  /** A few kilobytes for results; every call may overwrite them. */
  readonly scratch: Pointer;
  /** Four bytes for the length of a text that is written to `scratch`. */
  readonly length: Pointer;

  constructor(exports: PdfiumExports) {
    this.#exports = exports;
    this.scratch = this.allocate(SCRATCH_BYTES);
    this.length = this.allocate(4);
    this.#views = viewsOf(exports.memory.buffer, this.scratch);
  }

  get view(): DataView {
    return this.#current().view;
  }

  /** The doubles at `scratch`. */
  get doubles(): Float64Array {
    return this.#current().doubles;
  }

  /** The floats at `scratch`. */
  get floats(): Float32Array {
    return this.#current().floats;
  }

  /** The unsigned integers at `scratch`. */
  get integers(): Uint32Array {
    return this.#current().integers;
  }

  /** Asked for several times for every character: a view of a buffer that was replaced is empty, which is quick to see. */
  #current(): Views {
    if (this.#views.doubles.length === 0) {
      this.#views = viewsOf(this.#exports.memory.buffer, this.scratch);
    }
    return this.#views;
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
    const needed = ask(this.scratch, SCRATCH_BYTES);
    const { units } = this.#current();
    return shortText(units, needed >> 1, FIRST_SURROGATE) ?? this.#text(ask, needed, this.#utf16);
  }

  /** Text of a function that hands out bytes of ASCII or UTF-8. */
  utf8(ask: AskText): string {
    const needed = ask(this.scratch, SCRATCH_BYTES);
    const { bytes } = this.#current();
    return shortText(bytes, needed, FIRST_NOT_ASCII) ?? this.#text(ask, needed, this.#utf8);
  }

  #text(ask: AskText, needed: number, decoder: InstanceType<typeof TextDecoder>): string {
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

function viewsOf(buffer: ArrayBuffer, scratch: Pointer): Views {
  return {
    view: new DataView(buffer),
    doubles: new Float64Array(buffer, scratch, VIEW_BYTES / 8),
    floats: new Float32Array(buffer, scratch, VIEW_BYTES / 4),
    integers: new Uint32Array(buffer, scratch, VIEW_BYTES / 4),
    units: new Uint16Array(buffer, scratch, VIEW_BYTES / 2),
    bytes: new Uint8Array(buffer, scratch, VIEW_BYTES),
  };
}

/**
 * A text of few characters, up to its final zero: most are names, for which a decoder costs more than all else. Undefined when
 * it is longer, or has codes that only a decoder knows (from `end` on).
 */
function shortText(codes: Uint16Array | Uint8Array, length: number, end: number): string | undefined {
  if (length > codes.length) return undefined;
  let text = '';
  for (let index = 0; index < length; index++) {
    const code = codes[index]!;
    if (code === 0) break;
    if (code >= end) return undefined;
    text += String.fromCharCode(code);
  }
  return text;
}
