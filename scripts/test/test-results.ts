export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface TestFailure {
  /** Full name, place, first line of the error. */
  readonly text: string;
  /** The file that the test stands in; empty when Node does not tell. */
  readonly file: string;
}

export interface TestResults extends TestCounts {
  readonly failures: readonly TestFailure[];
}

/** Variable with the path of the file that a run's results go to, as JSON, once all tests have ended. */
export const TEST_RESULTS_FILE = 'DECANT_TEST_RESULTS_FILE';
