import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import { waitBeforeReading } from './wait-before-reading.ts';

test('a tracked page is waited for, as far as the time goes', () => {
  const waitOf = (options: object, leftMs = 60_000): number =>
    waitBeforeReading(scrapeRequest.parse({ url: 'https://a.test', ...options }), leftMs);
  const formats = ['markdown', 'changeTracking'];
  assert.equal(waitOf({}), 0);
  assert.equal(waitOf({ waitFor: 300 }), 300);
  assert.equal(waitOf({ formats }), 5_000);
  assert.equal(waitOf({ formats, waitFor: 300 }), 5_000);
  assert.equal(waitOf({ formats, waitFor: 7_000 }), 7_000);
  assert.equal(waitOf({ formats }, 3_000), 1_500);
});
