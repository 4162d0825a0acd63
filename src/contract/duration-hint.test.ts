import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationHint } from './duration-hint.ts';

test('tells who gave seconds for milliseconds what they are', () => {
  assert.equal(durationHint('timeout', 30, 1_000), ': it is in milliseconds, 30 seconds are 30000');
  assert.equal(durationHint('timeout', 1, 1_000), ': it is in milliseconds, 1 second is 1000');
  assert.equal(durationHint('timeout', 999, 1_000), ': it is in milliseconds');
});

test('tells who gave milliseconds for seconds what they are', () => {
  assert.equal(durationHint('delay', 2_000, 60), ': it is in seconds, 2000 milliseconds are 2');
  assert.equal(durationHint('timeout', 30_000, 300), ': it is in seconds, 30000 milliseconds are 30');
});

test('says nothing where the other unit cannot have been meant', () => {
  assert.equal(durationHint('timeout', -5, 1_000), '');
  assert.equal(durationHint('timeout', 400_000, 300_000), '');
  assert.equal(durationHint('delay', 61, 60), '');
  assert.equal(durationHint('delay', 500_000, 60), '');
  assert.equal(durationHint('limit', 30, 1_000), '');
  assert.equal(durationHint(undefined, 30, 1_000), '');
});
