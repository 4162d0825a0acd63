/** Where the content of an entry lies in the archive. */
export interface PlacedEntry {
  name: string;
  /** How it is packed (APPNOTE 6.3, section 4.4.5). */
  method: number;
  isEncrypted: boolean;
  start: number;
  /** Bytes as they are packed. */
  length: number;
}

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const DIRECTORY_ENTRY = Buffer.from('PK\x01\x02', 'latin1');
const HEADER_LENGTH = 30;
/** Entries that need a later version of the format than there is are none. */
const MAX_VERSION = 63;
const MAX_NAME = 1_000;
const ENCRYPTED = 1;
const HAS_SIZE_BEHIND = 8;

/**
 * Finds the entries of an archive without its directory, by the headers before them (APPNOTE 6.3, section 4.3.7). The
 * last one may be cut off: then its length is what is there. At most `maxEntries` of them; in one pass over the bytes.
 */
export function scanEntries(buffer: Buffer, maxEntries: number): PlacedEntry[] {
  const entries: PlacedEntry[] = [];
  /** Its length is not known until the next one begins. */
  let open: PlacedEntry | undefined;
  let at = buffer.indexOf(LOCAL_HEADER);
  while (at !== -1 && entries.length < maxEntries) {
    const header = readHeader(buffer, at);
    if (header === undefined) {
      at = buffer.indexOf(LOCAL_HEADER, at + LOCAL_HEADER.length);
      continue;
    }
    if (open !== undefined) open.length = at - open.start;
    const { entry, hasLength } = header;
    entries.push(entry);
    // The content of an entry may be an archive too, so it is not looked at.
    open = hasLength ? undefined : entry;
    at = buffer.indexOf(LOCAL_HEADER, hasLength ? entry.start + entry.length : entry.start);
  }
  if (open !== undefined) {
    const end = at === -1 ? buffer.indexOf(DIRECTORY_ENTRY, open.start) : at;
    open.length = (end === -1 ? buffer.length : end) - open.start;
  }
  return entries;
}

/** Undefined where the signature stands by chance. */
function readHeader(buffer: Buffer, at: number): { entry: PlacedEntry; hasLength: boolean } | undefined {
  if (at + HEADER_LENGTH > buffer.length) return undefined;
  const flags = buffer.readUInt16LE(at + 6);
  const nameLength = buffer.readUInt16LE(at + 26);
  const nameEnd = at + HEADER_LENGTH + nameLength;
  const start = nameEnd + buffer.readUInt16LE(at + 28);
  const version = buffer.readUInt16LE(at + 4) & 0xff;
  if (version > MAX_VERSION || nameLength === 0 || nameLength > MAX_NAME || start > buffer.length) {
    return undefined;
  }
  const length = buffer.readUInt32LE(at + 18);
  const entry: PlacedEntry = {
    name: entryName(buffer.subarray(at + HEADER_LENGTH, nameEnd)),
    method: buffer.readUInt16LE(at + 8),
    isEncrypted: (flags & ENCRYPTED) !== 0,
    start,
    length,
  };
  const hasLength = (flags & HAS_SIZE_BEHIND) === 0 && start + length <= buffer.length;
  return { entry, hasLength };
}

/** Some writers use backslashes, or begin at the root. Names are never used as paths. */
export function entryName(bytes: Buffer): string {
  return bytes.toString().replaceAll('\\', '/').replace(/^\/+/, '');
}
