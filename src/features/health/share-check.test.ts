import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareCheck } from './share-check.ts';

function createHouse(keepMs: number) {
  const time = { now: 1_000 };
  const runs: PromiseWithResolvers<void>[] = [];
  const check = shareCheck({ keepMs, now: () => time.now }, () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  return { time, runs, check };
}

test('all who ask share the check that is under way, however long it takes', async () => {
  const { time, runs, check } = createHouse(0);
  const asked = Array.from({ length: 600 }, () => {
    time.now += 1_000;
    return check();
  });
  assert.equal(runs.length, 1);
  runs[0]?.resolve();
  await Promise.all(asked);
  const next = check();
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await next;
});

test('what came of it is kept, a failure too, and no longer than that', async () => {
  const { time, runs, check } = createHouse(10_000);
  const first = check();
  runs[0]?.reject(new Error('no browser'));
  await assert.rejects(first, /no browser/);
  time.now += 9_999;
  await assert.rejects(check(), /no browser/);
  assert.equal(runs.length, 1);
  time.now += 1;
  const second = check();
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await second;
  await check();
  assert.equal(runs.length, 2);
});
