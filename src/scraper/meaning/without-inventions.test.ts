import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutInventions } from './without-inventions.ts';

const value = { name: 'A', offers: [{ price: 1 }, { price: 2, tags: ['x', 'y'] }], 'a/b': 3 };

test('nothing is changed where nothing was invented', () => {
  assert.deepEqual([...withoutInventions(value, [])], [value]);
});

test('members become null, and then entries of lists go', () => {
  assert.deepEqual(
    [...withoutInventions(value, ['/a~1b', '/offers/0/price'])],
    [
      { name: 'A', offers: [{ price: null }, { price: 2, tags: ['x', 'y'] }], 'a/b': null },
      { name: 'A', offers: [{ price: 2, tags: ['x', 'y'] }], 'a/b': null },
    ],
  );
});

test('an entry of a list that is itself invented goes at once', () => {
  const [first] = withoutInventions(value, ['/offers/1/tags/0']);
  assert.deepEqual((first as typeof value).offers[1]?.tags, ['y']);
  assert.deepEqual([...withoutInventions(7, ['/'])], [null]);
});
