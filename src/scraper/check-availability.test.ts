import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrapeRequest } from '../contract/scrape.ts';
import { checkAvailability } from './check-availability.ts';

function check(members: Record<string, unknown>): void {
  checkAvailability(scrapeRequest.parse({ url: 'https://example.com', ...members }));
}

test('change tracking needs no model but for its mode json', () => {
  check({ formats: ['markdown', 'changeTracking'] });
  check({ formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: 'daily' }] });
  assert.throws(
    () => check({ formats: ['markdown', { type: 'changeTracking', modes: ['git-diff', 'json'] }] }),
    {
      code: 'FEATURE_NOT_AVAILABLE',
      details: { option: 'formats: changeTracking with mode json' },
    },
  );
});

test('change tracking keeps a version of the page: not without data retention', () => {
  const formats = ['markdown', 'changeTracking'];
  assert.throws(() => check({ formats, zeroDataRetention: true }), { code: 'SCRAPE_ZDR_VIOLATION_ERROR' });
  check({ formats, lockdown: true });
});

test('formats whose part is missing are refused by name', () => {
  assert.throws(() => check({ formats: ['summary'] }), {
    code: 'FEATURE_NOT_AVAILABLE',
    details: { option: 'formats: summary' },
  });
});
