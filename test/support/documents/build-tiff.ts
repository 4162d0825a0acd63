import type { Raster } from '../../../src/readers/ocr/ocr-page.ts';

const ENTRIES = 9;
const DIRECTORY_BYTES = 2 + ENTRIES * 12 + 4;
const SHORT = 3;
const LONG = 4;

/** A TIFF file of grey pages without compression, big-endian; the last directory leads to `next`, 0 for the end. */
export function buildTiff(pages: readonly Raster[], next = 0): Buffer {
  const parts: Buffer[] = [Buffer.from('MM\0*\0\0\0\x08', 'latin1')];
  let at = 8;
  for (const [index, { width, height, data }] of pages.entries()) {
    const start = at + DIRECTORY_BYTES;
    const directory = Buffer.alloc(DIRECTORY_BYTES);
    directory.writeUInt16BE(ENTRIES);
    const entries: Array<[tag: number, type: number, value: number]> = [
      [256, LONG, width],
      [257, LONG, height],
      [258, SHORT, 8],
      [259, SHORT, 1],
      [262, SHORT, 1],
      [273, LONG, start],
      [277, SHORT, 1],
      [278, LONG, height],
      [279, LONG, data.length],
    ];
    for (const [place, [tag, type, value]] of entries.entries()) {
      const offset = 2 + place * 12;
      directory.writeUInt16BE(tag, offset);
      directory.writeUInt16BE(type, offset + 2);
      directory.writeUInt32BE(1, offset + 4);
      if (type === SHORT) directory.writeUInt16BE(value, offset + 8);
      else directory.writeUInt32BE(value, offset + 8);
    }
    at = start + data.length + (data.length % 2);
    directory.writeUInt32BE(index === pages.length - 1 ? next : at, DIRECTORY_BYTES - 4);
    parts.push(directory, Buffer.from(data), Buffer.alloc(data.length % 2));
  }
  return Buffer.concat(parts);
}
