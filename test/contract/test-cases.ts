import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldCase } from './schema-cases.ts';

/** One test of all cases, which names each that fails: to run a test takes longer than to try a case. */
export function testCases(
  title: string,
  cases: readonly FieldCase[],
  check: (each: FieldCase) => void,
): void {
  if (cases.length === 0) return;
  test(title, () => {
    const failures = cases.flatMap((each) => {
      try {
        check(each);
        return [];
      } catch (error) {
        return [`${each.name}: ${String(error)}`];
      }
    });
    assert.deepEqual(failures, []);
  });
}
