import type { TestGroup } from './select-test-groups.ts';
import type { TestGroupResult } from './run-test-group.ts';
import type { TestFailure } from './test-results.ts';

/** More files than this with failures are a broken change and no chance; a machine that is busy with others had four. */
const MAX_FILES = 6;
const TEST_TIMEOUT_MS = 120_000;

export interface SettledResults {
  readonly results: readonly TestGroupResult[];
  /** The tests that failed beside the others and passed alone: they count as passed, and are named. */
  readonly unsteady: readonly TestFailure[];
}

/**
 * Runs each file with failures once more, with nothing beside it. A file that fails again, or in another way, stays
 * failed. A run that was stopped or broke off is not tried again: nobody knows which test it was.
 */
export async function runFailedAlone(
  results: readonly TestGroupResult[],
  run: (group: TestGroup) => Promise<TestGroupResult>,
): Promise<SettledResults> {
  const files = new Set(results.flatMap(({ failures }) => failures.map(({ file }) => file)));
  const isHopeless = results.some(({ problems, isInterrupted }) => problems.length > 0 || isInterrupted);
  if (isHopeless || files.size > MAX_FILES) return { results, unsteady: [] };
  const steadied = new Set<string>();
  for (const file of files) if (isTestFile(file) && (await passesAlone(file, run))) steadied.add(file);
  const isUnsteady = ({ file }: TestFailure): boolean => steadied.has(file);
  return {
    results: results.map((result) => withoutFailures(result, isUnsteady)),
    unsteady: results.flatMap(({ failures }) => failures.filter(isUnsteady)),
  };
}

/** Tells whether it is a file to run: a failure may also stand in a helper that declares tests for several files. */
function isTestFile(file: string): boolean {
  return file.endsWith('.test.ts');
}

async function passesAlone(
  file: string,
  run: (group: TestGroup) => Promise<TestGroupResult>,
): Promise<boolean> {
  const { passed, failed, problems } = await run({
    name: 'failed, now alone',
    patterns: [file],
    testTimeoutMs: TEST_TIMEOUT_MS,
  });
  return passed > 0 && failed === 0 && problems.length === 0;
}

/** A test that failed for its subtests only is counted and not named: it passes when no failure is left. */
function withoutFailures(
  result: TestGroupResult,
  isUnsteady: (failure: TestFailure) => boolean,
): TestGroupResult {
  const failures = result.failures.filter((failure) => !isUnsteady(failure));
  const failed = failures.length === 0 ? 0 : result.failed - (result.failures.length - failures.length);
  return { ...result, failures, passed: result.passed + result.failed - failed, failed };
}
