import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionCode } from './session-code.ts';

test('code whose runner cannot be had is told of as not run, and the next call looks for one again', async () => {
  const asked: string[] = [];
  await using code = new SessionCode(
    {
      connectDriver: () => assert.fail('there is no runner to connect'),
      stopScripts: () => assert.fail('there is no script to stop'),
      readMarkdown: () => assert.fail('nobody reads'),
    },
    {
      takeNode() {
        asked.push('node');
        return Promise.reject(new Error('The runner of code ended (it did not start in time)'));
      },
      startPython: () => assert.fail('node is started first'),
    },
  );
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
