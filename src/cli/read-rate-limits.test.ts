import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from './command/command.ts';
import { readRateLimits } from './read-rate-limits.ts';

test('limits in one flag or several, and limits taken away', () => {
  assert.deepEqual(readRateLimits(['scrape=100,crawl=10']), { scrape: 100, crawl: 10 });
  assert.deepEqual(readRateLimits(['scrape=100', ' map = 5 , scrape=unlimited']), { scrape: null, map: 5 });
});

test('what is no limit is a wrong call that says what would be right', () => {
  for (const text of ['', 'scrape', 'scrape=', 'parse=5', 'toString=5', 'scrape=1=2', 'scrape=5,']) {
    assert.throws(
      () => readRateLimits([text]),
      (error) => error instanceof UsageError && /KIND is one of scrape, map,/.test(error.message),
      text,
    );
  }
  for (const text of ['scrape=0', 'scrape=-1', 'scrape=1.5', 'scrape=many']) {
    assert.throws(() => readRateLimits([text]), /--rate-limit scrape takes a whole number of at least 1/);
  }
});
