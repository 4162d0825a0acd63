import { writeFileSync } from 'node:fs';
import type { Transform } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';

import { CollectedResults } from './collect-results.ts';

/**
 * A reporter that prints as Node's own `spec` does and leaves the results in the file: one stream for both, since a further
 * reporter takes as much again of each test.
 */
export function createReporter(resultsFile: string): Transform {
  const collected = new CollectedResults();
  const reporter = new spec();
  const print = reporter.write.bind(reporter) as (event: TestEvent) => boolean;
  reporter.write = (event: TestEvent) => {
    collected.hear(event);
    if (event.type === 'test:summary' && collected.results !== undefined)
      writeFileSync(resultsFile, JSON.stringify(collected.results));
    return print(event);
  };
  return reporter;
}
