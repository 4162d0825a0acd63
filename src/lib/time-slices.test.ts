import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTimeSlices } from './time-slices.ts';

test('a slice is over after ten milliseconds, and after a rest, in which others run, the next begins', async () => {
  const clock = { ms: 100 };
  const slices = createTimeSlices(() => clock.ms);
  assert.equal(slices.isOver(), false);
  clock.ms = 110;
  assert.equal(slices.isOver(), true);
  const others: string[] = [];
  setImmediate(() => others.push('ran'));
  await slices.rest();
  assert.deepEqual(others, ['ran']);
  assert.equal(slices.isOver(), false);
  clock.ms = 120;
  assert.equal(slices.isOver(), true);
});
