import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPageNumbers, namePages } from './page-numbers.ts';

test('numbers that follow one another are a range', () => {
  assert.equal(formatPageNumbers([4, 5, 6, 9, 12, 13]), '4-6, 9, 12-13');
  assert.equal(namePages([7]), 'Page 7');
  assert.equal(namePages([1, 3]), 'Pages 1, 3');
});

test('a long list is cut', () => {
  assert.equal(formatPageNumbers([1, 3, 5, 7], 2), '1, 3 and more');
});
