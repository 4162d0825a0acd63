import { ByteView } from './byte-view.ts';

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER_LENGTH = 512;
const ENTRY_LENGTH = 128;
/** Larger numbers of a sector mark its use ([MS-CFB] 2.1). */
const MAX_SECTOR = 0xff_ff_ff_fa;
const HEADER_FAT_SECTORS = 109;
const STREAM = 2;
const ROOT = 5;
/** Entries of a directory; files of Word have some dozens. */
const MAX_ENTRIES = 100_000;

/** An OLE compound file: named streams in one file. */
export interface CompoundFile {
  /** A stream of the root storage, whatever the case of its name; undefined when there is none. */
  stream(name: string): Uint8Array | undefined;
}

interface Entry {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

/**
 * Opens a compound file ([MS-CFB]); undefined when the bytes are none. Nothing is trusted: chains of sectors end where
 * they repeat or leave the file, and no stream is longer than the file. A stream is read when it is asked for.
 */
export function openCfb(bytes: Uint8Array): CompoundFile | undefined {
  if (bytes.length < HEADER_LENGTH || SIGNATURE.some((byte, at) => bytes[at] !== byte)) return undefined;
  return new Cfb(new ByteView(bytes));
}

class Cfb implements CompoundFile {
  readonly #file: ByteView;
  readonly #sectorLength: number;
  readonly #sectorCount: number;
  readonly #miniCutoff: number;
  /** Sectors that hold the file allocation table, in order. */
  readonly #fatSectors: number[];
  readonly #streams: ReadonlyMap<string, Entry>;
  readonly #miniFat: ByteView;
  readonly #miniStream: ByteView;

  constructor(file: ByteView) {
    this.#file = file;
    this.#sectorLength = file.u16(30) === 12 ? 4096 : 512;
    this.#sectorCount = Math.max(Math.ceil(file.length / this.#sectorLength) - 1, 0);
    this.#miniCutoff = file.u32(56) === 0 ? 4096 : file.u32(56);
    this.#fatSectors = this.#findFatSectors();
    const entries = this.#readDirectory(file.u32(48));
    this.#streams = streamsOfRoot(entries);
    const root = entries.find(({ type }) => type === ROOT) ?? entries[0];
    this.#miniFat = this.#readChain(file.u32(60), Infinity);
    this.#miniStream =
      root === undefined ? new ByteView(new Uint8Array()) : this.#readChain(root.start, Infinity);
  }

  stream(name: string): Uint8Array | undefined {
    const entry = this.#streams.get(name.toLowerCase());
    if (entry === undefined) return undefined;
    return entry.size < this.#miniCutoff
      ? this.#readMiniChain(entry.start, entry.size)
      : this.#readChain(entry.start, entry.size).bytes;
  }

  /** The header names the first 109, sectors of their own the others (2.5.1). */
  #findFatSectors(): number[] {
    const sectors: number[] = [];
    const add = (sector: number): void => {
      if (sector < this.#sectorCount && sectors.length <= this.#sectorCount) sectors.push(sector);
    };
    for (let i = 0; i < HEADER_FAT_SECTORS; i++) add(this.#file.u32(76 + i * 4));
    const perSector = this.#sectorLength / 4 - 1;
    const seen = new Set<number>();
    let sector = this.#file.u32(68);
    while (sector < this.#sectorCount && !seen.has(sector)) {
      seen.add(sector);
      const at = this.#offsetOf(sector);
      for (let i = 0; i < perSector; i++) add(this.#file.u32(at + i * 4));
      sector = this.#file.u32(at + perSector * 4);
    }
    return sectors;
  }

  #offsetOf(sector: number): number {
    return (sector + 1) * this.#sectorLength;
  }

  #next(sector: number): number {
    const perSector = this.#sectorLength / 4;
    const table = this.#fatSectors[Math.floor(sector / perSector)];
    if (table === undefined) return MAX_SECTOR;
    const at = this.#offsetOf(table) + (sector % perSector) * 4;
    return at + 4 <= this.#file.length ? this.#file.u32(at) : MAX_SECTOR;
  }

  #readChain(start: number, size: number): ByteView {
    const parts: Uint8Array[] = [];
    let length = 0;
    // A chain that is longer than the file goes in a circle.
    for (let sector = start, count = 0; sector < this.#sectorCount && count < this.#sectorCount; count++) {
      if (length >= size) break;
      const { bytes } = this.#file.part(this.#offsetOf(sector), Math.min(this.#sectorLength, size - length));
      parts.push(bytes);
      length += bytes.length;
      sector = this.#next(sector);
    }
    return new ByteView(join(parts, length));
  }

  #readMiniChain(start: number, size: number): Uint8Array {
    const parts: Uint8Array[] = [];
    let length = 0;
    const count = Math.ceil(this.#miniStream.length / 64);
    for (let sector = start, i = 0; sector < count && i < count; i++) {
      if (length >= size) break;
      const { bytes } = this.#miniStream.part(sector * 64, Math.min(64, size - length));
      parts.push(bytes);
      length += bytes.length;
      sector = sector * 4 + 4 <= this.#miniFat.length ? this.#miniFat.u32(sector * 4) : MAX_SECTOR;
    }
    return join(parts, length);
  }

  #readDirectory(start: number): Entry[] {
    const directory = this.#readChain(start, MAX_ENTRIES * ENTRY_LENGTH);
    const entries: Entry[] = [];
    for (let at = 0; at + ENTRY_LENGTH <= directory.length; at += ENTRY_LENGTH) {
      const nameLength = Math.min(directory.u16(at + 64), 64);
      entries.push({
        name: directory.utf16(at, Math.max(nameLength / 2 - 1, 0)).toLowerCase(),
        type: directory.u8(at + 66),
        left: directory.u32(at + 68),
        right: directory.u32(at + 72),
        child: directory.u32(at + 76),
        start: directory.u32(at + 116),
        size: directory.u32(at + 120),
      });
    }
    return entries;
  }
}

/** The entries of a storage form a binary tree (2.6.4). Where it is broken, any stream of a name will do. */
function streamsOfRoot(entries: readonly Entry[]): Map<string, Entry> {
  const streams = new Map<string, Entry>();
  const add = (entry: Entry): void => {
    if (entry.type === STREAM && !streams.has(entry.name)) streams.set(entry.name, entry);
  };
  const root = entries.find(({ type }) => type === ROOT) ?? entries[0];
  const seen = new Set<number>();
  const stack = root === undefined ? [] : [root.child];
  while (stack.length > 0) {
    const id = stack.pop()!;
    const entry = entries[id];
    if (entry === undefined || seen.has(id)) continue;
    seen.add(id);
    add(entry);
    stack.push(entry.left, entry.right);
  }
  for (const entry of entries) add(entry);
  return streams;
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
