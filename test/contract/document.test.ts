import assert from 'node:assert/strict';
import { test } from 'node:test';
import { document, type Document } from '../../src/contract/documents/document.ts';
import { parseWith } from '../../src/lib/validate.ts';
import { refusal } from './parsing.ts';

const metadata = { statusCode: 200, scrapeId: '0190aaaa-1111-7222-8333-444455556666' };

/** A document with every field of the contract. */
const FULL: Document = {
  markdown: '# A',
  html: '<h1>A</h1>',
  rawHtml: '<h1>A</h1>',
  links: ['https://a.test/'],
  images: ['https://a.test/a.png'],
  summary: 'A',
  screenshot: 'data:image/png;base64,AA==',
  json: { price: 1 },
  changeTracking: {
    previousScrapeAt: '2026-11-20T04:30:00.000Z',
    changeStatus: 'changed',
    visibility: 'visible',
    diff: '-a\n+b',
    json: { price: { previous: 1, current: 2 } },
  },
  attributes: [{ selector: 'a', attribute: 'href', values: ['/'] }],
  branding: { colorScheme: 'dark', colors: { primary: '#fff' }, typography: { fontWeights: { bold: 700 } } },
  audio: 'https://a.test/a.mp3',
  video: 'https://a.test/a.mp4',
  answer: 'Yes',
  highlights: 'A',
  actions: {
    screenshots: ['data:,'],
    scrapes: [{ url: 'https://a.test/', html: '<p>' }],
    javascriptReturns: [{ type: 'object', value: null }],
    pdfs: ['data:,'],
  },
  pages: [{ pageNumber: 1, markdown: 'A' }],
  blocks: [
    {
      pageNumber: 1,
      width: 612,
      height: 792,
      status: 'ok',
      items: [
        {
          id: '1',
          type: 'text',
          label: 'paragraph',
          bbox: [0, 0, 1, 0.5],
          content: 'A',
          markdownSpan: null,
          readingOrder: 0,
          source: 'text',
          confidence: { layout: 0.9, ocr: null },
        },
      ],
    },
  ],
  warning: 'w',
  metadata: {
    ...metadata,
    title: 'A',
    ogLocaleAlternate: [],
    cachedAt: '2026-11-20T04:30:00.000Z',
    cacheState: 'hit',
    proxyUsed: 'stealth',
    concurrencyLimited: true,
    concurrencyQueueDurationMs: 12,
    numPages: 1,
    totalPages: 2,
    creditsUsed: 5,
    'theme-color': '#fff',
  },
};

test('a document with every field comes through unchanged', () => {
  assert.deepEqual(parseWith(document, FULL), FULL);
});

test('only metadata with status and scrape id is always there', () => {
  assert.deepEqual(parseWith(document, { metadata }), { metadata });
  assert.equal(refusal(document, {}).message, 'metadata is required');
  for (const name of Object.keys(metadata)) {
    const { issues } = refusal(document, { metadata: { ...metadata, [name]: undefined } });
    assert.deepEqual(issues[0]?.path, ['metadata', name]);
  }
});

test('any other meta name is a string', () => {
  const { issues } = refusal(document, { metadata: { ...metadata, generator: ['a', 'b'] } });
  assert.deepEqual(issues[0]?.path, ['metadata', 'generator']);
});

test('named metadata keeps its type', () => {
  for (const odd of [
    { title: ['a'] },
    { statusCode: '200' },
    { scrapeId: 'x' },
    { cacheState: 'stale' },
    { cachedAt: 'now' },
  ]) {
    const { issues } = refusal(document, { metadata: { ...metadata, ...odd } });
    assert.deepEqual(issues[0]?.path, ['metadata', ...Object.keys(odd)]);
  }
});

test('changes are told in the words of the contract', () => {
  const first = { previousScrapeAt: null, changeStatus: 'new', visibility: 'visible' };
  assert.deepEqual(parseWith(document, { metadata, changeTracking: first }).changeTracking, first);
  assert.deepEqual(refusal(document, { metadata, changeTracking: { ...first, diff: {} } }).issues[0]?.path, [
    'changeTracking',
    'diff',
  ]);
});
