import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePublished } from './parse-published.ts';

const FETCHED = new Date('2026-11-20T12:00:00Z');

function isoOf(stated: string): string | undefined {
  return parsePublished(stated, FETCHED)?.toISOString().replace('T00:00:00.000Z', '');
}

test('times of pages are read in the forms that they have', () => {
  for (const [stated, expected] of [
    ['2025-11-13', '2025-11-13'],
    ['2025-11-13T09:21:40', '2025-11-13T09:21:40.000Z'],
    ['2025-11-13T09:21:40+02:00', '2025-11-13T07:21:40.000Z'],
    ['03-09-2026', '2026-09-03'],
    ['03.09.2026 10:00', '2026-09-03'],
    ['03/09/2026', '2026-03-09'],
    ['Dec 19, 2025', '2025-12-19'],
    ['Thu, 13 Nov 2025 09:21:40 GMT', '2025-11-13T09:21:40.000Z'],
  ] as const)
    assert.equal(isoOf(stated), expected, stated);
});

test('a time that cannot be is none', () => {
  for (const stated of ['1970-01-01', '2026-11-22', 'yesterday', '31/31/2025', '', '99999-01-01'])
    assert.equal(isoOf(stated), undefined, stated);
});
