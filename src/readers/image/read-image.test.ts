import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildTiff } from '../../../test/support/documents/build-tiff.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { decodeNotice, NOTICE_LINES, NOTICE_PNG } from '../../../test/support/documents/notice.ts';
import type { DocumentContent } from '../document.ts';
import { readImage } from './read-image.ts';

const [title, ...lines] = NOTICE_LINES.map((line) => line.replace('&', '&amp;'));
const NOTICE_HTML = [
  `<h1>${title}</h1>`,
  `<p>${lines.slice(0, 2).join(' ')}</p>`,
  `<p>${lines.slice(2).join(' ')}</p>`,
].join('\n');

describe('a picture', () => {
  test('is read as headings and paragraphs', async () => {
    const content = await readImage(sourceOf(NOTICE_PNG));
    assert.deepEqual(content, { html: NOTICE_HTML, properties: {}, warnings: [] });
  });

  test('without text is empty, and says so', async () => {
    const blank = {
      width: 200,
      height: 100,
      dpi: 0,
      channels: 1 as const,
      data: new Uint8Array(20_000).fill(255),
    };
    const content = await readImage(sourceOf(buildTiff([blank])));
    assert.deepEqual(content, { html: '', properties: {}, warnings: ['No text was found in the image'] });
  });

  test('with pages gives them all, one after the other', async () => {
    const notice = await decodeNotice();
    const partial: number[] = [];
    const onPartial = ({ pages = [] }: DocumentContent): number => partial.push(pages.length);
    const content = await readImage(sourceOf(buildTiff([notice, notice]), { onPartial }));
    assert.deepEqual([content.html, content.totalPages, content.warnings], ['', 2, []]);
    assert.deepEqual(
      content.pages?.map(({ pageNumber, html, width, height, status }) => [
        pageNumber,
        html,
        width,
        height,
        status,
      ]),
      [
        [1, NOTICE_HTML, 492, 246, 'ok'],
        [2, NOTICE_HTML, 492, 246, 'ok'],
      ],
    );
    assert.deepEqual(partial, [1, 2]);
  });

  test('names the pages that were not reached', async () => {
    const notice = await decodeNotice();
    const times = [60_000, 60_000, 0];
    const remainingMs = (): number => times.shift() ?? 0;
    const content = await readImage(sourceOf(buildTiff([notice, notice, notice]), { remainingMs }));
    assert.equal(content.pages?.length, 1);
    assert.deepEqual(content.warnings, ['The last 2 of 3 pages were not read']);
  });

  test('with a page that cannot be decoded names it', async () => {
    const notice = await decodeNotice();
    const bytes = buildTiff([notice, notice]);
    // The compression of the first page: JPEG, though its data is none.
    bytes.writeUInt16BE(7, 8 + 2 + 3 * 12 + 8);
    const content = await readImage(sourceOf(bytes));
    assert.deepEqual(
      content.pages?.map(({ pageNumber }) => pageNumber),
      [2],
    );
    assert.deepEqual(content.warnings, ['Page 1 could not be decoded']);
  });
});

describe('a picture that is refused', () => {
  test('has no bytes', async () => {
    await assert.rejects(readImage(sourceOf(new Uint8Array())), { code: 'SCRAPE_DOCUMENT_EMPTY' });
  });

  test('states more pixels than are read', async () => {
    const bytes = Buffer.from(NOTICE_PNG);
    bytes.writeUInt32BE(100_000, 16);
    bytes.writeUInt32BE(100_000, 20);
    await assert.rejects(readImage(sourceOf(bytes)), { code: 'SCRAPE_DOCUMENT_TOO_COMPLEX' });
  });

  test('is damaged', async () => {
    const bytes = Buffer.from(NOTICE_PNG);
    bytes.fill(0, 33);
    await assert.rejects(readImage(sourceOf(bytes)), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
  });
});
