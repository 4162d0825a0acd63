import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Deadline } from './deadline.ts';
import { DeadlinePart } from './deadline-part.ts';

test('a part is over before the whole, ends with it, and holds its clock', async () => {
  const caller = new AbortController();
  using whole = new Deadline(60_000, caller.signal);
  using part = new DeadlinePart(whole, 20_000);
  assert.ok(part.remainingMs <= 40_000 && part.remainingMs < whole.remainingMs);
  {
    using _pause = part.pause();
    using clock = new Deadline(60_000);
    const held = [whole.remainingMs, part.remainingMs];
    while (clock.remainingMs > 59_990) await nextTurn();
    assert.ok(Math.abs(whole.remainingMs - held[0]!) < 1);
    assert.ok(Math.abs(part.remainingMs - held[1]!) < 1);
  }
  caller.abort(new Error('gone'));
  assert.throws(() => part.check(), { message: 'gone' });
});

test('a whole with less left than is kept back leaves no time', () => {
  using whole = new Deadline(1_000);
  using part = new DeadlinePart(whole, 2_000);
  assert.equal(part.remainingMs, 0);
});
