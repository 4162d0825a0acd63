import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryOfFailure, retryOfStatus } from './retry-rules.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

/** Holds until the answer is taken, ms. */
function holdsOf(status: number, retryAfter?: string): number[] {
  const holds: number[] = [];
  for (let retries = 0; ; retries++) {
    assert.ok(retries < 100, 'retries are bounded');
    const retry = retryOfStatus(status, retryAfter, { retries, now: NOW });
    if (retry === undefined) return holds;
    holds.push(retry.kind === 'hold' ? retry.holdMs : retry.waitMs);
  }
}

test('a host that has too much to do is asked again six times, for as long apart as it asks and ever longer', () => {
  assert.deepEqual(holdsOf(429), [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]);
  assert.deepEqual(holdsOf(503), holdsOf(429));
  assert.deepEqual(holdsOf(429, '5'), [5_000, 5_000, 5_000, 5_000, 8_000, 16_000]);
  assert.deepEqual(holdsOf(429, '0'), [500, 1_000, 2_000, 4_000, 8_000, 16_000], 'at once is too soon');
  assert.equal(holdsOf(429, '86400')[0], 300_000, 'no host holds a page for longer than five minutes');
  assert.equal(holdsOf(503, 'Fri, 20 Nov 2026 10:00:20 GMT')[0], 20_000);
});

test('a gateway that fails is asked again twice; other answers are taken as they are', () => {
  assert.deepEqual(holdsOf(502), [1_000, 4_000]);
  assert.deepEqual(holdsOf(504), [1_000, 4_000]);
  for (const status of [200, 301, 403, 404, 410, 500, 501])
    assert.deepEqual(holdsOf(status), [], String(status));
});

test('failures of the site are tried again twice, our own until we are in order again, hopeless ones never', () => {
  const triesOf = (code: string): number => {
    for (let retries = 0; ; retries++) if (retryOfFailure(code, { retries }) === undefined) return retries;
  };
  assert.equal(triesOf('SCRAPE_SITE_ERROR'), 2);
  assert.equal(triesOf('SCRAPE_TIMEOUT'), 2);
  assert.equal(triesOf('SERVICE_UNAVAILABLE'), 20);
  assert.equal(triesOf('SCRAPE_DNS_RESOLUTION_ERROR'), 0);
  assert.equal(triesOf('SCRAPE_ADDRESS_NOT_ALLOWED'), 0);
});

test('Retry-After is seconds or a date; anything else says nothing', () => {
  assert.equal(holdsOf(429, '120')[0], 120_000);
  assert.equal(holdsOf(429, ' 3 ')[0], 3_000);
  assert.equal(holdsOf(429, 'Fri, 20 Nov 2026 09:59:00 GMT')[0], 500, 'long over');
  for (const text of ['', 'soon', '-5x']) assert.deepEqual(holdsOf(429, text), holdsOf(429), text);
});
