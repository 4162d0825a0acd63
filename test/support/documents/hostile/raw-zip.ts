import { deflateRawSync } from 'node:zlib';

/** An entry that says of itself whatever it likes. */
export interface RawEntry {
  name: string;
  /** What lies in the archive. */
  packed: Buffer;
  /** 8: deflated; 0: stored. */
  method?: number;
  /** Bytes after unpacking, as stated. */
  size?: number;
  /** Bytes in the archive, as stated. */
  packedSize?: number;
  flags?: number;
}

/** An entry that is what it says. */
export function honestEntry(name: string, content: string | Uint8Array): RawEntry {
  const bytes = Buffer.from(content);
  return { name, packed: deflateRawSync(bytes), size: bytes.length };
}

/** A ZIP archive (APPNOTE 6.3) in which nothing is checked. */
export function rawZip(entries: readonly RawEntry[], statedCount = entries.length): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const header = localHeader(entry);
    offsets.push(offset);
    parts.push(header, entry.packed);
    offset += header.length + entry.packed.length;
  }
  return Buffer.concat([...parts, directory(entries, offsets, offset, statedCount)]);
}

/**
 * Files that overlap: the data of each begins with a stored block that quotes the header of the next, so that all of them
 * end with the same bytes (Fifield, "A better zip bomb", 2019). `first` are ordinary entries before them.
 */
export function overlappingZip(
  names: readonly string[],
  kernel: Buffer,
  kernelSize: number,
  first: readonly RawEntry[],
): Buffer {
  let tail = kernel;
  let size = kernelSize;
  const built: Array<{ entry: RawEntry; fromEnd: number }> = [];
  for (const name of names.toReversed()) {
    const entry: RawEntry = { name, packed: tail, size };
    const header = localHeader(entry);
    built.unshift({ entry, fromEnd: header.length + tail.length });
    const quote = Buffer.alloc(5);
    quote.writeUInt16LE(header.length, 1);
    quote.writeUInt16LE(~header.length & 0xffff, 3);
    tail = Buffer.concat([quote, header, tail]);
    size += header.length;
  }
  // The first header is quoted by nobody.
  const body = tail.subarray(5);
  const leading: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of first) {
    const header = localHeader(entry);
    offsets.push(offset);
    leading.push(header, entry.packed);
    offset += header.length + entry.packed.length;
  }
  const end = offset + body.length;
  offsets.push(...built.map(({ fromEnd }) => end - fromEnd));
  const entries = [...first, ...built.map(({ entry }) => entry)];
  return Buffer.concat([...leading, body, directory(entries, offsets, end, entries.length)]);
}

function localHeader(entry: RawEntry): Buffer {
  const name = Buffer.from(entry.name);
  return Buffer.concat([uint32(0x04034b50), facts(entry, name.length), name]);
}

function directory(
  entries: readonly RawEntry[],
  offsets: readonly number[],
  start: number,
  statedCount: number,
): Buffer {
  const records = entries.flatMap((entry, index) => {
    const name = Buffer.from(entry.name);
    const version = Buffer.from([20, 0]);
    return [
      uint32(0x02014b50),
      version,
      facts(entry, name.length),
      Buffer.alloc(10),
      uint32(offsets[index]!),
      name,
    ];
  });
  const bytes = Buffer.concat(records);
  const end = Buffer.alloc(18);
  const count = Math.min(statedCount, 0xffff);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(bytes.length, 8);
  end.writeUInt32LE(start, 12);
  return Buffer.concat([bytes, uint32(0x06054b50), end]);
}

/** What local headers and the directory say alike. */
function facts(
  { packed, method = 8, size = 0, packedSize = packed.length, flags = 0x0800 }: RawEntry,
  nameLength: number,
): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(flags, 2);
  bytes.writeUInt16LE(method, 4);
  bytes.writeUInt16LE(0x21, 8);
  bytes.writeUInt32LE(packedSize, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(nameLength, 22);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
