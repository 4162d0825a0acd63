import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNames } from '../contract/options/formats.ts';
import { scrapeRequest } from '../contract/requests/scrape.ts';
import { mostPriceOf, priceOf } from './price.ts';

/** Credits of a request with these members (wire contract 4.4). */
function price(
  members: Record<string, unknown>,
  outcome = { isLockdown: false, isEnhancedProxyUsed: false },
): number {
  return priceOf(scrapeRequest.parse({ url: 'https://example.com', ...members }), outcome);
}

test('a page costs 1 credit, whatever of its own it is given as', () => {
  assert.equal(price({}), 1);
  assert.equal(price({ formats: ['markdown', 'html', 'links', 'images', 'rawHtml', 'summary'] }), 1);
});

test('formats made by a model cost more, each once; made of the words of the page they cost nothing', () => {
  for (const [requested, credits] of [
    [[{ type: 'json', prompt: 'x' }], 5],
    [['markdown', { type: 'changeTracking', modes: ['json'] }], 5],
    [['markdown', { type: 'changeTracking', modes: ['git-diff'] }], 1],
    [
      [
        { type: 'question', question: 'x' },
        { type: 'query', prompt: 'y' },
      ],
      5,
    ],
    [
      [
        { type: 'question', question: 'x' },
        { type: 'highlights', query: 'y' },
      ],
      9,
    ],
  ] as const) {
    const byModel = { isLockdown: false, isEnhancedProxyUsed: false, madeByModel: new Set(formatNames) };
    assert.equal(price({ formats: requested }, byModel), credits);
    assert.equal(price({ formats: requested }), 1);
  }
});

test('enhanced proxy, zero retention and lockdown', () => {
  assert.equal(price({}, { isLockdown: false, isEnhancedProxyUsed: true }), 5);
  assert.equal(price({ zeroDataRetention: true }), 2);
  assert.equal(price({ lockdown: true }, { isLockdown: true, isEnhancedProxyUsed: false }), 5);
});

test('the most that options tell of', () => {
  const most = (members: object): number =>
    mostPriceOf(scrapeRequest.parse({ url: 'https://example.com', ...members }));
  assert.equal(most({}), 1);
  assert.equal(most({ proxy: 'auto' }), 1);
  assert.equal(most({ proxy: 'enhanced', zeroDataRetention: true }), 6);
  assert.equal(most({ lockdown: true }), 5);
});
