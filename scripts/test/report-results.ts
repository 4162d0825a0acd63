// A reporter (`--test-reporter`) that prints as Node's own `spec` does and leaves the results in a file: one stream for both,
// since a further reporter takes as much again of each test. Node's own files of results do not serve: a thread that a test
// starts inherits Node's options and empties the file of its test run.
import { writeFileSync } from 'node:fs';
import type { Transform } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';

import { CollectedResults } from './collect-results.ts';
import { TEST_RESULTS_FILE } from './test-results.ts';

function createReporter(): Transform {
  const collected = new CollectedResults();
  const reporter = new spec();
  const print = reporter.write.bind(reporter) as (event: TestEvent) => boolean;
  reporter.write = (event: TestEvent) => {
    collected.hear(event);
    const file = process.env[TEST_RESULTS_FILE];
    if (event.type === 'test:summary' && file !== undefined && collected.results !== undefined)
      writeFileSync(file, JSON.stringify(collected.results));
    return print(event);
  };
  return reporter;
}

// oxlint-disable-next-line no-default-export -- Node asks for it.
export default createReporter();
