import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdfDate } from './pdf-date.ts';

test('dates with and without their parts', () => {
  assert.equal(readPdfDate("D:20240131120000+01'00'"), '2024-01-31T11:00:00.000Z');
  assert.equal(readPdfDate("D:20240131120000-05'30"), '2024-01-31T17:30:00.000Z');
  assert.equal(readPdfDate('D:20240131120000Z'), '2024-01-31T12:00:00.000Z');
  assert.equal(readPdfDate('D:2024'), '2024-01-01T00:00:00.000Z');
  assert.equal(readPdfDate('20240229'), '2024-02-29T00:00:00.000Z');
  assert.equal(readPdfDate('2024-03-01T10:00:00+02:00'), '2024-03-01T08:00:00.000Z');
});

test('what is no date', () => {
  for (const text of [undefined, '', 'yesterday', 'D:0000', 'D:99999999'])
    assert.equal(readPdfDate(text), undefined);
});
