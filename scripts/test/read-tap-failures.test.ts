import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';

import { readTapFailures } from './read-tap-failures.ts';

const tap = String.raw`TAP version 13
# Subtest: outer \# one
    # Subtest: in \\ ner
    not ok 1 - in \\ ner
      ---
      type: 'test'
      location: '/tests/a.test.ts:2:30'
      failureType: 'testCodeFailure'
      error: |-
        Expected values to be strictly equal:
        
        not ok 9 - printed by a test
      ...
    # Subtest: fine
    ok 2 - fine
      ---
      type: 'test'
      ...
    # Subtest: later
    not ok 3 - later # TODO
      ---
      failureType: 'testCodeFailure'
      error: 'not yet'
      ...
    1..3
not ok 1 - outer \# one
  ---
  type: 'suite'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
# Subtest: times
not ok 2 - times
  ---
  location: '/tests/b.test.ts:3:1'
  failureType: 'testTimeoutFailure'
  error: 'test timed out after 20ms'
  ...
1..2
`;

test('names each failed test once, with its place and the first line of its error', () => {
  deepEqual(readTapFailures(tap), [
    'outer # one › in \\ ner\n    /tests/a.test.ts:2:30 Expected values to be strictly equal:',
    'times\n    /tests/b.test.ts:3:1 test timed out after 20ms',
  ]);
});

test('a run without failures has none', () => {
  deepEqual(
    readTapFailures('TAP version 13\n# Subtest: a\nok 1 - a\n  ---\n  type: test\n  ...\n1..1\n'),
    [],
  );
});
