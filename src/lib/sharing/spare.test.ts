import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createSpare } from './spare.ts';

interface Thing {
  number: number;
  ended: PromiseWithResolvers<void>;
}

function openSpare(options: { fails?: boolean } = {}) {
  const made: Thing[] = [];
  const discarded: number[] = [];
  const failures: unknown[] = [];
  const spare = createSpare<Thing>({
    async make() {
      if (options.fails) throw new Error('no');
      const thing = { number: made.length + 1, ended: Promise.withResolvers<void>() };
      made.push(thing);
      return thing;
    },
    endOf: ({ ended }) => ended.promise,
    discard: async ({ number }) => discarded.push(number),
    idleMs: 60_000,
    onFailure: (error) => failures.push(error),
  });
  return { made, discarded, failures, spare };
}

test('the one that is ready is taken; without one, one is made', async () => {
  const { made, spare } = openSpare();
  assert.equal((await spare.take()).number, 1);
  spare.warmUp();
  spare.warmUp();
  assert.equal(made.length, 2);
  assert.equal((await spare.take()).number, 2);
  await spare[Symbol.asyncDispose]();
});

test('one that has ended while it waited is not given out', async () => {
  const { made, spare } = openSpare();
  spare.warmUp();
  await setImmediate();
  made[0]!.ended.resolve();
  await setImmediate();
  assert.equal((await spare.take()).number, 2);
  await spare[Symbol.asyncDispose]();
});

test('one that nobody took is discarded at the end, and none is made after it', async () => {
  const { made, discarded, spare } = openSpare();
  spare.warmUp();
  await spare[Symbol.asyncDispose]();
  assert.deepEqual(discarded, [1]);
  spare.warmUp();
  assert.equal(made.length, 1);
  await assert.rejects(spare.take(), /ending/);
});

test('a failure is told, and the next try is a new one', async () => {
  const options = { fails: true };
  const { failures, spare } = openSpare(options);
  spare.warmUp();
  await setImmediate();
  assert.equal(failures.length, 1);
  await assert.rejects(spare.take(), /no/);
  options.fails = false;
  assert.equal((await spare.take()).number, 1);
  await spare[Symbol.asyncDispose]();
});
