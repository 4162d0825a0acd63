import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRange } from './read-range.ts';

test('one range is read as RFC 9110 says', () => {
  const cases: Array<[string | undefined, ReturnType<typeof readRange>]> = [
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=3-5', { start: 3, end: 5 }],
    ['bytes=3-500', { start: 3, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-12', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    [undefined, undefined],
    ['bytes=5-3', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['items=0-1', undefined],
    [`bytes=${'9'.repeat(16)}-`, undefined],
  ];
  for (const [header, expected] of cases) assert.deepEqual(readRange(header, 10), expected, header);
});

test('an empty file has no range', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1'])
    assert.equal(readRange(header, 0), 'unsatisfiable');
});
