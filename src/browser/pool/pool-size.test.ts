import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePoolLimits } from './pool-size.ts';

const GIB = 2 ** 30;

test('as many pages as cores, or as the memory holds', () => {
  const pages = (cores: number, memoryBytes: number): number =>
    choosePoolLimits({}, { cores, memoryBytes }).maxPages;
  assert.equal(pages(4, 16 * GIB), 4);
  assert.equal(pages(16, 1 * GIB), 4);
  assert.equal(pages(2, 0.1 * GIB), 1);
});

test('memory limits follow the container, and what is given goes first', () => {
  const small = choosePoolLimits({}, { cores: 2, memoryBytes: GIB });
  assert.deepEqual([small.maxRendererBytes, small.maxResidentBytes], [GIB / 4, GIB / 2]);
  const large = choosePoolLimits({}, { cores: 2, memoryBytes: 64 * GIB });
  assert.equal(large.maxRendererBytes, GIB);
  assert.ok(large.maxResidentBytes >= GIB && large.maxResidentBytes < 2 * GIB);
  assert.equal(large.maxBrowserBytes, 2.5 * GIB);
  assert.ok(small.maxBrowserBytes < 0.7 * GIB);
  const given = choosePoolLimits({ maxPages: 7, idleMs: 5 }, { cores: 2, memoryBytes: GIB });
  assert.deepEqual([given.maxPages, given.idleMs, given.maxAgeMs], [7, 5, 1_800_000]);
});
