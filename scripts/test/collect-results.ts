import type { TestEvent } from 'node:test/reporters';

import type { TestFailure, TestResults } from './test-results.ts';

/**
 * Results from what the test runner tells its reporters; undefined when it broke off before its summary. Cancelled counts as
 * failed, "todo" as skipped. A suite that failed only for its tests is not named again.
 */
export async function collectResults(events: AsyncIterable<TestEvent>): Promise<TestResults | undefined> {
  const failures: TestFailure[] = [];
  const names: string[] = [];
  let results: TestResults | undefined;

  for await (const { type, data } of events) {
    if (type === 'test:start') names.splice(data.nesting, Infinity, data.name);
    if (type === 'test:fail' && data.todo === undefined) {
      const { failureType, cause, message } = data.details.error as FailedTestError;
      if (failureType === 'subtestsFailed') continue;
      // Node's own words, such as those about the time limit, are a text.
      const text = cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : message;
      const [reason] = text.split('\n');
      const name = names.slice(0, data.nesting + 1).join(' › ');
      const file = data.file ?? '';
      failures.push({ text: `${name}\n    ${file}:${data.line ?? ''} ${reason}`, file });
    }
    if (type === 'test:summary' && data.file === undefined) {
      const { tests, passed, skipped, todo } = data.counts;
      results = { passed, failed: tests - passed - skipped - todo, skipped: skipped + todo, failures };
    }
  }
  return results;
}

type FailedTestError = Error & { readonly failureType?: string };
