import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barTable, type Bar } from './bar.ts';

const BAR: Bar = { name: 'a', value: 2, bar: 2, isMoreBetter: true, unit: 'x', limit: 'none' };

const barRow = (bar: Bar): readonly string[] => barTable('', [bar]).rows[0] ?? [];

test('a bar is met when it is reached, from either side', () => {
  assert.deepEqual(barRow(BAR), ['a', '2 x', '', '>= 2 x', 'met', 'none']);
  assert.equal(barRow({ ...BAR, value: 1.999 })[4], 'NOT MET');
  assert.equal(barRow({ ...BAR, isMoreBetter: false, value: 2.01 })[4], 'NOT MET');
  assert.deepEqual(barRow({ ...BAR, unit: '', isMoreBetter: false, value: 0, bar: 0 }).slice(1, 5), [
    '0',
    '',
    '<= 0',
    'met',
  ]);
});
