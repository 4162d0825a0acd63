import { crc32, constants, deflateRawSync } from 'node:zlib';

/** RFC 1952: magic, deflate, no flags, no time, no hint, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** RFC 1951 section 3.2.4: a stored block says its length in 16 bits. */
const MAX_STORED_BYTES = 0xffff;

/** Makes one gzip stream of a beginning that differs each time and a rest that was compressed once. */
export function createGzipPage(rest: string): (opening: string) => Buffer {
  const plain = Buffer.from(rest);
  const deflated = deflateRawSync(plain, { level: constants.Z_DEFAULT_COMPRESSION });
  return (opening) => {
    const beginning = Buffer.from(opening);
    if (beginning.length > MAX_STORED_BYTES)
      throw new RangeError('The opening does not fit one stored block');
    // The rest refers to nothing before itself, so that any block may precede it.
    const stored = Buffer.alloc(5);
    stored.writeUInt16LE(beginning.length, 1);
    stored.writeUInt16LE(~beginning.length & 0xffff, 3);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(plain, crc32(beginning)), 0);
    trailer.writeUInt32LE(beginning.length + plain.length, 4);
    return Buffer.concat([HEADER, stored, beginning, deflated, trailer]);
  };
}
