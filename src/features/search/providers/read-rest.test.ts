import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRestMs } from './read-rest.ts';

const NOW = Date.parse('2026-10-20T12:00:00Z');

test('the rest that headers ask for', () => {
  const answers: Array<[Record<string, string>, number | undefined]> = [
    [{}, undefined],
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'Tue, 20 Oct 2026 12:00:05 GMT' }, 5_000],
    // A second and a month: the second is used up, then the month too.
    [{ 'x-ratelimit-remaining': '0, 1200', 'x-ratelimit-reset': '1, 864000' }, 1_000],
    [{ 'x-ratelimit-remaining': '0, 0', 'x-ratelimit-reset': '1, 864000' }, 864_000_000],
    [{ 'x-ratelimit-reset': '3' }, 3_000],
    [{ 'x-ratelimit-reset': String(NOW / 1_000 + 9) }, 9_000],
    [{ 'x-ratelimit-reset': 'soon', 'retry-after': 'later' }, undefined],
  ];
  for (const [headers, expected] of answers) assert.equal(readRestMs(headers, NOW), expected);
});
