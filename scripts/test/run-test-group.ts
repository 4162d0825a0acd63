import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { explainHang } from './explain-hang.ts';
import { readTapCounts } from './read-tap-counts.ts';
import type { TestCounts } from './read-tap-counts.ts';
import { runNode } from './run-node.ts';
import type { NodeEnd } from './run-node.ts';
import type { TestGroup } from './select-test-groups.ts';

export interface TestGroupResult extends TestCounts {
  /** What is wrong with the run as a whole; empty when it can be trusted and is green. */
  readonly problems: readonly string[];
  /** Somebody stopped the run: what follows is not wanted either. */
  readonly isInterrupted: boolean;
}

/**
 * Runs a group's files in one process, printing as Node does. Node itself ends with 0 when a pattern matches no
 * file, when no test ran and when a test calls `process.exit(0)`: all three are problems here.
 */
export async function runTestGroup(group: TestGroup, nodeFlags: readonly string[]): Promise<TestGroupResult> {
  const { files, unmatched } = findFiles(group);
  const problems = unmatched.map((pattern) => `${group.name}: no file matches ${pattern}`);
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0, problems, isInterrupted: false };

  process.stdout.write(`\n${group.name}: ${files.length} files\n`);
  const folder = mkdtempSync(path.join(tmpdir(), 'decant-test-run-'));
  try {
    const tapFile = path.join(folder, 'results.tap');
    const end = await runNode(
      [...flagsOf(group, folder, tapFile), ...nodeFlags, ...files],
      group.groupTimeoutMs,
    );
    const counts = readTapCounts(readFileSync(tapFile, { encoding: 'utf8', flag: 'a+' }));
    const problem = problemOf(end, counts, folder);
    return {
      ...(counts ?? { passed: 0, failed: 1, skipped: 0 }),
      problems: problem === undefined ? problems : [...problems, `${group.name}: ${problem}`],
      isInterrupted: end.isInterrupted,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function findFiles({ patterns, exclude = [] }: TestGroup): { files: string[]; unmatched: string[] } {
  const matches = patterns.map((pattern) => ({ pattern, files: globSync(pattern, { exclude }) }));
  return {
    files: [...new Set(matches.flatMap(({ files }) => files))].map((file) => path.resolve(file)).toSorted(),
    unmatched: matches.filter(({ files }) => files.length === 0).map(({ pattern }) => pattern),
  };
}

function flagsOf({ testTimeoutMs }: TestGroup, folder: string, tapFile: string): string[] {
  return [
    '--disable-warning=ExperimentalWarning',
    '--report-on-signal',
    '--report-exclude-env',
    `--report-directory=${folder}`,
    '--test',
    '--test-isolation=none',
    `--test-timeout=${testTimeoutMs}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${tapFile}`,
  ];
}

function problemOf(end: NodeEnd, counts: TestCounts | undefined, folder: string): string | undefined {
  if (end.isInterrupted) return 'interrupted';
  if (end.isTimedOut) return `stopped at the time limit of the group: ${explainHang(folder)}`;
  if (end.signal !== null) return `the process was ended by ${end.signal}`;
  if (counts === undefined) return `the process ended with ${end.code} before its summary`;
  if (counts.passed + counts.failed === 0) return 'no test ran';
  return end.code === 0 || counts.failed > 0 ? undefined : `the process ended with ${end.code}`;
}
