import { constants, deflateRawSync } from 'node:zlib';

/** A stored block of no bytes that says that it is the last: RFC 1951, 3.2.4. */
const LAST_BLOCK = Buffer.from([0x01, 0x00, 0x00, 0xff, 0xff]);
/** RFC 1950: deflate with a window of 32 kB. */
const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);

/** Deflated bytes that unpack to `times` times the chunk, made in no time: the packed chunk is repeated. */
export function deflateRepeated(
  chunk: Uint8Array,
  times: number,
  before = Buffer.alloc(0),
  after = before,
): Buffer {
  const pack = (bytes: Uint8Array): Buffer =>
    bytes.length === 0
      ? Buffer.alloc(0)
      : deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const packed = pack(chunk);
  const parts = [pack(before), ...Array.from({ length: times }, () => packed), pack(after), LAST_BLOCK];
  return Buffer.concat(parts);
}

/** The same as PDFs have it; the checksum at its end is wrong, which nobody minds. */
export function zlibRepeated(chunk: Uint8Array, times: number): Buffer {
  return Buffer.concat([ZLIB_HEADER, deflateRepeated(chunk, times), Buffer.alloc(4)]);
}
