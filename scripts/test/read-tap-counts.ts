export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Reads the closing lines of node:test's TAP output (`# pass 12`), of which a run that broke off has none.
 * A cancelled test counts as failed, one marked "todo" as skipped.
 */
export function readTapCounts(tap: string): TestCounts | undefined {
  const closing = tap.slice(tap.lastIndexOf('\n# tests '));
  const count = (name: string): number => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(closing)?.[1]);

  const passed = count('pass');
  const failed = count('fail') + count('cancelled');
  const skipped = count('skipped') + count('todo');
  return Number.isNaN(passed + failed + skipped) ? undefined : { passed, failed, skipped };
}
