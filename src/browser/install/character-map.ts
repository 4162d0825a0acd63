import { open, type FileHandle } from 'node:fs/promises';
import { partitionPoint } from '../../lib/partition-point.ts';

const MAX_TABLES = 200;
/** Far more than the largest font has. */
const MAX_MAP_BYTES = 8 * 2 ** 20;

/**
 * Tells which characters (code points) a TrueType or OpenType font has; of a collection, its first font. Only the map is
 * read. Rejects when it is not such a file. OpenType 1.9, chapters "Font file" and "cmap".
 */
export async function readCharacterMap(path: string): Promise<(codePoint: number) => boolean> {
  await using file = await open(path);
  const head = await read(file, 0, 16);
  const start = head.toString('latin1', 0, 4) === 'ttcf' ? head.readUInt32BE(12) : 0;
  const tables = (await read(file, start + 4, 2)).readUInt16BE();
  if (tables > MAX_TABLES) throw new Error(`${path} is not a font`);
  const directory = await read(file, start + 12, tables * 16);
  for (let at = 0; at < directory.length; at += 16) {
    if (directory.toString('latin1', at, at + 4) !== 'cmap') continue;
    const length = Math.min(directory.readUInt32BE(at + 12), MAX_MAP_BYTES);
    return lookUpIn(await read(file, directory.readUInt32BE(at + 8), length));
  }
  throw new Error(`${path} has no character map`);
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Error('the font ends too early');
  return buffer;
}

/** The map of all of Unicode (format 12) where there is one, else that of its first plane (format 4). */
function lookUpIn(map: Buffer): (codePoint: number) => boolean {
  const offsets = Array.from({ length: map.readUInt16BE(2) }, (_, index) => map.readUInt32BE(8 + index * 8));
  const byFormat = new Map(offsets.map((offset) => [map.readUInt16BE(offset), offset]));
  const whole = byFormat.get(12);
  if (whole !== undefined) return (codePoint) => hasInGroups(map, whole, codePoint);
  const plane = byFormat.get(4);
  if (plane !== undefined) return (codePoint) => hasInSegments(map, plane, codePoint);
  return () => false;
}

/** Groups of first and last code point and first glyph, 12 bytes each. */
function hasInGroups(map: Buffer, offset: number, codePoint: number): boolean {
  const count = map.readUInt32BE(offset + 12);
  const placeOf = (group: number): number => offset + 16 + group * 12;
  const found = partitionPoint(count, (group) => map.readUInt32BE(placeOf(group) + 4) < codePoint);
  if (found === count) return false;
  const first = map.readUInt32BE(placeOf(found));
  return codePoint >= first && map.readUInt32BE(placeOf(found) + 8) + codePoint - first !== 0;
}

/** Four lists of 16-bit numbers: last code points, first ones, deltas and offsets into a list of glyphs. */
function hasInSegments(map: Buffer, offset: number, codePoint: number): boolean {
  const bytes = map.readUInt16BE(offset + 6);
  const lasts = offset + 14;
  for (let at = 0; at < bytes; at += 2) {
    if (map.readUInt16BE(lasts + at) < codePoint) continue;
    const first = map.readUInt16BE(lasts + bytes + 2 + at);
    if (codePoint < first) return false;
    const delta = map.readUInt16BE(lasts + 2 * bytes + 2 + at);
    const place = lasts + 3 * bytes + 2 + at;
    const range = map.readUInt16BE(place);
    if (range === 0) return ((codePoint + delta) & 0xffff) !== 0;
    const glyph = map.readUInt16BE(place + range + 2 * (codePoint - first));
    return glyph !== 0;
  }
  return false;
}
