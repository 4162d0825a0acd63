import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getPriority } from 'node:os';
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
  assert.ok(priority > before, `${priority} after ${before}`);
  assert.equal(getPriority(0), before);
});
