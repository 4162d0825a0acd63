import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StepChooser } from './cast-steps.ts';

function note(chooser: StepChooser, delayMs: number, times: number): number {
  let changes = 0;
  for (let count = 0; count < times; count += 1) if (chooser.note(delayMs)) changes += 1;
  return changes;
}

test('a viewer that keeps up has every picture, in the best quality', () => {
  const chooser = new StepChooser();
  assert.equal(note(chooser, 20, 500), 0);
  assert.equal(chooser.stepOf(true).rate, 60);
});

test('a cast without a core of its own is slower', () => {
  assert.equal(new StepChooser().stepOf(false).rate, 20);
});

test('pictures that come late become smaller, down to the smallest', () => {
  const chooser = new StepChooser();
  const widths = [0, 12, 12, 12, 12].map((times) => {
    note(chooser, 900, times);
    return chooser.stepOf(true).width;
  });
  assert.deepEqual(widths, [1280, 1280, 960, 640, 640]);
});

test('one late picture changes nothing', () => {
  const chooser = new StepChooser();
  for (let round = 0; round < 20; round += 1) {
    assert.equal(note(chooser, 20, 11) + note(chooser, 5_000, 1), 0);
  }
});

test('a line that has become better is tried again, and less often each time that it did not last', () => {
  const chooser = new StepChooser();
  const untilBetter = (): number => {
    assert.equal(note(chooser, 900, 12), 1);
    let count = 0;
    while (!chooser.note(20)) count += 1;
    return count;
  };
  const first = untilBetter();
  assert.ok(untilBetter() > first * 1.5);
});
