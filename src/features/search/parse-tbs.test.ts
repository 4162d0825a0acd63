import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTbs } from './parse-tbs.ts';

const NOW = Date.UTC(2026, 10, 23, 12);

test('spans up to now, an order by date, both together', () => {
  for (const [tbs, kind] of [
    ['qdr:h', 'hour'],
    ['qdr:d', 'day'],
    ['qdr:w', 'week'],
    ['qdr:m', 'month'],
    ['QDR:Y', 'year'],
  ] as const)
    assert.deepEqual(parseTbs(tbs, NOW), { range: { kind }, isByDate: false, remarks: [] });
  assert.deepEqual(parseTbs(' sbd:1, qdr:w ', NOW), { range: { kind: 'week' }, isByDate: true, remarks: [] });
  for (const nothing of [undefined, '', 'sbd:0', 'cdr:0'])
    assert.deepEqual(parseTbs(nothing, NOW), { range: undefined, isByDate: false, remarks: [] });
});

test('several units are a range between two times', () => {
  const { range } = parseTbs('qdr:d3', NOW);
  assert.deepEqual(range, { kind: 'custom', from: new Date(NOW - 3 * 86_400_000) });
  assert.ok(parseTbs('qdr:y9999', NOW).range);
});

test('between two days, the last one whole; one of them is enough', () => {
  const from = new Date('2026-10-01T00:00:00Z');
  const to = new Date('2026-10-31T23:59:59.999Z');
  assert.deepEqual(parseTbs('cdr:1,cd_min:10/01/2026,cd_max:10/31/2026', NOW).range, {
    kind: 'custom',
    from,
    to,
  });
  assert.deepEqual(parseTbs('cdr:1,cd_max:10/31/2026', NOW).range, { kind: 'custom', to });
  // Two days say more than a span.
  assert.deepEqual(parseTbs('qdr:w,cd_min:10/1/2026', NOW).range, { kind: 'custom', from });
});

test('parts that say nothing are named', () => {
  const { remarks, range } = parseTbs('qdr:x,cd_min:13/45/2026,li:1,qdr:d0,qdr:w', NOW);
  assert.deepEqual(range, { kind: 'week' });
  assert.deepEqual(
    remarks.map((remark) => /"(.*)"/.exec(remark)?.[1]),
    ['qdr:x', 'cd_min:13/45/2026', 'li:1', 'qdr:d0'],
  );
});
