import { equal, match, notEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const RUNNER = path.join(import.meta.dirname, '../../scripts/test.ts');

interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly lastLine: string;
}

/** Runs the test runner over files of its own, given as name and text. */
async function runTests(files: Readonly<Record<string, string>>, ...args: string[]): Promise<Run> {
  const folder = mkdtempSync(path.join(tmpdir(), 'decant-runner-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(path.join(folder, name), `import { test } from 'node:test';\n${text}\n`);
    }
    // The variable is node:test's own: a run inside of a run would be skipped.
    const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
    const child = spawn(process.execPath, [RUNNER, '*.test.mjs', ...args], { cwd: folder, env: environment });
    const output = { text: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.text += text));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output: output.text, lastLine: output.text.trimEnd().split('\n').at(-1) ?? '' };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const PASSING = `test('passes', () => {});`;

test('a green run ends with 0 and the sum', async () => {
  const run = await runTests({
    'a.test.mjs': PASSING,
    'b.test.mjs': `${PASSING} test.skip('skipped', () => {});`,
  });
  equal(run.lastLine, '2 passed, 0 failed, 1 skipped');
  equal(run.code, 0);
});

test('a failing test fails the run', async () => {
  const run = await runTests({ 'a.test.mjs': `${PASSING} test('fails', () => { throw new Error('no'); });` });
  equal(run.lastLine, '1 passed, 1 failed, 0 skipped');
  equal(run.code, 1);
});

test('a pattern that matches no file fails the run', async () => {
  const run = await runTests({ 'a.test.mjs': PASSING }, 'nowhere/*.test.mjs');
  match(run.output, /✖ selected: no file matches nowhere\/\*\.test\.mjs/);
  equal(run.lastLine, '1 passed, 0 failed, 0 skipped');
  equal(run.code, 1);
});

test('a run in which no test ran fails', async () => {
  const run = await runTests({ 'a.test.mjs': `test.skip('skipped', () => {});` });
  match(run.output, /✖ selected: no test ran/);
  equal(run.code, 1);
});

test('a test that ends the process with 0 fails the run', async () => {
  const run = await runTests({ 'a.test.mjs': `${PASSING} test('leaves', () => process.exit(0));` });
  match(run.output, /✖ selected: the process ended with 0 before its summary, in\n.*a\.test\.mjs leaves/);
  equal(run.lastLine, '0 passed, 1 failed, 0 skipped');
  equal(run.code, 1);
});

test('a file that does not load fails the run', async () => {
  const run = await runTests({ 'a.test.mjs': PASSING, 'b.test.mjs': `import './nowhere.mjs';` });
  match(run.lastLine, /^\d+ passed, [1-9]\d* failed, 0 skipped$/);
  notEqual(run.code, 0);
});

test('an error that nobody catches fails the test that it comes from, also from a timer or past an await', async () => {
  const run = await runTests({
    'a.test.mjs': `import { setImmediate as turn } from 'node:timers/promises';
      test('other', () => turn());
      test('in a timer', async () => {
        await turn();
        setTimeout(() => { throw new Error('late'); });
        await new Promise(() => {});
      });
      test('rejects', async () => {
        await turn();
        void turn().then(() => Promise.reject(new Error('alone')));
        await new Promise(() => {});
      });
      test('outer', async (outer) => {
        await turn();
        await outer.test('inner', async () => {
          await turn();
          setImmediate(() => { throw new Error('deep'); });
          await new Promise(() => {});
        });
      });`,
  });
  match(run.output, /✖ in a timer\n.*a\.test\.mjs:4 late/);
  match(run.output, /✖ rejects\n.*a\.test\.mjs:9 alone/);
  match(run.output, /✖ outer › inner\n.*a\.test\.mjs:16 deep/);
  equal(run.lastLine, '1 passed, 4 failed, 0 skipped');
});
