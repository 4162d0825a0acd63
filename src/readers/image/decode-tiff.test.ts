import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { createImageDecoder } from './decode-image.ts';
import { decodeTiffPage } from './decode-tiff.ts';
import { readImage } from './read-image.ts';
import { readTiffPages } from './tiff-pages.ts';

const SHORT = 3;
const LONG = 4;
const [WIDTH, HEIGHT] = [40, 24];

/** Black in the left upper quarter, grey in the right lower one. */
const shadeAt = (x: number, y: number): number => {
  if (x < WIDTH / 2 && y < HEIGHT / 2) return 0;
  return x >= WIDTH / 2 && y >= HEIGHT / 2 ? 128 : 255;
};

interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The samples of a part, each the difference to the one before when `hasDifferences`. */
function samplesOf({ left, top, width, height }: Part, hasDifferences: boolean): Buffer {
  const samples = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const before = hasDifferences && x > 0 ? shadeAt(left + x - 1, top + y) : 0;
      samples[y * width + x] = (shadeAt(left + x, top + y) - before) & 0xff;
    }
  }
  return samples;
}

/** A grey page in these strips or tiles; `fields` are more of them or replace others. */
function tiffOf(parts: readonly Buffer[], fields: ReadonlyArray<[number, number, number[]]>): Buffer {
  const places = [273, 279, 324, 325];
  const all = [
    [256, LONG, [WIDTH]],
    [257, LONG, [HEIGHT]],
    [258, SHORT, [8]],
    [262, SHORT, [1]],
    [277, SHORT, [1]],
    ...fields,
  ] as Array<[number, number, number[]]>;
  const data: Buffer[] = [];
  let at = 10 + all.length * 12 + 4;
  const put = (bytes: Buffer): number => {
    data.push(bytes);
    at += bytes.length;
    return at - bytes.length;
  };
  const offsets = parts.map(put);
  const directory = Buffer.alloc(10 + all.length * 12 + 4);
  directory.write('II*\0\x08\0\0\0', 'latin1');
  directory.writeUInt16LE(all.length, 8);
  for (const [index, [tag, type, given]] of all.entries()) {
    const isOffset = tag === 273 || tag === 324;
    const values = places.includes(tag) ? (isOffset ? offsets : parts.map(({ length }) => length)) : given;
    const packed = Buffer.alloc(Math.max(4, values.length * (type === SHORT ? 2 : 4)));
    for (const [place, value] of values.entries()) {
      if (type === SHORT) packed.writeUInt16LE(value, place * 2);
      else packed.writeUInt32LE(value, place * 4);
    }
    const entry = 10 + index * 12;
    directory.writeUInt16LE(tag, entry);
    directory.writeUInt16LE(type, entry + 2);
    directory.writeUInt32LE(values.length, entry + 4);
    if (packed.length === 4) packed.copy(directory, entry + 8);
    else directory.writeUInt32LE(put(packed), entry + 8);
  }
  return Buffer.concat([directory, ...data]);
}

const strip = (top: number): Part => ({ left: 0, top, width: WIDTH, height: 8 });
const TILES = [0, 16].flatMap((top) => [0, 32].map((left) => ({ left, top, width: 32, height: 16 })));
const STRIP_FIELDS: Array<[number, number, number[]]> = [
  [273, LONG, []],
  [278, SHORT, [8]],
  [279, LONG, []],
];
const TILE_FIELDS: Array<[number, number, number[]]> = [
  [322, SHORT, [32]],
  [323, SHORT, [16]],
  [324, LONG, []],
  [325, LONG, []],
];

async function decode(bytes: Buffer): Promise<number[][] | undefined> {
  const [page] = readTiffPages(bytes);
  assert.ok(page !== undefined);
  const raster = await decodeTiffPage(bytes, page, createImageDecoder());
  if (raster === undefined) return undefined;
  assert.deepEqual([raster.width, raster.height, raster.channels], [WIDTH, HEIGHT, 1]);
  return Array.from({ length: HEIGHT }, (_, y) => [...raster.data.subarray(y * WIDTH, (y + 1) * WIDTH)]);
}

const EXPECTED = Array.from({ length: HEIGHT }, (_, y) =>
  Array.from({ length: WIDTH }, (__, x) => shadeAt(x, y)),
);

describe('a page of a TIFF file', () => {
  test('in strips compressed by Deflate', async () => {
    for (const compression of [8, 32_946]) {
      const parts = [0, 8, 16].map((top) => deflateSync(samplesOf(strip(top), false)));
      const bytes = tiffOf(parts, [[259, SHORT, [compression]], ...STRIP_FIELDS]);
      assert.deepEqual(await decode(bytes), EXPECTED);
    }
  });

  test('that holds differences', async () => {
    const parts = [0, 8, 16].map((top) => deflateSync(samplesOf(strip(top), true)));
    const bytes = tiffOf(parts, [[259, SHORT, [8]], ...STRIP_FIELDS, [317, SHORT, [2]]]);
    assert.deepEqual(await decode(bytes), EXPECTED);
  });

  test('in tiles, packed and plain', async () => {
    for (const compression of [1, 8]) {
      const parts = TILES.map((part) => {
        const samples = samplesOf(part, false);
        return compression === 1 ? samples : deflateSync(samples);
      });
      assert.deepEqual(await decode(tiffOf(parts, [[259, SHORT, [compression]], ...TILE_FIELDS])), EXPECTED);
    }
  });

  test('is white where a strip is damaged', async () => {
    const parts = [0, 8, 16].map((top) => deflateSync(samplesOf(strip(top), false)));
    parts[0] = Buffer.from('no deflated data');
    const rows = await decode(tiffOf(parts, [[259, SHORT, [8]], ...STRIP_FIELDS]));
    assert.deepEqual(
      rows?.slice(0, 8),
      Array.from({ length: 8 }, () => Array(WIDTH).fill(255)),
    );
    assert.deepEqual(rows?.slice(8), EXPECTED.slice(8));
  });

  test('that unpacks to more than its size is damaged', async () => {
    const parts = [0, 8, 16].map(() => deflateSync(Buffer.alloc(1_000_000)));
    assert.equal(await decode(tiffOf(parts, [[259, SHORT, [8]], ...STRIP_FIELDS])), undefined);
  });

  test('of a nonsense size is damaged', async () => {
    const parts = [0, 8, 16].map((top) => deflateSync(samplesOf(strip(top), false)));
    const bytes = tiffOf(parts, [[259, SHORT, [8]], ...STRIP_FIELDS]);
    const [page] = readTiffPages(bytes);
    assert.ok(page !== undefined);
    const wide = { ...page, width: 40_000 };
    assert.equal((await decodeTiffPage(bytes, wide, createImageDecoder()))?.width, 40_000);
    assert.equal(await decodeTiffPage(bytes, { ...wide, height: 40_000 }, createImageDecoder()), undefined);
  });

  test('with tiles of a nonsense size is damaged', async () => {
    const fields = TILE_FIELDS.map(([tag, type, values]): [number, number, number[]] =>
      tag === 322 ? [tag, LONG, [4_000_000_000]] : [tag, type, values],
    );
    assert.equal(await decode(tiffOf([Buffer.alloc(9)], [[259, SHORT, [8]], ...fields])), undefined);
  });
});

/** Written by ImageMagick: 32 x 16 pixels, the left half black; its tables stand apart from its data. */
const JPEG_TIFF = Buffer.from(
  'SUkqADAAAAD/2P/AAAsIABAAIAEBEQD/2gAIAQEAAD8A8wor6dor5ior6dor/9kADgAAAQMAAQAAACAAAAABAQMAAQAAABAAAAAC' +
    'AQMAAQAAAAgAAAADAQMAAQAAAAcAAAAGAQMAAQAAAAEAAAAKAQMAAQAAAAEAAAARAQQAAQAAAAgAAAASAQMAAQAAAAEAAAAVAQMA' +
    'AQAAAAEAAAAWAQMAAQAAABAAAAAXAQQAAQAAACcAAAAcAQMAAQAAAAEAAAApAQMAAgAAAAAAAQBbAQcAIQEAAN4AAAAAAAAA/9j/' +
    '2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//xAAfAAAB' +
    'BQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgv/xAC1EAACAQMDAgQDBQUEBAAAAX0BAgMABBEFEiExQQYTUWEHInEUMoGRoQgjQrHB' +
    'FVLR8CQzYnKCCQoWFxgZGiUmJygpKjQ1Njc4OTpDREVGR0hJSlNUVVZXWFlaY2RlZmdoaWpzdHV2d3h5eoOEhYaHiImKkpOUlZaX' +
    'mJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4eLj5OXm5+jp6vHy8/T19vf4+fr/2Q==',
  'base64',
);

describe('a page of a TIFF file that is compressed', () => {
  test('by JPEG, with tables that stand apart', async () => {
    const [page] = readTiffPages(JPEG_TIFF);
    assert.ok(page !== undefined);
    const raster = await decodeTiffPage(JPEG_TIFF, page, createImageDecoder());
    assert.deepEqual([raster?.width, raster?.height], [32, 16]);
    const shades = [2, 12, 18, 30].map((x) => raster?.data[8 * 32 + x] ?? -1);
    assert.deepEqual(
      shades.map((shade) => (shade < 0 ? 'none' : shade < 20 ? 'black' : shade > 235 ? 'white' : 'grey')),
      ['black', 'black', 'white', 'white'],
    );
  });

  test('in a way that is not read is refused by its name', async () => {
    const bytes = tiffOf([Buffer.alloc(9)], [[259, SHORT, [50_001]], ...STRIP_FIELDS]);
    await assert.rejects(readImage(sourceOf(bytes)), {
      code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
      message: /compressed by WebP/,
    });
  });
});
