import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createIdleRelease } from './idle-release.ts';

const MB = 2 ** 20;

/** What a process holds, and how often it was asked to give back: each time a half of what is above 100 MB. */
function open({ mock }: TestContext) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  mock.method(performance, 'now', () => Date.now());
  const memory = { bytes: 120 * MB, releases: 0 };
  const idle = createIdleRelease({
    heldBytes: () => memory.bytes,
    release: async () => {
      memory.releases += 1;
      memory.bytes = 100 * MB + (memory.bytes - 100 * MB) / 2;
    },
  });
  const pass = async (ms: number): Promise<void> => {
    mock.timers.tick(ms);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { memory, idle, pass };
}

test('memory that only the start needed is given back once', async (t) => {
  const { memory, idle, pass } = open(t);
  idle.noteStarted();
  await pass(60_000);
  assert.equal(memory.releases, 1);
});

test('work that left memory behind is followed by two releases, and work that left none by none', async (t) => {
  const { memory, idle, pass } = open(t);
  idle.noteStarted();
  await pass(1_000);
  idle.noteWork();
  memory.bytes += 10 * MB;
  await pass(60_000);
  assert.equal(memory.releases, 1);
  idle.noteWork();
  memory.bytes += 10 * MB;
  await pass(4_999);
  assert.equal(memory.releases, 1);
  await pass(1);
  assert.equal(memory.releases, 2);
  await pass(9_999);
  assert.equal(memory.releases, 2);
  await pass(1);
  assert.equal(memory.releases, 3);
  await pass(60_000);
  assert.equal(memory.releases, 3);
});

test('work before a rest has come puts it off', async (t) => {
  const { memory, idle, pass } = open(t);
  idle.noteStarted();
  await pass(1_000);
  memory.bytes += 50 * MB;
  for (let calls = 0; calls < 10; calls += 1) {
    idle.noteWork();
    await pass(4_000);
  }
  assert.equal(memory.releases, 1);
  await pass(1_000);
  assert.equal(memory.releases, 2);
});
