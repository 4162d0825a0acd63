import { crc32, deflateRawSync } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION_WITH_DEFLATE = 20;
const UTF8_NAMES = 0x0800;
const STORED = 0;
const DEFLATED = 8;
/** 1 January 1980, the first day that the format knows. */
const DATE = 0x21;

export interface ZipOptions {
  /** Names of entries that are not deflated, such as the `mimetype` of an OpenDocument file. */
  stored?: readonly string[];
}

/** A ZIP archive of the entries in their order (APPNOTE 6.3, section 4.3); texts are written as UTF-8. */
export function buildZip(
  entries: Readonly<Record<string, string | Uint8Array>>,
  options: ZipOptions = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const nameBytes = Buffer.from(name);
    const bytes = Buffer.from(content);
    const method = options.stored?.includes(name) === true ? STORED : DEFLATED;
    const packed = method === STORED ? bytes : deflateRawSync(bytes);
    // What the header of an entry and the directory say alike: 26 bytes from "version needed" on.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(VERSION_WITH_DEFLATE, 0);
    facts.writeUInt16LE(UTF8_NAMES, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt16LE(DATE, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    parts.push(uint32(LOCAL_HEADER), facts, nameBytes, packed);
    directory.push(
      uint32(DIRECTORY_ENTRY),
      uint16(VERSION_WITH_DEFLATE),
      facts,
      // No comment, first disk, no attributes: 2 + 2 + 2 + 4 bytes.
      Buffer.alloc(10),
      uint32(offset),
      nameBytes,
    );
    offset += 4 + facts.length + nameBytes.length + packed.length;
  }
  const count = Object.keys(entries).length;
  const directoryBytes = Buffer.concat(directory);
  return Buffer.concat([
    ...parts,
    directoryBytes,
    uint32(END_OF_DIRECTORY),
    Buffer.alloc(4),
    uint16(count),
    uint16(count),
    uint32(directoryBytes.length),
    uint32(offset),
    uint16(0),
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
