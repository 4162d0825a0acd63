import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMachineSize } from './machine-size.ts';

test('the machine has cores and memory', () => {
  const { cores, memoryBytes } = readMachineSize();
  assert.ok(cores >= 1);
  assert.ok(memoryBytes > 2 ** 27 && Number.isFinite(memoryBytes));
});
