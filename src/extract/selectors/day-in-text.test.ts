import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysIn } from './day-in-text.ts';

test('days are read out of a sentence', () => {
  const text = 'Posted 3 February 2025, changed on March 4th, 2025, printed 2025-12-31';
  assert.deepEqual(daysIn(text, 'iso'), ['2025-02-03', '2025-03-04', '2025-12-31']);
});

test('days in numbers are read in the order that the site has shown', () => {
  assert.deepEqual(daysIn('03.04.2025', 'dmy'), ['2025-04-03']);
  assert.deepEqual(daysIn('03/04/2025', 'mdy'), ['2025-03-04']);
  assert.deepEqual(daysIn('23/04/2025', 'mdy'), [undefined]);
  assert.deepEqual(daysIn('03/04/2025', 'iso'), [undefined]);
});
