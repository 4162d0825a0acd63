import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';

import { runFailedAlone } from './run-failed-alone.ts';
import type { TestGroupResult } from './run-test-group.ts';

const GREEN: TestGroupResult = {
  name: 'a',
  seconds: 1,
  passed: 5,
  failed: 0,
  skipped: 0,
  failures: [],
  problems: [],
  isInterrupted: false,
};

function failing(...files: readonly string[]): TestGroupResult {
  return { ...GREEN, failed: files.length, failures: files.map((file) => ({ text: `in ${file}`, file })) };
}

/** Runs files; those named fail. Keeps a list of what was run. */
function runner(...broken: readonly string[]) {
  const ran: string[] = [];
  return {
    ran,
    run: async ({ patterns: [file = ''] }: { patterns: readonly string[] }): Promise<TestGroupResult> => {
      ran.push(file);
      return broken.includes(file) ? failing(file) : GREEN;
    },
  };
}

test('a file that passes alone is named and counts as passed; one that fails again stays failed', async () => {
  const { ran, run } = runner('/b.test.ts');
  const { results, unsteady } = await runFailedAlone([GREEN, failing('/a.test.ts', '/b.test.ts')], run);
  deepEqual(ran, ['/a.test.ts', '/b.test.ts']);
  deepEqual(
    results.map(({ passed, failed, failures }) => [passed, failed, failures.map(({ file }) => file)]),
    [
      [5, 0, []],
      [6, 1, ['/b.test.ts']],
    ],
  );
  deepEqual(unsteady, [{ text: 'in /a.test.ts', file: '/a.test.ts' }]);
});

test('a run that broke off, many failures and files that are no tests are not tried again', async () => {
  const broken = { ...failing('/a.test.ts'), problems: ['a: no test ran'] };
  const stopped = { ...failing('/a.test.ts'), isInterrupted: true };
  const many = failing(...Array.from('abcdefg', (name) => `/${name}.test.ts`));
  for (const result of [broken, stopped, many, failing('/helper.ts'), failing('')]) {
    const { ran, run } = runner();
    deepEqual(await runFailedAlone([result], run), { results: [result], unsteady: [] });
    deepEqual(ran, []);
  }
});
