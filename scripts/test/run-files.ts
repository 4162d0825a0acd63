// Runs the test files named, one after the other in this process, as `node --test --test-isolation=none` does, and prints as
// Node's own `spec` does. RUNNING_TESTS_FILE and TEST_RESULTS_FILE name the files that it leaves beside.
import { registerHooks } from 'node:module';

import { createOwnResolve } from '../../src/lib/own-imports.ts';
import { keepRunningTests } from './keep-running-tests.ts';
import { loadTestRunner } from './load-test-runner.ts';
import { createReporter } from './report-results.ts';
import { RUNNING_TESTS_FILE } from './running-tests-file.ts';
import { TEST_RESULTS_FILE } from './test-results.ts';

const { [RUNNING_TESTS_FILE]: runningTestsFile, [TEST_RESULTS_FILE]: resultsFile } = process.env;
if (runningTestsFile === undefined || resultsFile === undefined)
  throw new Error('files of the run are not named');

// Of the loading of a group, which is a tenth of the unit tests, a fifth is Node's search for the files.
registerHooks({ resolve: createOwnResolve(new URL('../../', import.meta.url).href) });
const { run, getTestContext } = await loadTestRunner();
keepRunningTests(runningTestsFile, getTestContext);
const events = run({ isolation: 'none', files: process.argv.slice(2) });
events.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1;
});
events.compose(createReporter(resultsFile)).pipe(process.stdout);
