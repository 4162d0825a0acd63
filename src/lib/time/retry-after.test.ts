import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfterMs } from './retry-after.ts';

test('a rest is read in each of its forms', () => {
  const now = Date.UTC(2026, 10, 23, 8, 0, 0);
  const cases: Array<[Record<string, string>, number | undefined]> = [
    [{ 'retry-after-ms': '1250.5', 'retry-after': '9' }, 1_250.5],
    [{ 'retry-after': ' 7 ' }, 7_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': 'Mon, 23 Nov 2026 08:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Mon, 23 Nov 2026 07:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ];
  for (const [headers, ms] of cases) assert.equal(readRetryAfterMs(headers, now), ms);
});
