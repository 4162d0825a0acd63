import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClockWatch } from './clock-watch.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

test('a clock that jumps forward for some minutes is not believed, one that stays there is after an hour', () => {
  const time = { wall: 1e12, elapsed: 0 };
  const watch = createClockWatch({ now: () => time.wall }, () => time.elapsed);
  const pass = (ms: number): boolean => {
    time.wall += ms;
    time.elapsed += ms;
    return watch.isTrusted();
  };
  assert.ok(pass(10 * MINUTE_MS));
  time.wall += 5 * DAY_MS;
  assert.ok(!pass(10 * MINUTE_MS));
  time.wall -= 5 * DAY_MS;
  assert.ok(pass(10 * MINUTE_MS));
  // Backwards nothing looks older than it is.
  time.wall -= DAY_MS;
  assert.ok(pass(10 * MINUTE_MS));
  time.wall += 2 * DAY_MS;
  for (let minutes = 0; minutes <= 50; minutes += 10) assert.ok(!pass(10 * MINUTE_MS));
  assert.ok(pass(10 * MINUTE_MS));
  assert.ok(pass(10 * MINUTE_MS));
});
