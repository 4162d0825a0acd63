import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdleRelease } from './sharing/idle-release.ts';
import { releaseMemory } from './release-memory.ts';

/** Leaves some 10 MB of garbage behind that no collection has looked at yet. */
function makeGarbage(): void {
  Array.from({ length: 100_000 }, (_, index) => ({ index, text: `garbage ${index}` }));
}

test('garbage is collected at once', async () => {
  makeGarbage();
  const before = process.memoryUsage().heapUsed;
  await releaseMemory();
  assert.ok(process.memoryUsage().heapUsed < before);
});

test('memory is given back once a rest, five seconds after the last work', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const now = t.mock.method(performance, 'now', () => 0);
  using release = createIdleRelease();
  release.noteWork();
  now.mock.mockImplementation(() => 3_000);
  release.noteWork();
  makeGarbage();
  const before = process.memoryUsage().heapUsed;
  now.mock.mockImplementation(() => 5_000);
  t.mock.timers.tick(5_000);
  assert.ok(process.memoryUsage().heapUsed >= before, 'not yet: there was work in between');
  now.mock.mockImplementation(() => 8_000);
  t.mock.timers.tick(3_000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(process.memoryUsage().heapUsed < before);
});
