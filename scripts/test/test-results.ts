export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface TestResults extends TestCounts {
  /** The failed tests, a text each: full name, place, first line of the error. */
  readonly failures: readonly string[];
}

/** Variable with the path of the file that a run's results go to, as JSON, once all tests have ended. */
export const TEST_RESULTS_FILE = 'DECANT_TEST_RESULTS_FILE';
