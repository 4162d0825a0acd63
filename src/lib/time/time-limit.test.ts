import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { test } from 'node:test';
import { openTimeLimit } from './time-limit.ts';

const HOUR_MS = 3_600_000;
const tooLate = (): Error => new Error('too late');

test('the signal aborts with the reason of the caller', () => {
  const caller = new AbortController();
  using limit = openTimeLimit(caller.signal, HOUR_MS, tooLate);
  assert.equal(limit.signal.aborted, false);
  const reason = new Error('gone');
  caller.abort(reason);
  assert.equal(limit.signal.reason, reason);
});

test('the signal aborts when the time is over, with what is said then', async () => {
  const state = { step: 'first' };
  using limit = openTimeLimit(new AbortController().signal, 1, () => new Error(`too late: ${state.step}`));
  state.step = 'second';
  await once(limit.signal, 'abort');
  assert.equal((limit.signal.reason as Error).message, 'too late: second');
});

test('a caller that has gone away gets no limit but its own reason', () => {
  const reason = new Error('gone');
  assert.throws(() => openTimeLimit(AbortSignal.abort(reason), HOUR_MS, tooLate), reason);
});

test('a disposed limit listens to nobody and never aborts', () => {
  const caller = new AbortController();
  const limit = openTimeLimit(caller.signal, HOUR_MS, tooLate);
  limit[Symbol.dispose]();
  assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
  caller.abort();
  assert.equal(limit.signal.aborted, false);
});
