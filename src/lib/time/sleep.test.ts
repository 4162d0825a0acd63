import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sleep } from './sleep.ts';

test('a wait that is cut short rejects with the reason of the signal', async () => {
  const reason = new Error('the time is over');
  await assert.rejects(sleep(10_000, AbortSignal.abort(reason)), reason);
  const controller = new AbortController();
  const wait = sleep(10_000, controller.signal);
  controller.abort(reason);
  await assert.rejects(wait, reason);
  await sleep(0, new AbortController().signal);
});
