import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { SharedWork } from './shared-work.ts';

const never = new AbortController().signal;

test('who comes meanwhile shares the work, who comes later begins anew', async () => {
  const shared = new SharedWork<number>();
  let begun = 0;
  const work = async (): Promise<number> => ++begun;
  const [first, second, other] = await Promise.all([
    shared.join('a', never, work),
    shared.join('a', never, work),
    shared.join('b', never, work),
  ]);
  assert.deepEqual([first, second, other], [1, 1, 2]);
  assert.equal(await shared.join('a', never, work), 3);
});

test('work is given up with the last who waits for it, and begins anew for the next', async () => {
  const shared = new SharedWork<string>();
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    return once(signal, 'abort').then(() => 'given up');
  };
  const [one, other] = [new AbortController(), new AbortController()];
  const first = assert.rejects(shared.join('a', one.signal, work), /one/);
  const second = assert.rejects(shared.join('a', other.signal, work), /other/);
  one.abort(new Error('one'));
  await first;
  assert.equal(signals[0]?.aborted, false);
  other.abort(new Error('other'));
  await second;
  assert.equal(signals[0]?.aborted, true);
  assert.equal(await shared.join('a', never, async () => 'new'), 'new');
});

test('a failure is that of all who wait', async () => {
  const shared = new SharedWork<string>();
  const work = (): Promise<string> => Promise.reject(new Error('broken'));
  await Promise.all([
    assert.rejects(shared.join('a', never, work), /broken/),
    assert.rejects(shared.join('a', never, work), /broken/),
  ]);
});
