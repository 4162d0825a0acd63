import { inflateSync, constants } from 'node:zlib';
import { isLittleEndian, TiffFields } from './tiff-fields.ts';
import type { TiffPage } from './tiff-pages.ts';

/** A rectangle of a page, as a file of its own that the decoder of pictures can read. */
export interface TiffPart {
  left: number;
  top: number;
  /** The width of the rectangle; at the edges of a page it may be more than there is room for. */
  width: number;
  height: number;
  file: Uint8Array;
}

const COMPRESSION = { none: 1, lzw: 5, jpeg: 7, deflate: 8, oldDeflate: 32_946, packBits: 32_773 };
const TAG = {
  bits: 258,
  photometric: 262,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planes: 284,
  predictor: 317,
  colours: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  extraSamples: 338,
  jpegTables: 347,
};
const RGB = 2;
const DIFFERENCES = 2;
/** A page of A4 at 600 dpi in tiles of 64 pixels has 8,600. */
const MAX_PARTS = 20_000;
/** The most bytes of an unpacked page: 40 million pixels with four samples. */
const MAX_BYTES = 200_000_000;
/** The most bytes that may follow the data of a strip or tile. */
const MAX_WASTE = 65_536;

/** How the samples of a page are written. */
interface Layout {
  isLittle: boolean;
  compression: number;
  bits: number;
  samples: number;
  predictor: number;
  photometric: number;
  fields: TiffFields;
}

/**
 * The strips or tiles of a page, for pages that the decoder cannot read as they are: it knows neither tiles nor what is
 * compressed by Deflate or JPEG (TIFF 6.0, sections 15 and 22; Adobe's technical notes on both). None when the page is
 * damaged or written in still another way. Throws a RangeError for a directory that is not all there.
 */
export function* tiffPartsOf(bytes: Uint8Array, page: TiffPage): Generator<TiffPart> {
  const fields = new TiffFields(bytes, page.offset);
  const bits = fields.numbers(TAG.bits, 8);
  const layout: Layout = {
    isLittle: isLittleEndian(bytes),
    compression: page.compression,
    bits: bits[0] ?? 1,
    ...samplesOf(fields),
    fields,
  };
  const isPlain = (fields.number(TAG.planes) ?? 1) === 1 && bits.every((each) => each === layout.bits);
  if (!isPlain || layout.samples < 1 || layout.samples > 8 || ![1, 2, 4, 8, 16].includes(layout.bits)) return;
  const places = fields.has(TAG.tileWidth) ? tilesOf(fields, page) : stripsOf(fields, page);
  const size = places.reduce((sum, place) => sum + rowBytes(layout, place.width) * place.height, 0);
  if (places.length > MAX_PARTS || size > MAX_BYTES) return;
  for (const { from, length, ...rectangle } of places) {
    // Packed data may be a little longer than what it unpacks to, never much.
    const most = rowBytes(layout, rectangle.width) * rectangle.height * 2 + MAX_WASTE;
    const file = fileOf(bytes.subarray(from, from + Math.min(length, most)), rectangle, layout);
    if (file !== undefined) yield { ...rectangle, file };
  }
}

function samplesOf(fields: TiffFields): Pick<Layout, 'samples' | 'predictor' | 'photometric'> {
  return {
    samples: fields.number(TAG.samples) ?? 1,
    predictor: fields.number(TAG.predictor) ?? 1,
    photometric: fields.number(TAG.photometric) ?? 1,
  };
}

interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the data of a rectangle is. */
interface Place extends Rectangle {
  from: number;
  length: number;
}

function stripsOf(fields: TiffFields, { width, height }: TiffPage): Place[] {
  const rows = Math.min(fields.number(TAG.rowsPerStrip) ?? height, height);
  if (rows < 1) return [];
  const count = Math.min(Math.ceil(height / rows), MAX_PARTS + 1);
  const lengths = fields.numbers(TAG.stripBytes, count);
  return fields.numbers(TAG.stripOffsets, count).map((from, index) => ({
    left: 0,
    top: index * rows,
    width,
    height: Math.min(rows, height - index * rows),
    from,
    length: lengths[index] ?? 0,
  }));
}

function tilesOf(fields: TiffFields, page: TiffPage): Place[] {
  const [width, height] = [fields.number(TAG.tileWidth) ?? 0, fields.number(TAG.tileHeight) ?? 0];
  // Edge tiles are as large as the others; one much larger than its page is nonsense.
  if (width < 1 || height < 1 || width > page.width + 4_096 || height > page.height + 4_096) return [];
  const across = Math.ceil(page.width / width);
  const count = Math.min(across * Math.ceil(page.height / height), MAX_PARTS + 1);
  const lengths = fields.numbers(TAG.tileBytes, count);
  return fields.numbers(TAG.tileOffsets, count).map((from, index) => ({
    left: (index % across) * width,
    top: Math.floor(index / across) * height,
    width,
    height,
    from,
    length: lengths[index] ?? 0,
  }));
}

function rowBytes({ bits, samples }: Layout, width: number): number {
  return Math.ceil((width * bits * samples) / 8);
}

function fileOf(data: Uint8Array, rectangle: Rectangle, layout: Layout): Uint8Array | undefined {
  switch (layout.compression) {
    case COMPRESSION.jpeg:
      return withTables(data, layout);
    case COMPRESSION.deflate:
    case COMPRESSION.oldDeflate: {
      const unpacked = inflate(data, rectangle, layout);
      return (
        unpacked && toTiff(unpacked, rectangle, { ...layout, compression: COMPRESSION.none, predictor: 1 })
      );
    }
    case COMPRESSION.none:
    case COMPRESSION.lzw:
    case COMPRESSION.packBits:
      return toTiff(data, rectangle, layout);
    default:
      return undefined;
  }
}

const JPEG_START = Buffer.of(0xff, 0xd8);
/**
 * The mark of Adobe's programs in a JPEG file whose colours are red, green and blue; without it they are taken for
 * YCbCr.
 */
const IS_RGB = Buffer.from('\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00', 'latin1');

/** A whole JPEG file: the tables that all parts of a page share stand in a field of their own. */
function withTables(data: Uint8Array, { photometric, fields }: Layout): Uint8Array | undefined {
  if (data[0] !== 0xff || data[1] !== 0xd8) return undefined;
  const tables = fields.bytes(TAG.jpegTables);
  // Without its first and its last marker: start and end of image.
  const shared = tables.length > 4 ? tables.subarray(2, -2) : new Uint8Array();
  const marker = photometric === RGB ? IS_RGB : new Uint8Array();
  return Buffer.concat([JPEG_START, marker, shared, data.subarray(2)]);
}

function inflate(data: Uint8Array, { width, height }: Rectangle, layout: Layout): Uint8Array | undefined {
  const { predictor, bits, samples, isLittle } = layout;
  const row = rowBytes(layout, width);
  const hasDifferences = predictor === DIFFERENCES;
  if (predictor > DIFFERENCES || (hasDifferences && bits !== 8 && bits !== 16)) return undefined;
  const pixels = new Uint8Array(row * height);
  try {
    // A part that is cut off is white or black, as it comes; a part with too many bytes is no picture.
    const found = inflateSync(data, {
      maxOutputLength: pixels.length + MAX_WASTE,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    pixels.set(found.subarray(0, pixels.length));
  } catch {
    return undefined;
  }
  if (hasDifferences) {
    for (let top = 0; top < pixels.length; top += row) {
      const line = pixels.subarray(top, top + row);
      if (bits === 8) addBytes(line, samples);
      else addShorts(line, samples, isLittle);
    }
  }
  return pixels;
}

/** TIFF 6.0, section 14: each sample is the difference to that of the pixel before. */
function addBytes(line: Uint8Array, samples: number): void {
  for (let at = samples; at < line.length; at += 1) line[at] = (line[at]! + line[at - samples]!) & 0xff;
}

function addShorts(line: Uint8Array, samples: number, isLittle: boolean): void {
  const view = new DataView(line.buffer, line.byteOffset, line.byteLength);
  for (let at = samples * 2; at + 1 < line.length; at += 2) {
    view.setUint16(at, view.getUint16(at, isLittle) + view.getUint16(at - samples * 2, isLittle), isLittle);
  }
}

const SHORT = 3;
const LONG = 4;

/** A TIFF file of one strip, in the order of bytes of the file that the data is from. */
function toTiff(data: Uint8Array, { width, height }: Rectangle, layout: Layout): Uint8Array {
  const { isLittle, fields } = layout;
  const colours = fields.bytes(TAG.colours);
  const hasColours = colours.length > 0;
  const entries: Array<[tag: number, type: number, count: number, value: number]> = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [TAG.bits, SHORT, layout.samples, layout.bits],
    [259, SHORT, 1, layout.compression],
    [TAG.photometric, SHORT, 1, layout.photometric],
    [TAG.stripOffsets, LONG, 1, 0],
    [TAG.samples, SHORT, 1, layout.samples],
    [TAG.rowsPerStrip, LONG, 1, height],
    [TAG.stripBytes, LONG, 1, data.length],
    [TAG.predictor, SHORT, 1, layout.predictor],
  ];
  if (hasColours) entries.push([TAG.colours, SHORT, colours.length / 2, 0]);
  if (layout.samples === 2 || layout.samples > 3) {
    entries.push([TAG.extraSamples, SHORT, 1, fields.number(TAG.extraSamples) ?? 0]);
  }
  const bitsAt = 8 + 2 + entries.length * 12 + 4;
  const coloursAt = bitsAt + layout.samples * 2;
  const dataAt = coloursAt + colours.length;
  const head = new DataView(new ArrayBuffer(coloursAt));
  head.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
  head.setUint16(2, 42, isLittle);
  head.setUint32(4, 8, isLittle);
  head.setUint16(8, entries.length, isLittle);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + index * 12;
    head.setUint16(at, tag, isLittle);
    head.setUint16(at + 2, type, isLittle);
    head.setUint32(at + 4, count, isLittle);
    if (tag === TAG.stripOffsets) head.setUint32(at + 8, dataAt, isLittle);
    else if (tag === TAG.colours) head.setUint32(at + 8, coloursAt, isLittle);
    else if (tag === TAG.bits && count > 2) head.setUint32(at + 8, bitsAt, isLittle);
    else if (type === LONG) head.setUint32(at + 8, value, isLittle);
    else for (let place = 0; place < count; place += 1) head.setUint16(at + 8 + place * 2, value, isLittle);
  }
  for (let sample = 0; sample < layout.samples; sample += 1) {
    head.setUint16(bitsAt + sample * 2, layout.bits, isLittle);
  }
  return Buffer.concat([new Uint8Array(head.buffer), colours, data]);
}
