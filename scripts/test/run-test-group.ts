import { existsSync, globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { explainHang } from './explain-hang.ts';
import type { GroupOutput } from './group-output.ts';
import { makeTestFolder } from './make-test-folder.ts';
import { runNode } from './run-node.ts';
import type { NodeEnd } from './run-node.ts';
import { RUNNING_TESTS_FILE, createHangWatch } from './running-tests-file.ts';
import type { TestGroup } from './select-test-groups.ts';
import { TEST_RESULTS_FILE, type TestResults } from './test-results.ts';

export interface TestGroupResult extends TestResults {
  readonly name: string;
  readonly seconds: number;
  /** What is wrong with the run as a whole; empty when it can be trusted and is green. */
  readonly problems: readonly string[];
  /** Somebody stopped the run: what follows is not wanted either. */
  readonly isInterrupted: boolean;
}

/**
 * Runs a group's files in one process, writing as Node does. Node itself ends with 0 when a pattern matches no
 * file, when no test ran and when a test calls `process.exit(0)`: all three are problems here.
 */
export async function runTestGroup(
  group: TestGroup,
  nodeFlags: readonly string[],
  output: GroupOutput,
): Promise<TestGroupResult> {
  const { name } = group;
  const startedAt = performance.now();
  try {
    using run = makeTestFolder();
    const folder = run.path;
    const { files, unmatched } = findFiles(group);
    const problems = unmatched.map((pattern) => `${name}: no file matches ${pattern}`);
    if (files.length === 0) return { ...NOTHING_RAN, name, problems };
    output.write(`\n${name}: ${files.length} files\n`);
    const resultsFile = path.join(folder, 'results.json');
    const end = await runNode([...flagsOf(group, folder), ...nodeFlags, RUN_FILES, ...files], {
      hangs: createHangWatch(runningTestsFile(folder)),
      environment: {
        [RUNNING_TESTS_FILE]: runningTestsFile(folder),
        [TEST_RESULTS_FILE]: resultsFile,
        TMPDIR: run.temporary,
        DECANT_TEST_KEPT: process.env['DECANT_TEST_KEPT'] ?? tmpdir(),
      },
      write: (text) => output.write(text),
    });
    const results = readResults(resultsFile);
    const problem = problemOf(end, results, folder);
    return {
      ...(results ?? { ...NOTHING_RAN, failed: 1 }),
      name,
      seconds: (performance.now() - startedAt) / 1000,
      problems: problem === undefined ? problems : [...problems, `${name}: ${problem}`],
      isInterrupted: end.isInterrupted,
    };
  } finally {
    output.end();
  }
}

const NOTHING_RAN = { seconds: 0, passed: 0, failed: 0, skipped: 0, failures: [], isInterrupted: false };

function findFiles({ patterns, exclude = [] }: TestGroup): { files: string[]; unmatched: string[] } {
  const matches = patterns.map((pattern) => ({ pattern, files: globSync(pattern, { exclude }) }));
  return {
    files: [...new Set(matches.flatMap(({ files }) => files))].map((file) => path.resolve(file)).toSorted(),
    unmatched: matches.filter(({ files }) => files.length === 0).map(({ pattern }) => pattern),
  };
}

/** Undefined when the run broke off before its summary. */
function readResults(file: string): TestResults | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestResults) : undefined;
}

function flagsOf({ testTimeoutMs }: TestGroup, folder: string): string[] {
  return [
    '--disable-warning=ExperimentalWarning',
    '--report-on-signal',
    '--report-exclude-env',
    `--report-directory=${folder}`,
    `--test-timeout=${testTimeoutMs}`,
  ];
}

const RUN_FILES = path.join(import.meta.dirname, 'run-files.ts');

function runningTestsFile(folder: string): string {
  return path.join(folder, 'running.txt');
}

function problemOf(end: NodeEnd, results: TestResults | undefined, folder: string): string | undefined {
  if (end.isInterrupted) return 'interrupted';
  if (end.isHung) return `no test began or ended any more: ${explainHang(folder)}${during(folder)}`;
  if (end.signal !== null) return `the process was ended by ${end.signal}${during(folder)}`;
  if (results === undefined) return `the process ended with ${end.code} before its summary${during(folder)}`;
  if (results.passed + results.failed === 0) return 'no test ran';
  return end.code === 0 || results.failed > 0 ? undefined : `the process ended with ${end.code}`;
}

/** The tests that had begun and not ended, a line each. */
function during(folder: string): string {
  const running = readFileSync(runningTestsFile(folder), { encoding: 'utf8', flag: 'a+' }).trim();
  return running === '' ? '' : `, in\n    ${running.replaceAll('\n', '\n    ')}`;
}
