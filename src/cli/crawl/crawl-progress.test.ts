import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCrawlProgress, progressText } from './crawl-progress.ts';

const usualLimit = 10_000;
const text = (given: typeof counts, pagesPerSecond: number | undefined): string =>
  progressText(given, { pagesPerSecond, usualLimit });

const counts = { done: 100, failed: 0, found: 500, limit: 10_000 };

test('says how much is left only when it can be told', () => {
  assert.equal(text(counts, undefined), '100 done, 500 found');
  assert.equal(text(counts, 2.34), '100 done, 500 found, 2.3 pages/s');
  assert.equal(
    text({ ...counts, failed: 10, limit: 200 }, 1),
    '100 done, 10 failed, 500 found, 1.0 pages/s, about 2 min left',
  );
  assert.equal(text({ ...counts, limit: 600 }, 10), '100 done, 500 found, 10.0 pages/s, at most 50 s left');
  assert.equal(text({ ...counts, limit: 200 }, 0), '100 done, 500 found, 0.0 pages/s');
  assert.equal(
    text({ ...counts, limit: 200_000 }, 10),
    '100 done, 500 found, 10.0 pages/s, at most 6 h left',
  );
});

test('a terminal has one line, rewritten, never wrapped, out of the way of other text', () => {
  const written: string[] = [];
  const clock = { time: 0 };
  const out = { write: (line: string) => written.push(line), isTTY: true, columns: 30 };
  const progress = createCrawlProgress({ out, usualLimit, now: () => clock.time });
  progress.show(counts);
  progress.show(counts);
  clock.time = 1_000;
  progress.show({ ...counts, done: 110 });
  progress.print('a warning\n');
  progress.print('another\n');
  assert.deepEqual(written, [
    '\r100 done, 500 found\u001b[K',
    '\r110 done, 500 found, 10.0 pag\u001b[K',
    '\r\u001b[K',
    'a warning\n',
    'another\n',
  ]);
});

test('elsewhere there is a line every five seconds; the speed is that of the last ten', () => {
  const written: string[] = [];
  const clock = { time: 0 };
  const progress = createCrawlProgress({
    out: { write: (line: string) => written.push(line) },
    usualLimit,
    now: () => clock.time,
  });
  for (; clock.time <= 20_000; clock.time += 250)
    progress.show({ ...counts, done: Math.min(100, clock.time / 100) });
  assert.deepEqual(written, [
    '50 done, 500 found, 10.0 pages/s\n',
    '100 done, 500 found, 10.0 pages/s\n',
    '100 done, 500 found, 5.0 pages/s\n',
    '100 done, 500 found, 0.0 pages/s\n',
  ]);
});
