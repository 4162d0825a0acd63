import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadline } from './deadline.ts';
import { ServiceError } from '../service-error.ts';

test('aborts with SCRAPE_TIMEOUT when the time is over', async () => {
  using deadline = new Deadline(5);
  await new Promise<void>((resolve) => deadline.signal.addEventListener('abort', () => resolve()));
  assert.ok(
    deadline.signal.reason instanceof ServiceError && deadline.signal.reason.code === 'SCRAPE_TIMEOUT',
  );
  assert.throws(() => deadline.check(), { code: 'SCRAPE_TIMEOUT' });
});

test("passes the caller's own reason on, also one that was there before", () => {
  const caller = new AbortController();
  using deadline = new Deadline(60_000, caller.signal);
  deadline.check();
  const reason = new Error('gone');
  caller.abort(reason);
  assert.equal(deadline.signal.reason, reason);
  using late = new Deadline(60_000, caller.signal);
  assert.equal(late.signal.reason, reason);
});

test('remaining time is never negative and a disposed deadline holds no timer', () => {
  const deadline = new Deadline(1_000);
  assert.ok(deadline.remainingMs > 0 && deadline.remainingMs <= 1_000);
  deadline[Symbol.dispose]();
  assert.equal(deadline.signal.aborted, false);
});
