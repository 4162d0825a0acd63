import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

/** A file of an archive. */
export interface ZipEntry {
  /** Relative, with `/` between its parts. */
  name: string;
  content: Buffer;
}

export interface ZipOptions {
  /** The day and time of all files. */
  modified: Date;
  /** Bytes of the file that stand before the archive; 0 when absent. */
  offset?: number;
}

const deflate = promisify(deflateRaw);

const LOCAL_FILE = 0x04034b50;
const DIRECTORY_FILE = 0x02014b50;
const LARGE_END = 0x06064b50;
const LARGE_END_PLACE = 0x07064b50;
const END = 0x06054b50;
/** Version 4.5 of the format knows archives of more than 4 GB or 65,535 files. */
const VERSION = 45;
const MADE_ON_UNIX = 3 << 8;
const READABLE_FILE = 0o100644;
const UTF8_NAMES = 0x0800;
const STORED = 0;
const DEFLATED = 8;
/** A file that is hardly larger than its own entry gains nothing. */
const LEAST_DEFLATED_BYTES = 64;
/** Entries of the directory that are written at once: each is some dozens of bytes. */
const ENTRIES_A_PIECE = 1_000;
/** The filler of a field whose value is in the larger one beside it. */
const IN_LARGE_32 = 0xffff_ffff;
const IN_LARGE_16 = 0xffff;
/** The extra field with values of 64 bits, and the bytes of one that has the offset alone. */
const LARGE_FIELD = 1;
const LARGE_OFFSET_BYTES = 12;

/**
 * Writes an archive (APPNOTE 6.3) piece by piece, of any size and with any number of files. One file at a time is in
 * memory, and of those before it their entry in the directory.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  { modified, offset: before = 0 }: ZipOptions,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  const time = dosTime(modified);
  let offset = before;
  for await (const { name, content } of entries) {
    const deflated = content.length < LEAST_DEFLATED_BYTES ? content : await deflate(content);
    const isSmaller = deflated.length < content.length;
    const data = isSmaller ? deflated : content;
    const fields: FileFields = {
      name: Buffer.from(name),
      method: isSmaller ? DEFLATED : STORED,
      time,
      crc: crc32(content),
      packedBytes: data.length,
      bytes: content.length,
    };
    directory.push(directoryFile(fields, offset));
    const header = localFile(fields);
    yield header;
    yield data;
    offset += header.length + data.length;
  }
  let bytes = 0;
  for (let first = 0; first < directory.length; first += ENTRIES_A_PIECE) {
    const piece = Buffer.concat(directory.slice(first, first + ENTRIES_A_PIECE));
    yield piece;
    bytes += piece.length;
  }
  yield end({ files: directory.length, offset, bytes });
}

interface FileFields {
  name: Buffer;
  method: number;
  time: number;
  crc: number;
  packedBytes: number;
  bytes: number;
}

/** The fields that both headers of a file have, from `version needed` to the length of the extra field. */
function commonFields(
  { name, method, time, crc, packedBytes, bytes }: FileFields,
  extraBytes: number,
): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(time, 6);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packedBytes, 14);
  fields.writeUInt32LE(bytes, 18);
  fields.writeUInt16LE(name.length, 22);
  fields.writeUInt16LE(extraBytes, 24);
  return fields;
}

function localFile(fields: FileFields): Buffer {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(LOCAL_FILE);
  return Buffer.concat([signature, commonFields(fields, 0), fields.name]);
}

function directoryFile(fields: FileFields, offset: number): Buffer {
  const isFar = offset >= IN_LARGE_32;
  const head = Buffer.alloc(6);
  head.writeUInt32LE(DIRECTORY_FILE);
  head.writeUInt16LE(MADE_ON_UNIX | VERSION, 4);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(READABLE_FILE * 0x1_0000, 6);
  tail.writeUInt32LE(isFar ? IN_LARGE_32 : offset, 10);
  const extra = Buffer.alloc(isFar ? LARGE_OFFSET_BYTES : 0);
  if (isFar) {
    extra.writeUInt16LE(LARGE_FIELD);
    extra.writeUInt16LE(LARGE_OFFSET_BYTES - 4, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  return Buffer.concat([head, commonFields(fields, extra.length), tail, fields.name, extra]);
}

/** The end of the directory, and before it what is too large for its fields. */
function end({ files, offset, bytes }: { files: number; offset: number; bytes: number }): Buffer {
  const large = Buffer.alloc(56 + 20);
  large.writeUInt32LE(LARGE_END);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(MADE_ON_UNIX | VERSION, 12);
  large.writeUInt16LE(VERSION, 14);
  large.writeBigUInt64LE(BigInt(files), 24);
  large.writeBigUInt64LE(BigInt(files), 32);
  large.writeBigUInt64LE(BigInt(bytes), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  large.writeUInt32LE(LARGE_END_PLACE, 56);
  large.writeBigUInt64LE(BigInt(offset + bytes), 64);
  large.writeUInt32LE(1, 72);
  const usual = Buffer.alloc(22);
  usual.writeUInt32LE(END);
  usual.writeUInt16LE(Math.min(files, IN_LARGE_16), 8);
  usual.writeUInt16LE(Math.min(files, IN_LARGE_16), 10);
  usual.writeUInt32LE(Math.min(bytes, IN_LARGE_32), 12);
  usual.writeUInt32LE(Math.min(offset, IN_LARGE_32), 16);
  const isLarge = files >= IN_LARGE_16 || bytes >= IN_LARGE_32 || offset >= IN_LARGE_32;
  return isLarge ? Buffer.concat([large, usual]) : usual;
}

/** Time and day as the format has them: UTC, in steps of two seconds, from 1980 on. */
function dosTime(date: Date): number {
  const year = Math.max(0, Math.min(127, date.getUTCFullYear() - 1980));
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return day * 0x1_0000 + time;
}
