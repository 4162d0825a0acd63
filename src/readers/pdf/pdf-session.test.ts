import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPdf, textAt } from '../../../test/support/documents/build-pdf.ts';
import { guardPdfium, PdfiumCrash } from './pdfium/pdfium-instance.ts';
import { RuntimeError } from './pdfium/web-assembly.ts';
import { PdfSession } from './pdf-session.ts';

const TWO_PAGES = buildPdf({ content: textAt(72, 700, 'One.') }, { content: textAt(72, 700, 'Two.') });

test('a file is opened again after PDFium has ended over it', async () => {
  const session = await PdfSession.open(TWO_PAGES);
  const answer = await session.ask(
    (open) => guardPdfium(() => open.pdfium.memory.allocate(2 ** 30).toString()),
    'nothing',
  );
  assert.deepEqual([answer, session.hasCrashed], ['nothing', true]);
  assert.equal((await session.extract(1))?.page.words[0]?.text, 'Two.');
  for (let count = 0; count < 3; count++) {
    await session.ask(() => guardPdfium(() => assert.fail(new RuntimeError('trap'))), undefined);
  }
  assert.equal(await session.extract(1), undefined);
  await session.close();
});

test('traps, numbers and an overflown stack are crashes; other errors are bugs', () => {
  const run = (error: unknown) => () =>
    guardPdfium(() => {
      // Its C++ throws numbers.
      throw error;
    });
  assert.throws(run(new RuntimeError('unreachable')), PdfiumCrash);
  assert.throws(run(12_345), PdfiumCrash);
  assert.throws(run(new RangeError('Maximum call stack size exceeded')), PdfiumCrash);
  assert.throws(run(new TypeError('a bug')), TypeError);
});

test('pages are painted grey on white, within a size that can be held', async () => {
  const session = await PdfSession.open(
    buildPdf(
      { content: '0 g 100 100 200 200 re f' },
      { content: '', entries: '/MediaBox [0 0 14400 14400]' },
    ),
  );
  const raster = await session.render(0, 72);
  assert.ok(raster !== undefined);
  assert.deepEqual([raster.width, raster.height, raster.dpi, raster.data.length], [600, 800, 72, 480_000]);
  const pixel = (x: number, y: number): number | undefined => raster.data[y * raster.width + x];
  assert.deepEqual([pixel(50, 50), pixel(200, 600)], [255, 0]);
  const large = await session.render(1, 300);
  assert.ok(large !== undefined && large.data.length <= 25_000_000 && large.dpi < 30);
  await session.close();
});
