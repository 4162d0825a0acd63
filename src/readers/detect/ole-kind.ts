import { KINDS, type ContentKind } from '../index.ts';

const HEADER_LENGTH = 512;
const ENTRY_LENGTH = 128;
const MAX_DIRECTORY_SECTORS = 64;
/** Number of FAT sectors that the header itself names; enough for files of 7 MB with 512-byte sectors. */
const HEADER_FAT_SECTORS = 109;

const KIND_BY_STREAM: ReadonlyMap<string, ContentKind> = new Map([
  // A protected file of Office Open XML, whatever it is ([MS-OFFCRYPTO] 2.3.4.4); the reader says that it is protected.
  ['EncryptedPackage', 'docx'],
  // The last one of a map counts, the first one of the registry.
  ...KINDS.toReversed().flatMap(([kind, { oleStreams = [] }]) =>
    oleStreams.map((name) => [name, kind] as const),
  ),
]);

/**
 * Tells the kind of an OLE compound file by the streams in its root storage ([MS-CFB] 2.6): those of embedded objects
 * lie deeper and do not count.
 */
export function oleKind(bytes: Uint8Array): ContentKind {
  if (bytes.length < HEADER_LENGTH) return 'binary';
  const entries = readDirectory(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const seen = new Set<number>();
  // The entries of a storage form a binary tree; the root entry names its top.
  const stack = [entries[0]?.child];
  while (stack.length > 0) {
    const id = stack.pop()!;
    const entry = entries[id];
    if (entry === undefined || seen.has(id)) continue;
    seen.add(id);
    const kind = KIND_BY_STREAM.get(entry.name);
    if (kind !== undefined) return kind;
    stack.push(entry.left, entry.right);
  }
  return 'binary';
}

interface DirectoryEntry {
  name: string;
  left: number;
  right: number;
  child: number;
}

function readDirectory(view: DataView): DirectoryEntry[] {
  const sectorShift = view.getUint16(30, true) === 12 ? 12 : 9;
  const sectorLength = 1 << sectorShift;
  const entries: DirectoryEntry[] = [];
  let sector = view.getUint32(48, true);
  for (let count = 0; count < MAX_DIRECTORY_SECTORS; count++) {
    const start = (sector + 1) * sectorLength;
    if (start + sectorLength > view.byteLength) break;
    for (let at = start; at < start + sectorLength; at += ENTRY_LENGTH) entries.push(readEntry(view, at));
    const next = nextSector(view, sector, sectorLength);
    if (next === undefined) break;
    sector = next;
  }
  return entries;
}

function readEntry(view: DataView, at: number): DirectoryEntry {
  const nameLength = Math.min(view.getUint16(at + 64, true), 64);
  let name = '';
  for (let i = 0; i + 2 < nameLength; i += 2) name += String.fromCharCode(view.getUint16(at + i, true));
  return {
    name,
    left: view.getUint32(at + 68, true),
    right: view.getUint32(at + 72, true),
    child: view.getUint32(at + 76, true),
  };
}

/** The sector after this one in its chain, by the file allocation table. */
function nextSector(view: DataView, sector: number, sectorLength: number): number | undefined {
  const perSector = sectorLength / 4;
  const index = Math.floor(sector / perSector);
  if (index >= HEADER_FAT_SECTORS) return undefined;
  const table = view.getUint32(76 + index * 4, true);
  const at = (table + 1) * sectorLength + (sector % perSector) * 4;
  return at + 4 <= view.byteLength ? view.getUint32(at, true) : undefined;
}
