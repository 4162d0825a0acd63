import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchResults } from '../../contract/documents/search-results.ts';
import { resultTable, resultTexts, resultUrls } from './print-results.ts';

const web = (position: number, given: object = {}) => ({
  url: `https://a.test/${position}`,
  title: `Page ${position}`,
  description: '',
  position,
  ...given,
});

test('a table of places, titles and addresses, where all of them fit', () => {
  const results: SearchResults = { web: [web(1), web(2, { title: 'Long '.repeat(30) })] };
  const lines = resultTable(results, 90).split('\n');
  assert.equal(lines[0], `1  ${'Page 1'.padEnd(48)}  https://a.test/1`);
  assert.match(lines[1] ?? '', /^2 {2}Long .*… {2}https:\/\/a\.test\/2$/);
});

test('an address is whole on any terminal', () => {
  const url = `https://a.test/${'x'.repeat(90)}`;
  const results: SearchResults = { web: [web(1), web(10, { title: 'Far', url })] };
  assert.equal(resultTable(results, 40), `1   Page 1\n    https://a.test/1\n10  Far\n    ${url}\n`);
});

test('several lists have headings, and a title cannot break a line', () => {
  const results = {
    web: [web(1, { title: 'A\u001B[2J\nB' })],
    news: [{ ...web(1), snippet: '' }],
    images: [],
  };
  assert.equal(
    resultTable(results),
    'web\n1  A [2J B  https://a.test/1\nnews\n1  Page 1  https://a.test/1\n',
  );
  assert.equal(resultUrls(results), 'https://a.test/1\nhttps://a.test/1\n');
});

test('scraped results have their texts, or why there are none', () => {
  const failed = { sourceURL: 'https://a.test/2', statusCode: 408, error: 'It did not answer' };
  const results = {
    web: [web(1, { markdown: '# One\n', summary: 'One.' }), web(2, { metadata: failed }), web(3)],
  };
  assert.equal(
    resultTexts(results),
    '1. Page 1\nhttps://a.test/1\n\n# One\nOne.\n\n2. Page 2\nhttps://a.test/2\n\n(It did not answer)\n\n3. Page 3\nhttps://a.test/3\n\n(no content)\n',
  );
});
