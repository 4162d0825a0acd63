import { statSync } from 'node:fs';

/** Variable with the path of the file that names the tests that run; it is written as tests begin and end. */
export const RUNNING_TESTS_FILE = 'DECANT_RUNNING_TESTS_FILE';

/** Longer than a test may take by its own limit; large sizes take several times as long. Asked as a group begins: `--large` is read before. */
function hangMsOf({ LARGE }: NodeJS.ProcessEnv): number {
  return (LARGE === '1' ? 20 : 5) * 60_000;
}

/**
 * Tells whether the tests of a file of running tests hang: none has begun or ended for some minutes. A limit for a whole group
 * would end one that gets on, on a machine of a third of the speed.
 */
export function createHangWatch(file: string, hangMs = hangMsOf(process.env)): () => boolean {
  const startedAt = Date.now();
  return () => {
    const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return Date.now() - Math.max(startedAt, writtenAt) > hangMs;
  };
}
