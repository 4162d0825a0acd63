import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseScrape, refuseScrape } from './parsing.ts';

/**
 * The figures of the specification ("Limits") and of the wire contract (section 4), written out a second time: other
 * tests read the bounds from the schemas and would follow a wrong one.
 */
const LIMITS: Array<[what: string, least: number, most: number, options: (figure: number) => object]> = [
  ['timeout', 1000, 300_000, (timeout) => ({ timeout })],
  ['waitFor', 0, 60_000, (waitFor) => ({ waitFor })],
  ['maxAge', 0, Number.MAX_SAFE_INTEGER, (maxAge) => ({ maxAge })],
  ['minAge', 0, Number.MAX_SAFE_INTEGER, (minAge) => ({ minAge })],
  ['length of a profile name', 1, 128, (length) => ({ profile: { name: text(length) } })],
  ['screenshot quality', 1, 100, (quality) => format({ type: 'screenshot', quality })],
  ['viewport width', 1, 7680, (width) => format({ type: 'screenshot', viewport: { width, height: 1 } })],
  ['viewport height', 1, 4320, (height) => format({ type: 'screenshot', viewport: { width: 1, height } })],
  ['length of a json prompt', 0, 10_000, (length) => format({ type: 'json', prompt: text(length) })],
  ['length of a question', 1, 10_000, (length) => format({ type: 'question', question: text(length) })],
  [
    'length of a highlights query',
    1,
    10_000,
    (length) => format({ type: 'highlights', query: text(length) }),
  ],
  ['length of a query prompt', 1, 10_000, (length) => format({ type: 'query', prompt: text(length) })],
  [
    ':has() in includeTags',
    0,
    500,
    (count) => ({
      includeTags: [`a${':has(b)'.repeat(count / 2)}`, `a${':has(b)'.repeat(count - Math.floor(count / 2))}`],
    }),
  ],
  ['characters of excludeTags', 1, 100_000, (count) => ({ excludeTags: [text(count)] })],
  ['pages of a PDF', 1, 10_000, (maxPages) => ({ parsers: [{ type: 'pdf', maxPages }] })],
  [
    'number of actions',
    0,
    50,
    (count) => ({ actions: Array.from({ length: count }, () => ({ type: 'scrape' })) }),
  ],
  ['milliseconds of a wait', 1, 60_000, (milliseconds) => ({ actions: [{ type: 'wait', milliseconds }] })],
];

for (const [what, least, most, options] of LIMITS) {
  test(`${what}: ${least} to ${most}`, () => {
    parseScrape(options(least));
    parseScrape(options(most));
    assert.equal(refuseScrape(options(most + 1)).issues.length, 1);
    if (least > 0 || isNumber(options(0))) assert.equal(refuseScrape(options(least - 1)).issues.length, 1);
  });
}

test('the values of each enumeration', () => {
  for (const proxy of ['basic', 'enhanced', 'auto', 'stealth']) parseScrape({ proxy });
  for (const mode of ['fast', 'auto', 'ocr']) parseScrape({ parsers: [{ type: 'pdf', mode }] });
  for (const mode of ['freeform', 'directQuote']) parseScrape(format({ type: 'query', prompt: 'x', mode }));
  for (const direction of ['up', 'down']) parseScrape({ actions: [{ type: 'scroll', direction }] });
  const papers = ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'];
  for (const paper of papers) parseScrape({ actions: [{ type: 'pdf', format: paper }] });
});

function format(one: object): object {
  return { formats: [one] };
}

function text(length: number): string {
  return 'x'.repeat(Math.max(0, length));
}

/** Whether the figure itself is the value, so that it can fall below zero. */
function isNumber(options: object): boolean {
  return Object.values(options).every((value) => typeof value === 'number');
}
