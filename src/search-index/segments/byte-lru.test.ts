import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteLru } from './byte-lru.ts';

test('the values that were used longest ago go first', () => {
  const lru = new ByteLru<string>(10);
  lru.set('a', 'A', 4);
  lru.set('b', 'B', 4);
  assert.equal(lru.get('a'), 'A');
  lru.set('c', 'C', 4);
  assert.deepEqual([lru.get('a'), lru.get('b'), lru.get('c')], ['A', undefined, 'C']);
  lru.set('a', 'AA', 6);
  assert.deepEqual([lru.get('a'), lru.get('c')], ['AA', 'C']);
  lru.set('d', 'D', 11);
  assert.deepEqual([lru.get('d'), lru.get('a')], [undefined, 'AA']);
  lru.delete('a');
  lru.set('e', 'E', 6);
  assert.deepEqual([lru.get('c'), lru.get('e')], ['C', 'E']);
});
