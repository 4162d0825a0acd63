import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutate } from './mutate.ts';

const BYTES = Buffer.from(
  'A file of a few bytes that is long enough to be changed in many places. '.repeat(20),
);

test('the same seed makes the same file, and leaves the original alone', () => {
  const copy = Buffer.from(BYTES);
  for (let seed = 0; seed < 200; seed++) assert.deepEqual(mutate(BYTES, seed), mutate(BYTES, seed));
  assert.deepEqual(BYTES, copy);
});

test('seeds make different files', () => {
  const files = Array.from({ length: 200 }, (_, seed) => mutate(BYTES, seed).toString('latin1'));
  assert.ok(new Set(files).size > 190);
});

test('nothing comes of nothing', () => {
  for (let seed = 0; seed < 50; seed++) assert.equal(mutate(Buffer.alloc(0), seed).length, 0);
});
