import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPdf, PdfBuilder, textAt } from '../../../../test/support/documents/build-pdf.ts';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import { encryptedPdf } from '../../../../test/support/documents/hostile/encrypted-pdf.ts';
import type { DocumentContent } from '../../document.ts';
import { readPdf } from '../read-pdf.ts';
import { rebuildPdf } from './rebuild-pdf.ts';

function pages(...texts: string[]): Buffer {
  return buildPdf(...texts.map((text) => ({ content: textAt(72, 700, text) })));
}

function htmlOf({ pages: read }: DocumentContent): string[] {
  return (read ?? []).map(({ html }) => html);
}

/** The file without its catalogue, page tree and cross-references, which all come first and last in files made here. */
function beheaded(file: Buffer): Buffer {
  const start = file.indexOf('3 0 obj');
  return Buffer.concat([file.subarray(0, 15), file.subarray(start, file.lastIndexOf('xref\n0'))]);
}

test('pages are found in a file that has lost its catalogue, page tree and cross-references', async () => {
  const content = await readPdf(sourceOf(beheaded(pages('First.', 'Second.', 'Third.'))));
  assert.deepEqual(htmlOf(content), ['<p>First.</p>', '<p>Second.</p>', '<p>Third.</p>']);
  assert.deepEqual(content.warnings, ['The file is damaged: 3 pages could be recovered']);
});

test('a file that ends in the middle keeps the pages before, and what is left of the last text', async () => {
  const file = beheaded(pages('First.', 'Second.', 'Third is cut.'));
  const content = await readPdf(sourceOf(file.subarray(0, file.indexOf('Third is') + 5)));
  assert.deepEqual(htmlOf(content).slice(0, 2), ['<p>First.</p>', '<p>Second.</p>']);
  assert.match(content.warnings[0] ?? '', /^The file is damaged: [23] pages/);
});

test('what is left of the page tree tells the order of pages', async () => {
  const builder = new PdfBuilder();
  const late = builder.object('');
  builder.page({ content: textAt(72, 700, 'First.') });
  builder.page({ content: textAt(72, 700, 'Second.') }, late);
  const file = builder.build();
  // Only the catalogue is gone.
  const broken = Buffer.from(
    file.toString('latin1').replaceAll('/Catalog', '/Nothing').replaceAll('/Root', '/Toor'),
    'latin1',
  );
  assert.deepEqual(htmlOf(await readPdf(sourceOf(broken))), ['<p>First.</p>', '<p>Second.</p>']);
});

test('of an object that was written anew, the last counts; what lies in a stream does not', () => {
  const old = `3 0 obj\n<< /Type /Page /Old true >>\nendobj\n`;
  const stream = `5 0 obj\n<< /Length ${old.length} >>\nstream\n${old}\nendstream\nendobj\n`;
  const file = `%PDF-1.4\n${old}3 0 obj\n<< /Type /Page /New true >>\nendobj\n${stream}`;
  const rebuilt = rebuildPdf(Buffer.from(file))?.toString('latin1') ?? '';
  const entry = /\n3 1\n(\d{10}) /.exec(rebuilt);
  assert.match(rebuilt.slice(Number(entry?.[1])), /^3 0 obj\n<< \/Type \/Page \/New/);
  assert.match(rebuilt, /\/Kids \[3 0 R\] \/Count 1/);
});

test('nothing to find is no file, and a password stays one', async () => {
  assert.equal(rebuildPdf(Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Pages >>\nendobj')), undefined);
  assert.equal(rebuildPdf(Buffer.alloc(300_000, '1 0 obj')), undefined);
  assert.equal(rebuildPdf(Buffer.alloc(300_000, '9')), undefined);
  await assert.rejects(readPdf(sourceOf(encryptedPdf('secret'))), {
    code: 'SCRAPE_DOCUMENT_ENCRYPTED',
  });
});

test('a page whose fonts are lost with the rest of the file is not read as what its codes look like', async () => {
  const lost = 'PRGHOVHOHFWLRQZHOONQRZQVDPSOLQJVFKHPHZHVKRZWKDWWKHQRQOLQHDUVHGLPHQW';
  const content = await readPdf(sourceOf(beheaded(pages('A page that still has its font.', lost))));
  assert.deepEqual(
    content.pages?.map(({ status }) => status),
    ['ok', 'failed'],
  );
  assert.deepEqual(content.warnings, [
    'The file is damaged: 1 page could be recovered',
    'Page 2 could not be read',
  ]);
  // In a file that is whole, it is what it is.
  assert.match(htmlOf(await readPdf(sourceOf(pages(lost))))[0] ?? '', /PRGHOV/);
});

test('a damaged file of which only empty pages are left is damaged', async () => {
  const file = beheaded(buildPdf({ content: '' }, { content: '' }));
  await assert.rejects(readPdf(sourceOf(file)), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
});
