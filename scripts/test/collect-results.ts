import type { TestEvent } from 'node:test/reporters';

import type { TestFailure, TestResults } from './test-results.ts';

/**
 * Results from what the test runner tells its reporters, event after event. Cancelled counts as failed, "todo" as skipped. A
 * suite that failed only for its tests is not named again.
 */
export class CollectedResults {
  readonly #failures: TestFailure[] = [];
  readonly #names: string[] = [];
  #results: TestResults | undefined;

  /** Undefined before the summary: a run that breaks off has none. */
  get results(): TestResults | undefined {
    return this.#results;
  }

  hear({ type, data }: TestEvent): void {
    if (type === 'test:start') this.#names.splice(data.nesting, Infinity, data.name);
    if (type === 'test:fail' && data.todo === undefined) {
      const { failureType, cause, message } = data.details.error as FailedTestError;
      if (failureType === 'subtestsFailed') return;
      // Node's own words, such as those about the time limit, are a text.
      const text = cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : message;
      const [reason] = text.split('\n');
      const name = this.#names.slice(0, data.nesting + 1).join(' › ');
      const file = data.file ?? '';
      this.#failures.push({ text: `${name}\n    ${file}:${data.line ?? ''} ${reason}`, file });
    }
    if (type === 'test:summary' && data.file === undefined) {
      const { tests, passed, skipped, todo } = data.counts;
      const failed = tests - passed - skipped - todo;
      this.#results = { passed, failed, skipped: skipped + todo, failures: this.#failures };
    }
  }
}

type FailedTestError = Error & { readonly failureType?: string };
