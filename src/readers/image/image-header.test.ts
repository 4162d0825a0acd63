import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildTiff } from '../../../test/support/documents/build-tiff.ts';
import { NOTICE_PNG } from '../../../test/support/documents/notice.ts';
import { withFirstFrame } from './gif-frame.ts';
import { readImageHeader } from './image-header.ts';
import { readTiffPages, withFirstPage } from './tiff-pages.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const pad = (text: string): Buffer => Buffer.concat([latin1(text), Buffer.alloc(32)]);
const grey = (width: number, height: number): Parameters<typeof buildTiff>[0][number] => ({
  width,
  height,
  dpi: 0,
  channels: 1,
  data: new Uint8Array(width * height),
});

const bitmap = (): Buffer => {
  const bytes = pad('BM');
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(300, 18);
  bytes.writeInt32LE(-200, 22);
  return bytes;
};

describe('the size of a picture', () => {
  const cases: Array<[what: string, bytes: Buffer | Uint8Array, expected: [string, number, number]]> = [
    ['PNG', NOTICE_PNG, ['png', 656, 328]],
    ['JPEG', pad('\xFF\xD8\xFF\xE0\0\x04ab\xFF\xFF\xC2\0\x11\x08\x01\x00\x02\x00'), ['jpeg', 512, 256]],
    ['GIF', pad('GIF89a\x05\0\x06\0\0\0\0\x21\xF9\x02ab\0\x2C\x01\0\x02\0\x0A\0\x0B\0\0'), ['gif', 11, 13]],
    ['BMP', bitmap(), ['bmp', 300, 200]],
    ['old BMP', pad('BM            \x0C\0\0\0\x10\0\x20\0'), ['bmp', 16, 32]],
    ['lossy WebP', pad('RIFF....WEBPVP8 ....abc\x9D\x01\x2A\x10\x40\x20\x80'), ['webp', 16, 32]],
    ['lossless WebP', pad('RIFF....WEBPVP8L....\x2F\x0F\xC0\x07\0'), ['webp', 16, 32]],
    ['extended WebP', pad('RIFF....WEBPVP8X........\x0F\0\x01\x1F\0\0'), ['webp', 65_552, 32]],
    ['TIFF', buildTiff([grey(4, 3), grey(7, 5)]), ['tiff', 7, 5]],
  ];
  for (const [what, bytes, [format, width, height]] of cases) {
    test(what, () => assert.deepEqual(readImageHeader(bytes), { format, width, height }));
  }
});

describe('what cannot be decoded', () => {
  for (const [name, start] of [
    ['AVIF', '\0\0\0\x20ftypavif'],
    ['HEIC', '\0\0\0\x20ftypheic'],
    ['JPEG XL', '\xFF\x0A'],
    ['JPEG 2000', '\0\0\0\x0CjP  '],
    ['BigTIFF', 'II+\0'],
    ['icon', '\0\0\x01\0'],
    ['SVG', '<svg xmlns='],
  ] as const) {
    test(`${name} is named`, () => {
      assert.throws(() => readImageHeader(pad(start)), {
        code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
        message: new RegExp(name),
      });
    });
  }
  for (const start of [
    '',
    'GIF89a',
    '\x89PNG\r\n\x1A\n',
    '\xFF\xD8\xFF',
    'BM',
    'II*\0',
    'MM\0*\0\0\0\x08',
    'text',
  ]) {
    test(`${JSON.stringify(start)} alone is damaged`, () => {
      assert.throws(() => readImageHeader(latin1(start)), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
    });
  }
});

describe('the pages of a TIFF file', () => {
  const pages = [grey(4, 3), grey(6, 2)];
  test('are found in order', () => {
    const found = readTiffPages(buildTiff(pages));
    assert.deepEqual(
      found.map(({ width, height, compression }) => [width, height, compression]),
      [
        [4, 3, 1],
        [6, 2, 1],
      ],
    );
  });
  test('end where they begin again', () => {
    assert.equal(readTiffPages(buildTiff(pages, 8)).length, 2);
  });
  test('end with the file', () => {
    assert.equal(readTiffPages(buildTiff(pages, 1_000_000)).length, 2);
    assert.equal(readTiffPages(buildTiff(pages).subarray(0, 140)).length, 1);
  });
  test('can each be put first', () => {
    const bytes = buildTiff(pages);
    const second = readTiffPages(bytes)[1];
    assert.ok(second !== undefined);
    assert.equal(readTiffPages(withFirstPage(bytes, second))[0]?.width, 6);
    assert.equal(readTiffPages(bytes)[0]?.width, 4);
  });
});

test('only the first frame of a GIF is kept', () => {
  const head = latin1('GIF89a\x01\0\x01\0\0\0\0');
  const frame = latin1('\x2C\0\0\0\0\x01\0\x01\0\x80abcdef\x02\x02\x44\x01\0');
  const file = Buffer.concat([head, frame, frame, frame, latin1('\x3B')]);
  assert.deepEqual(Buffer.from(withFirstFrame(file)), Buffer.concat([head, frame, latin1('\x3B')]));
  const cut = file.subarray(0, 25);
  assert.equal(withFirstFrame(cut), cut);
});
