import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrapeRequest } from '../contract/scrape.ts';
import type { DocumentKind } from '../readers/document.ts';
import { pdfOptionsOf, treatmentOf } from './read-document.ts';

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
