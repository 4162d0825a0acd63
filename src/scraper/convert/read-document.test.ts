import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import type { DocumentContent } from '../../readers/document.ts';
import type { DocumentKind } from '../../readers/document-files.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { ReaderPool } from '../../readers/process/reader-pool.ts';
import { createReadDocument, pdfOptionsOf, treatmentOf } from './read-document.ts';

const parsersOf = (parsers?: unknown) => scrapeRequest.parse({ url: 'https://example.com', parsers }).parsers;

test('what becomes of a file is what its parsers say', () => {
  const cases: Array<[kind: DocumentKind, parsers: unknown, treatment: string]> = [
    ['pdf', undefined, 'read'],
    ['image', undefined, 'read'],
    ['docx', undefined, 'read'],
    ['pdf', [], 'base64'],
    ['docx', [], 'base64'],
    ['image', [], 'base64'],
    ['pdf', ['image'], 'base64'],
    ['docx', ['image'], 'read'],
    ['image', ['pdf'], 'refuse'],
    ['image', ['image'], 'read'],
  ];
  for (const [kind, parsers, treatment] of cases)
    assert.equal(treatmentOf(kind, parsersOf(parsers)), treatment, `${kind} with ${JSON.stringify(parsers)}`);
});

test('options of the PDF parser are those of the request, else the defaults of the contract', () => {
  const asked = { type: 'pdf', mode: 'ocr', maxPages: 3, pages: true, blocks: true, pageMarkers: true };
  assert.deepEqual(pdfOptionsOf(parsersOf(['image', asked])), asked);
  assert.deepEqual(pdfOptionsOf(parsersOf([])), pdfOptionsOf(parsersOf(['pdf'])));
});

test('a file without text says so, unless it says something else', async () => {
  const warningsOf = async (content: Partial<DocumentContent>): Promise<readonly string[]> => {
    const read = async (): Promise<DocumentContent> => ({
      html: '',
      properties: {},
      warnings: [],
      ...content,
    });
    const readDocument = createReadDocument({ read } as unknown as ReaderPool);
    using deadline = new Deadline(1_000);
    const pdf = pdfOptionsOf([]);
    const file = {
      bytes: new Uint8Array(1),
      kind: 'pdf',
      pdf,
      hasImages: false,
      deadline,
      teamId: undefined,
    } as const;
    return (await readDocument(file)).warnings;
  };
  const page = { pageNumber: 1, width: 1, height: 1, status: 'ok', blocks: [] } as const;
  assert.deepEqual(await warningsOf({}), ['No text was found in the file.']);
  assert.deepEqual(await warningsOf({ html: '<p> </p>\n<img src="data:">' }), [
    'No text was found in the file.',
  ]);
  assert.deepEqual(await warningsOf({ warnings: ['A scan.'] }), ['A scan.']);
  assert.deepEqual(await warningsOf({ html: '<p>x</p>' }), []);
  assert.deepEqual(await warningsOf({ html: 'x' }), []);
  assert.deepEqual(
    await warningsOf({
      pages: [
        { ...page, html: '' },
        { ...page, html: '<p>x</p>' },
      ],
    }),
    [],
  );
});

test('a PDF whose time is over ends in one way, wherever it was by then', async () => {
  const late = new ServiceError('SCRAPE_TIMEOUT', { message: 'The scrape did not finish within 1000 ms' });
  const readDocument = createReadDocument({ read: () => Promise.reject(late) } as unknown as ReaderPool);
  using deadline = new Deadline(1_000);
  const file = {
    bytes: new Uint8Array(1),
    pdf: pdfOptionsOf([]),
    hasImages: false,
    deadline,
    teamId: undefined,
  };
  await assert.rejects(readDocument({ ...file, kind: 'pdf' }), {
    code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
  });
  await assert.rejects(readDocument({ ...file, kind: 'docx' }), { code: 'SCRAPE_TIMEOUT' });
});
