import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';

import { readTapCounts } from './read-tap-counts.ts';

const closingLines = [
  '# tests 9',
  '# suites 1',
  '# pass 3',
  '# fail 1',
  '# cancelled 2',
  '# skipped 1',
  '# todo 2',
];

test('sums the closing lines: cancelled is failed, todo is skipped', () => {
  const tap = ['TAP version 13', 'ok 1 - a', '1..1', ...closingLines, '# duration_ms 4.1', ''].join('\n');
  deepEqual(readTapCounts(tap), { passed: 3, failed: 3, skipped: 3 });
});

test('believes the last lines, not a diagnostic that looks like them', () => {
  const tap = ['TAP version 13', '# tests 1', '# pass 100', 'ok 1 - a', '1..1', ...closingLines, ''].join(
    '\n',
  );
  equal(readTapCounts(tap)?.passed, 3);
});

test('a run that broke off has no counts', () => {
  equal(readTapCounts('TAP version 13\nok 1 - a\n'), undefined);
  equal(readTapCounts(''), undefined);
});
