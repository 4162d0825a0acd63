import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ValidationIssue } from '../contract/errors.ts';
import { scrapeRequest } from '../contract/scrape.ts';
import type { ServiceError } from '../lib/service-error.ts';
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

test('a selector that does not parse is named by its place', () => {
  const attributes = { type: 'attributes', selectors: [{ selector: 'a[', attribute: 'href' }] };
  for (const [members, path] of [
    [{ includeTags: ['main', '##'] }, ['includeTags', 1]],
    [{ excludeTags: ['a[href'] }, ['excludeTags', 0]],
    [{ formats: ['markdown', attributes] }, ['formats', 'attributes', 'selectors', 0]],
  ] as const) {
    assert.throws(
      () => check(members),
      (error: ServiceError) => {
        assert.equal(error.code, 'BAD_REQUEST');
        const [issue] = error.details as ValidationIssue[];
        assert.deepEqual(issue, { path, code: 'custom', message: error.message });
        assert.match(error.message, /^\w[\w.[\]]*: The selector ".*" is not valid: /);
        return true;
      },
    );
  }
});
