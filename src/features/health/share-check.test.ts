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

test('checks begin some time apart, and all who ask meanwhile share the next', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { time: 0, checks: 0 };
  const ask = shareCheck({ keepMs: 0, apartMs: 100, now: () => state.time }, async () => {
    state.checks += 1;
  });
  await ask();
  state.time = 30;
  const next = [ask(), ask()];
  assert.equal(next[0], next[1]);
  assert.equal(state.checks, 1);
  t.mock.timers.tick(70);
  await Promise.all(next);
  assert.equal(state.checks, 2);
});
