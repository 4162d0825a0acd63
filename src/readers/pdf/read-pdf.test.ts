import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { buildPdf, PdfBuilder, textAt } from '../../../test/support/documents/build-pdf.ts';
import { sourceOf } from '../../../test/support/documents/document-source.ts';
import { encryptedPdf } from '../../../test/support/documents/hostile/encrypted-pdf.ts';
import type { DocumentContent, DocumentSource } from '../document.ts';
import { PdfSession } from './pdf-session.ts';
import { readPdf } from './read-pdf.ts';

type Options = Partial<DocumentSource['pdf']>;

function read(
  bytes: Uint8Array,
  options: Options = {},
  changes: Partial<DocumentSource> = {},
): Promise<DocumentContent> {
  const pdf = {
    type: 'pdf',
    mode: 'auto',
    pages: true,
    blocks: false,
    pageMarkers: false,
    ...options,
  } as const;
  return readPdf(sourceOf(bytes, { pdf, ...changes }));
}

/** Time that runs out after so many questions. */
function clock(questions: number): () => number {
  let left = questions;
  return () => (left-- > 0 ? 60_000 : 0);
}

function onePage(text: string): Buffer {
  return buildPdf({ content: textAt(72, 700, text) });
}

function manyPages(count: number): Buffer {
  return buildPdf(
    ...Array.from({ length: count }, (_, index) => ({
      content: textAt(72, 700, `Page number ${index + 1} is this.`),
    })),
  );
}

/** A page with nothing but a grey picture. */
function scan(builder: PdfBuilder, pixels: Uint8Array = new Uint8Array(100).fill(255)): void {
  const image = builder.stream(
    deflateSync(pixels),
    '/Type /XObject /Subtype /Image /Width 10 /Height 10 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
  );
  builder.page({ content: 'q 600 0 0 800 0 0 cm /I Do Q', resources: `/XObject << /I ${image} >>` });
}

test('pages, their sizes and the properties of the file', async () => {
  const builder = new PdfBuilder();
  const info = builder.object(
    "<< /Title (A title) /Author (Ada) /CreationDate (D:20240131120000+01'00') /Producer (Maker 1.0) /Keywords () >>",
  );
  builder.trailer = `/Info ${info}`;
  builder.catalog = '/Lang (en_GB)';
  builder.page({ content: textAt(72, 700, 'First page.') });
  builder.page({ content: textAt(72, 700, 'Second page.'), entries: '/Rotate 90' });
  const content = await read(builder.build());
  assert.deepEqual(content.properties, {
    title: 'A title',
    author: 'Ada',
    language: 'en-GB',
    createdAt: '2024-01-31T11:00:00.000Z',
    generator: 'Maker 1.0',
  });
  assert.deepEqual(
    content.pages?.map(({ pageNumber, html, width, height, status }) => [
      pageNumber,
      html,
      width,
      height,
      status,
    ]),
    [
      [1, '<p>First page.</p>', 600, 800, 'ok'],
      [2, '<p>Second page.</p>', 800, 600, 'ok'],
    ],
  );
  assert.deepEqual([content.html, content.totalPages, content.warnings], ['', 2, []]);
});

test('what cannot be read is told by its code', async () => {
  await assert.rejects(read(encryptedPdf('secret')), { code: 'SCRAPE_DOCUMENT_ENCRYPTED' });
  await assert.rejects(read(new Uint8Array()), { code: 'SCRAPE_DOCUMENT_EMPTY' });
  await assert.rejects(read(buildPdf()), { code: 'SCRAPE_DOCUMENT_EMPTY' });
  await assert.rejects(read(Buffer.from('%PDF-1.7\nnothing')), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
  await assert.rejects(read(Buffer.alloc(5_000, 'junk')), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
});

test('a file whose password nobody has to know, and one with junk before it, are read', async () => {
  assert.match((await read(encryptedPdf(''))).pages?.[0]?.html ?? '', /Hello/);
  const junk = Buffer.concat([Buffer.alloc(500, 'x\n'), onePage('Found.')]);
  assert.equal((await read(junk)).pages?.[0]?.html, '<p>Found.</p>');
});

test('only as many pages are read as are asked for', async () => {
  const content = await read(manyPages(5), { maxPages: 2 });
  assert.deepEqual(
    content.pages?.map(({ pageNumber }) => pageNumber),
    [1, 2],
  );
  assert.deepEqual([content.totalPages, content.warnings], [5, []]);
});

test('a page that is broken does not take the others with it', async () => {
  const builder = new PdfBuilder();
  builder.page({ content: textAt(72, 700, 'Sound.') });
  const broken = builder.page({ content: '' });
  builder.set(broken, '<< /Type /Nonsense >>');
  builder.page({ content: textAt(72, 700, 'Sound again.') });
  const content = await read(builder.build());
  assert.deepEqual(
    content.pages?.map(({ status }) => status === 'ok').filter(Boolean).length,
    content.pages?.some(({ status }) => status === 'failed') ? 2 : 3,
  );
  assert.match(content.pages?.at(-1)?.html ?? '', /Sound again/);
});

test('pages that are not reached in time are named', async () => {
  const content = await read(manyPages(30), {}, { remainingMs: clock(12) });
  const count = content.pages?.length ?? 0;
  assert.ok(count > 0 && count < 30, `${count}`);
  assert.deepEqual(content.warnings, [`Pages ${count + 1}-30 were not read in time`]);
  await assert.rejects(read(manyPages(3), {}, { remainingMs: clock(1) }), {
    code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
  });
});

test('blocks come when they are asked for, with their places', async () => {
  assert.deepEqual((await read(onePage('Some words.'))).pages?.[0]?.blocks, []);
  const [page] = (await read(onePage('Some words.'), { blocks: true })).pages ?? [];
  assert.equal(page?.blocks.length, 1);
  const [left, top, right, bottom] = page?.blocks[0]?.bbox ?? [0, 0, 0, 0];
  assert.ok(left > 0.11 && left < 0.13 && top > 0.1 && top < bottom && bottom < 0.14 && right < 0.3);
});

test('the mode fast names scans, or says that there is nothing else', async () => {
  const mixed = new PdfBuilder();
  mixed.page({ content: textAt(72, 700, 'A page of text.') });
  scan(mixed);
  scan(mixed);
  const content = await read(mixed.build(), { mode: 'fast' });
  assert.deepEqual(content.warnings, ['Pages 2-3 are scans, which the mode fast does not read']);

  const only = new PdfBuilder();
  scan(only);
  await assert.rejects(read(only.build(), { mode: 'fast' }), { code: 'SCRAPE_PDF_OCR_REQUIRED' });
});

test('what there is is told before recognition begins, and pages that it does not reach are named', async () => {
  const builder = new PdfBuilder();
  builder.page({ content: textAt(72, 700, 'A page of text.') });
  scan(builder);
  const partial: DocumentContent[] = [];
  const content = await read(
    builder.build(),
    {},
    { remainingMs: clock(5), onPartial: (part) => void partial.push(part) },
  );
  assert.match(partial[0]?.pages?.[0]?.html ?? '', /A page of text/);
  assert.deepEqual(content.warnings, ['Page 2 is a scan that was not read in time']);
});

test('a language that is not there is named', async () => {
  const builder = new PdfBuilder();
  builder.page({ content: textAt(72, 700, 'A page of text.') });
  scan(builder);
  const content = await read(builder.build(), {}, { ocrLanguages: ['xyz'] });
  assert.match(content.warnings[0] ?? '', /^Page 2 could not be recognised: .*xyz/);
});

test('a reading that loses most of a page is not taken', async () => {
  // Tilted text is left out as a watermark by the layout, but here it is all there is.
  const line = 'Every word of this page is tilted, and there are more than a hundred letters of them.';
  const tilted = [700, 650, 600].map(
    (y) => `BT /F1 12 Tf 0.94 0.34 -0.34 0.94 72 ${y - 300} Tm (${y} ${line}) Tj ET`,
  );
  const content = await read(buildPdf({ content: tilted.join('\n') }));
  assert.match(content.pages?.[0]?.html ?? '', /Every word of this page/);
});

/** A page as a picture of what is drawn on it, with text behind it that is not painted; `shade` gives its light, by the share of the way across. */
async function scanned(
  content: string,
  { behind = '', shade = () => 1 }: { behind?: string; shade?: (share: number) => number },
): Promise<Buffer> {
  const drawn = await PdfSession.open(buildPdf({ content }));
  const raster = await drawn.render(0, 200);
  await drawn.close();
  assert.ok(raster !== undefined);
  const { width, height, data } = raster;
  const builder = new PdfBuilder();
  const image = builder.stream(
    deflateSync(data.map((value, at) => value * shade((at % width) / width))),
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
  );
  builder.page({
    content: `q 600 0 0 800 0 0 cm /I Do Q 3 Tr ${behind}`,
    resources: `/XObject << /I ${image} >>`,
  });
  return builder.build();
}

test('text behind a scan is believed unless it makes no words', async () => {
  const lines = Array.from(
    { length: 6 },
    (_, line) => `The harbour was open to ships in the summer of 18${line}9.`,
  );
  const write = (texts: readonly string[]): string =>
    texts.map((text, line) => textAt(72, 700 - line * 20, text)).join('');
  const noise = lines.map(() => 'Tbe b^rbour w;is o p e n | l o sbips i ~ tbc s*mm<r f _ 1 8 z');
  const options = { ocrLanguages: ['eng'] };
  const good = await read(
    await scanned(write(lines), { behind: write(lines.map((text) => `Old ${text}`)) }),
    {},
    options,
  );
  assert.match(good.pages?.[0]?.html ?? '', /Old The harbour was open/);
  const bytes = await scanned(write(lines), { behind: write(noise) });
  assert.match(
    (await read(bytes, {}, options)).pages?.[0]?.html ?? '',
    /The harbour was open to ships in the summer of 1859/,
  );
  const fast = await read(bytes, { mode: 'fast' }, options);
  assert.match(fast.pages?.[0]?.html ?? '', /sbips/);
  assert.deepEqual(fast.warnings, []);
});

test('a drawn table of a scan in a light shadow is read cell by cell', async () => {
  const rows = [
    ['Item', 'Opening', 'Closing'],
    ['Brass hinge', '847.49', '64.74'],
    ['Garden hose', '412.42', '325.45'],
    ['Notebook', '372.66', '563.45'],
  ];
  const rules = [0, 1, 2, 3, 4].map((row) => `80 ${700 - row * 24} 360 0.9 re f`);
  const sides = [80, 240, 340, 440].map((x) => `${x} 604 0.9 96 re f`);
  const cells = rows.flatMap((row, down) =>
    row.map((text, column) => textAt(88 + (column === 0 ? 0 : 62 + column * 100), 683 - down * 24, text)),
  );
  const shade = (share: number): number => 0.9 - 0.25 * share;
  const bytes = await scanned([...rules, ...sides, ...cells].join('\n'), { shade });
  const { pages } = await read(bytes, {}, { ocrLanguages: ['eng'] });
  const found = [...(pages?.[0]?.html ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...(row ?? '').matchAll(/<t[dh]>(.*?)<\/t[dh]>/gs)].map(([, cell]) => cell),
  );
  assert.deepEqual(found, rows);
});
