import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoadGauge, type LoadLimits } from './load-gauge.ts';

function openGauge(limits: LoadLimits) {
  const time = { active: 0, idle: 0 };
  const gauge = createLoadGauge(limits, () => ({ ...time }));
  // From now on it looks.
  assert.equal(gauge.isLoaded(), false);
  return (activeMs: number, idleMs: number): boolean => {
    time.active += activeMs;
    time.idle += idleMs;
    return gauge.isLoaded();
  };
}

test('a main thread is busy when it worked most of the time, and until it works little', () => {
  const after = openGauge({ from: 0.5, until: 0.2 });
  assert.equal(after(120, 180), false);
  assert.equal(after(180, 120), true);
  assert.equal(after(90, 210), true);
  assert.equal(after(30, 270), false);
  assert.equal(after(90, 210), false);
});

test('a moment says nothing', () => {
  const after = openGauge({ from: 0.5 });
  assert.equal(after(100, 0), false);
  assert.equal(after(100, 0), false);
  assert.equal(after(100, 0), true);
  assert.equal(after(0, 100), true);
});

test('how busy it was long ago says nothing, at the start neither', () => {
  const after = openGauge({ from: 0.5 });
  assert.equal(after(3_000, 0), false);
  assert.equal(after(300, 0), true);
  assert.equal(after(300, 60_000), false);
});
