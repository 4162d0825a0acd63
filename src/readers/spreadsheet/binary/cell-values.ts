import type { ByteView } from '../../cfb/byte-view.ts';

/** The names of errors in cells ([MS-XLS] 2.5.10). */
const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
  0x2b: '#GETTING_DATA',
};

export function errorName(code: number): string {
  return ERRORS[code] ?? '#N/A';
}

/** Where halves of doubles are put together. */
const BITS = new DataView(new ArrayBuffer(8));

/** A double at a place. */
export function doubleAt(view: ByteView, at: number): number {
  BITS.setUint32(0, view.u32(at), true);
  BITS.setUint32(4, view.u32(at + 4), true);
  return BITS.getFloat64(0, true);
}

/** A number in 32 bits ([MS-XLS] 2.5.122): an integer or the upper half of a double, maybe a hundred times its value. */
export function rkAt(view: ByteView, at: number): number {
  const raw = view.u32(at);
  let value: number;
  if ((raw & 2) !== 0) value = view.i32(at) >> 2;
  else {
    BITS.setUint32(0, 0);
    BITS.setUint32(4, (raw & ~3) >>> 0, true);
    value = BITS.getFloat64(0, true);
  }
  return (raw & 1) === 0 ? value : value / 100;
}
