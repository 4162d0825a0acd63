import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';

import { CHECKS } from './checks.ts';
import { runCheck } from './run-check.ts';

const read = (findings: string): { seenCount: number; findings: string } => ({
  seenCount: Number(/saw (\d+)/.exec(findings)?.[1] ?? 0),
  findings,
});

test('a command that ends with 0 and saw files is green', async () => {
  const result = await runCheck({ name: 'a', command: ['--print', '"saw 3"'], read });
  equal(result.isGreen, true);
  equal(result.seenCount, 3);
});

test('a command that saw no file is not green, though it ended with 0', async () => {
  const result = await runCheck({ name: 'a', command: ['--print', '"saw 0"'], read });
  equal(result.isGreen, false);
  match(result.findings, /It saw no file/);
});

test('a command that fails is not green and shows what it printed on both streams', async () => {
  const script = 'console.log("saw 3"); console.error("a fault"); process.exit(1)';
  const result = await runCheck({ name: 'a', command: ['--eval', script], read });
  equal(result.isGreen, false);
  match(result.findings, /saw 3[^]*a fault|a fault[^]*saw 3/);
});

test('no check takes silence for success', () => {
  for (const { name, read: readSilence } of CHECKS.filter((check) => check.name !== 'dead code')) {
    equal(readSilence('').seenCount, 0, name);
  }
});
