import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decodeNotice, NOTICE_LINES } from '../../../test/support/documents/notice.ts';
import { level, negate, turn } from './grey-image.ts';
import { OcrLanguageError } from './language-data.ts';
import type { OcrLine, OcrPage, Raster } from './ocr-page.ts';
import { openRecogniser, type Recogniser } from './recognise.ts';

const linesOf = ({ blocks }: OcrPage): OcrLine[] =>
  blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
const textOf = (page: OcrPage): string[] =>
  linesOf(page).map(({ words }) => words.map(({ text }) => text).join(' '));

describe('text recognition', () => {
  let recogniser: Recogniser;
  let notice: Raster;
  const recognise = (raster: Raster, remainingMs = 60_000): Promise<OcrPage> =>
    recogniser.recognise(raster, { remainingMs });
  before(async () => {
    recogniser = await openRecogniser(['eng']);
    notice = await decodeNotice();
  });
  after(() => recogniser.close());

  test('reads lines with their places and sizes', async () => {
    const page = await recognise(notice);
    assert.deepEqual(textOf(page), NOTICE_LINES);
    assert.ok(page.confidence > 0.85 && page.confidence <= 1);
    assert.equal(page.isComplete, true);
    assert.deepEqual([page.width, page.height, page.rotation, page.skew], [656, 328, 0, 0]);
    const [heading, ...lines] = linesOf(page);
    assert.ok(heading !== undefined);
    // 18 points are 37.5 pixels here, 11 are 23.
    assert.ok(Math.abs(heading.height / 0.93 - 37.5) < 5, `${heading.height}`);
    assert.equal(new Set(lines.map(({ height }) => height)).size, 1);
    assert.ok(Math.abs(lines[0]!.height / 0.93 - 23) < 3, `${lines[0]!.height}`);
    for (const line of [heading, ...lines]) {
      assert.ok(line.baseline > line.box.top && line.baseline <= line.box.bottom);
      for (const { box } of line.words) assert.ok(box.left >= line.box.left && box.right <= line.box.right);
    }
    const first = heading.words[0];
    assert.ok(first !== undefined && Math.abs(first.box.left - 48) < 4 && Math.abs(first.box.top - 46) < 4);
  });

  for (const rotation of [90, 180, 270] as const) {
    test(`turns a page by ${rotation} degrees`, async () => {
      const lying = turn(notice, (360 - rotation) as 90 | 180 | 270);
      const page = await recognise({ ...notice, ...lying });
      assert.deepEqual([page.width, page.height, page.rotation], [656, 328, rotation]);
      assert.deepEqual(textOf(page), NOTICE_LINES);
    });
  }

  test('levels a page', async () => {
    const page = await recognise({ ...notice, ...level(notice, 4) });
    assert.ok(Math.abs(page.skew + 4) < 0.3, `${page.skew}`);
    assert.deepEqual(textOf(page), NOTICE_LINES);
  });

  test('reads light text on a dark page', async () => {
    assert.deepEqual(textOf(await recognise({ ...notice, ...negate(notice) })), NOTICE_LINES);
  });

  test('reads colours', async () => {
    const data = new Uint8Array(notice.data.length * 4);
    for (const [index, value] of notice.data.entries()) data.set([value, value, 255, 0], index * 4);
    assert.deepEqual(textOf(await recognise({ ...notice, channels: 4, data })), NOTICE_LINES);
  });

  test('finds nothing on an empty page', async () => {
    const page = await recognise({ ...notice, data: new Uint8Array(notice.data.length).fill(250) });
    assert.deepEqual([page.blocks, page.confidence, page.isComplete], [[], 0, true]);
  });

  test('leaves noise unread', async () => {
    let state = 1;
    const data = Uint8Array.from({ length: 1_000_000 }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state >> 23;
    });
    const page = await recognise({ width: 1_000, height: 1_000, dpi: 0, channels: 1, data });
    assert.deepEqual([page.blocks, page.isComplete], [[], false]);
  });

  test('stops when the time is over', async () => {
    const rows = 8;
    const data = new Uint8Array(notice.data.length * rows);
    for (let row = 0; row < rows; row += 1) data.set(notice.data, row * notice.data.length);
    const page = await recognise({ ...notice, height: notice.height * rows, data }, 400);
    assert.equal(page.isComplete, false);
    assert.ok(linesOf(page).length < NOTICE_LINES.length * rows);
    assert.deepEqual(textOf(await recognise(notice)), NOTICE_LINES);
    assert.deepEqual(textOf(await recognise(notice, 0)), []);
  });

  test('refuses a raster of another size than it says', async () => {
    await assert.rejects(recognise({ ...notice, width: 10 }), RangeError);
  });

  test('reads after it was closed', async () => {
    recogniser.close();
    assert.deepEqual(textOf(await recognise(notice)), NOTICE_LINES);
  });
});

test('a language that is not installed is named with its package', async () => {
  await assert.rejects(openRecogniser(['eng', 'xyz']), (error: Error) => {
    assert.ok(error instanceof OcrLanguageError);
    assert.match(error.message, /@tesseract\.js-data\/xyz/);
    return true;
  });
  for (const name of ['../../eng', 'en', '']) {
    await assert.rejects(openRecogniser([name]), OcrLanguageError);
  }
});
