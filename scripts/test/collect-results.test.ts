import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { TestEvent } from 'node:test/reporters';

import { CollectedResults } from './collect-results.ts';
import type { TestResults } from './test-results.ts';

const at = { file: '/tests/a.test.ts', line: 2, column: 1 };

function start(nesting: number, name: string): object {
  return { type: 'test:start', data: { ...at, nesting, name } };
}

function fail(nesting: number, failureType: string, cause: unknown, more: object = {}): object {
  const error = Object.assign(new Error('test failed', { cause }), { failureType });
  return { type: 'test:fail', data: { ...at, nesting, details: { error }, ...more } };
}

function resultsOf(...events: readonly object[]): TestResults | undefined {
  const collected = new CollectedResults();
  for (const event of events as TestEvent[]) collected.hear(event);
  return collected.results;
}

const counts = { tests: 9, suites: 1, topLevel: 3, passed: 3, failed: 1, cancelled: 2, skipped: 1, todo: 2 };
const summary = { type: 'test:summary', data: { success: false, counts, duration_ms: 4 } };

test('each failed test is named once, with its place and the first line of its error', () => {
  const results = resultsOf(
    start(0, 'outer'),
    start(1, 'inner'),
    fail(1, 'testCodeFailure', new Error('expected 1\nnot 2')),
    start(1, 'later'),
    fail(1, 'testCodeFailure', new Error('not yet'), { todo: true }),
    fail(0, 'subtestsFailed', '1 subtest failed'),
    start(0, 'times'),
    fail(0, 'testTimeoutFailure', 'test timed out after 20ms'),
    summary,
  );
  deepEqual(results?.failures, [
    { text: 'outer › inner\n    /tests/a.test.ts:2 expected 1', file: '/tests/a.test.ts' },
    { text: 'times\n    /tests/a.test.ts:2 test timed out after 20ms', file: '/tests/a.test.ts' },
  ]);
});

test('cancelled is failed, todo is skipped', () => {
  const results = resultsOf(summary);
  deepEqual(results, { passed: 3, failed: 3, skipped: 3, failures: [] });
});

test('a run that broke off has no results', () => {
  equal(resultsOf(start(0, 'a')), undefined);
});
