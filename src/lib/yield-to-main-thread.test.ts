import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const MODULE = new URL('yield-to-main-thread.ts', import.meta.url).href;

test('the thread gives way, the main thread does not', { skip: process.platform !== 'linux' }, async () => {
  const before = getPriority(0);
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
    import('${MODULE}').then(({ yieldToMainThread }) => {
      yieldToMainThread();
      parentPort.postMessage(require('node:os').getPriority(0));
    });`,
    { eval: true },
  );
  const [priority] = await once(worker, 'message');
  // A process that already has the lowest priority has none for its threads to go down to.
  assert.equal(priority, Math.min(constants.priority.PRIORITY_LOW, before + 5));
  assert.equal(getPriority(0), before);
});
