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

test('of many who work at the same time one has a slice each time that others have had their turn', async () => {
  const clock = { ms: 0 };
  const seen: string[] = [];
  const work = async (name: string): Promise<void> => {
    const slices = createTimeSlices(() => clock.ms);
    for (let slice = 0; slice < 3; slice++) {
      await slices.rest();
      seen.push(name);
    }
  };
  const works = Promise.all(['a', 'b', 'c'].map(work));
  const state = { isOver: false };
  const look = (): void => {
    seen.push('-');
    if (!state.isOver) setImmediate(look);
  };
  setImmediate(look);
  await works;
  state.isOver = true;
  assert.equal(seen.filter((one) => one !== '-').join(''), 'abcabcabc');
  assert.doesNotMatch(seen.join(''), /[abc]{2}/);
});
