import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeRanks } from './merge-ranks.ts';

const merged = (...lists: string[]): string =>
  mergeRanks(
    lists.map((list) => list.split('')),
    (letter) => letter.toLowerCase(),
  ).join('');

test('lists alternate, and an entry of both comes first', () => {
  assert.equal(merged('abc', 'xyz'), 'axbycz');
  assert.equal(merged('abc', 'xbz'), 'baxcz');
  assert.equal(merged('abcdefgh', 'zh'), 'hazbcdefg');
});

test('an entry is as the first list has it, and counts once for each list', () => {
  assert.equal(merged('ab', 'B'), 'ba');
  assert.equal(merged('B', 'ab'), 'Ba');
  assert.equal(merged('abbb'), 'ab');
  assert.equal(merged(), '');
  assert.equal(merged('', 'ab'), 'ab');
});
