// A reporter (`--test-reporter`) that prints nothing and leaves the results in a file. Node's own files of results do not
// serve: a thread that a test starts inherits Node's options and empties the file of its test run.
import { writeFileSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';

import { collectResults } from './collect-results.ts';
import { TEST_RESULTS_FILE } from './test-results.ts';

// oxlint-disable-next-line no-default-export -- Node asks for it.
export default async function* reportResults(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const results = await collectResults(events);
  const file = process.env[TEST_RESULTS_FILE];
  if (file !== undefined && results !== undefined) writeFileSync(file, JSON.stringify(results));
  yield '';
}
