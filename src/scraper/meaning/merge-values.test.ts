import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeValues } from './merge-values.ts';

const trustNothing = (): boolean => false;

test('lists of all pieces are joined, each entry once', () => {
  const pieces = [{ list: [1, { a: 1 }], name: 'A' }, { list: [{ a: 1 }, 2] }, { list: [], name: null }];
  assert.deepEqual(mergeValues(pieces, trustNothing), { list: [1, { a: 1 }, 2], name: 'A' });
});

test('of several values the one that is trusted counts, else the most frequent', () => {
  assert.equal(mergeValues(['x', 'y', 'y'], trustNothing), 'y');
  assert.equal(
    mergeValues(['x', 'y', 'y', 'z'], (value) => value === 'z'),
    'z',
  );
  assert.equal(mergeValues([null, '', 0], trustNothing), 0);
  assert.equal(mergeValues([], trustNothing), undefined);
});

test('a member called as the prototype is a member', () => {
  const piece = JSON.parse('{"__proto__": {"a": 1}}') as unknown;
  assert.equal(JSON.stringify(mergeValues([piece, piece], trustNothing)), '{"__proto__":{"a":1}}');
});
