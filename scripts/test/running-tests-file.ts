/** Variable with the path of the file that names the tests that run. */
export const RUNNING_TESTS_FILE = 'DECANT_RUNNING_TESTS_FILE';
