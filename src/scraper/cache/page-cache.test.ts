import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import { parseWith } from '../../lib/validate.ts';
import { cacheKey } from './page-cache.ts';

const TEAM = '00000000-0000-7000-8000-000000000000';

function keyOf(screenshot: Record<string, unknown> | string): string {
  const body = { url: 'http://site.test/', formats: ['markdown', screenshot] };
  const { url, ...options } = parseWith(scrapeRequest, body, { subject: 'The test' });
  return cacheKey(TEAM, new URL(url), options).hash.toString('hex');
}

test('a picture of another size or kind is not the same page', () => {
  const kinds: (Record<string, unknown> | string)[] = [
    'links',
    'screenshot',
    { type: 'screenshot', fullPage: true },
    { type: 'screenshot', quality: 40 },
    { type: 'screenshot', quality: 80 },
    { type: 'screenshot', viewport: { width: 800, height: 600 } },
    { type: 'screenshot', viewport: { width: 600, height: 800 } },
  ];
  assert.equal(new Set(kinds.map(keyOf)).size, kinds.length);
});

test('a picture asked for in other words is the same page', () => {
  assert.equal(keyOf('screenshot'), keyOf({ type: 'screenshot', fullPage: false }));
  assert.equal(keyOf('screenshot@fullPage'), keyOf({ type: 'screenshot', fullPage: true }));
  assert.equal(
    keyOf({ type: 'screenshot', viewport: { width: 800, height: 600 } }),
    keyOf({ viewport: { height: 600, width: 800 }, type: 'screenshot' }),
  );
});
