import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunnerTools } from './code-runner.ts';
import { SessionCode } from './session-code.ts';

const tools: RunnerTools = {
  connectDriver: () => assert.fail('there is no runner to connect'),
  stopScripts: () => assert.fail('there is no script to stop'),
  readMarkdown: () => assert.fail('nobody reads'),
};
const startPython = (): never => assert.fail('node is started first');

test('code whose runner cannot be had is told of as not run, and the next call looks for one again', async () => {
  const asked: string[] = [];
  await using code = new SessionCode(tools, {
    takeNode() {
      asked.push('node');
      return Promise.reject(new Error('The runner of code ended (it did not start in time)'));
    },
    startPython,
  });
  const { signal } = new AbortController();
  for (const language of ['node', 'python', 'bash'] as const) {
    await assert.rejects(code.run({ language, code: '1', timeoutMs: 1_000, signal }), {
      code: 'SESSION_FAILED',
      message: 'The code of the session could not be started; nothing was run',
      hint: 'Error: The runner of code ended (it did not start in time)',
    });
  }
  assert.ok(asked.length >= 3);
});

test('a caller that leaves does not wait for a runner that is slow to start', async () => {
  const starting = Promise.withResolvers<never>();
  const code = new SessionCode(tools, { takeNode: () => starting.promise, startPython });
  const caller = new AbortController();
  const { signal } = caller;
  const left = code.run({ language: 'node', code: '1', timeoutMs: 1_000, signal });
  caller.abort(new Error('the caller has left'));
  await assert.rejects(left, { message: 'the caller has left' });
  starting.reject(new Error('too late'));
  await code[Symbol.asyncDispose]();
});
