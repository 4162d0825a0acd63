import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDate } from './parse-date.ts';

const NOW = Date.parse('2026-10-20T12:00:00Z');
const HOUR = 3_600_000;

test('dates of providers, in their many forms', () => {
  const forms: Array<[string | number, string]> = [
    ['2026-10-12', '2026-10-12T00:00:00.000Z'],
    ['2026-10-12T08:11:00', '2026-10-12T08:11:00.000Z'],
    ['2026-10-12T08:11:00.123456', '2026-10-12T08:11:00.000Z'],
    ['2026-10-12T08:11:00Z', '2026-10-12T08:11:00.000Z'],
    ['2026-10-12T08:11:00+02:00', '2026-10-12T06:11:00.000Z'],
    ['2026-10-12 08:11:00 -0330', '2026-10-12T11:41:00.000Z'],
    ['12 Oct 2026', '2026-10-12T00:00:00.000Z'],
    ['12. October 2026', '2026-10-12T00:00:00.000Z'],
    ['Oct 12, 2026', '2026-10-12T00:00:00.000Z'],
    ['October 12th, 2026', '2026-10-12T00:00:00.000Z'],
    ['Dec 19th 2025', '2025-12-19T00:00:00.000Z'],
    ['Mon, Oct 12, 2026', '2026-10-12T00:00:00.000Z'],
    ['Mon, 12 Oct 2026 08:11:30 GMT', '2026-10-12T08:11:30.000Z'],
    ['Mon, 12 Oct 2026 08:11:30 +0200', '2026-10-12T06:11:30.000Z'],
    ['Oct 12, 2026 8:11 PM', '2026-10-12T20:11:00.000Z'],
    ['12.10.2026', '2026-10-12T00:00:00.000Z'],
    ['13.11.2025 09:21:40', '2025-11-13T09:21:40.000Z'],
    [1_791_792_000, '2026-10-12T08:00:00.000Z'],
    [1_791_792_000_000, '2026-10-12T08:00:00.000Z'],
  ];
  const read = forms.map(([form]) => [form, parseDate(form, NOW)?.toISOString()]);
  assert.deepEqual(read, forms);
});

test('times counted back from now', () => {
  const forms: Array<[string, number]> = [
    ['3 hours ago', 3 * HOUR],
    ['an hour ago', HOUR],
    ['1 day ago', 24 * HOUR],
    ['5 mins ago', HOUR / 12],
    ['2 weeks ago', 14 * 24 * HOUR],
    ['about 3 months ago', 90 * 24 * HOUR],
    ['2 yrs ago', 730 * 24 * HOUR],
    ['5d ago', 120 * HOUR],
    ['Yesterday', 24 * HOUR],
    ['just now', 0],
  ];
  const read = forms.map(([form]) => [form, NOW - (parseDate(form, NOW)?.getTime() ?? 0)]);
  assert.deepEqual(read, forms);
});

test('what is no date, or of no page, is none', () => {
  const none = [
    'soon',
    '',
    '31 Feb 2026',
    '2026-13-01',
    '2026-10-12T25:61:00',
    '12 Foo 2026',
    '10/12/2026',
    '9999 zillions ago',
    '0001-01-01',
    '2031-01-01',
    '1970-01-01T00:00:00Z',
    '12 Oct 2026'.padEnd(200, ' x'),
    -5,
    Number.NaN,
    null,
    undefined,
    {},
    [],
  ];
  assert.deepEqual(
    none.filter((value) => parseDate(value, NOW) !== undefined),
    [],
  );
});
