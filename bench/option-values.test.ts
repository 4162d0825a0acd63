import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenNames, wholeNumber } from './option-values.ts';

test('a whole number from the least on, and nothing else', () => {
  assert.equal(wholeNumber('--rounds', '3'), 3);
  assert.equal(wholeNumber('--latency', '0', 0), 0);
  for (const text of ['0', '-1', '1.5', '1e3', '', 'many'])
    assert.throws(() => wholeNumber('--rounds', text), /--rounds takes a whole number from 1 on/);
});

test('names keep the order of all, and an unknown one is named', () => {
  const all = ['a', 'b', 'c'] as const;
  assert.deepEqual(chosenNames('--only', undefined, all), all);
  assert.deepEqual(chosenNames('--only', 'c,a', all), ['a', 'c']);
  assert.throws(() => chosenNames('--only', 'a,d', all), /--only does not know d/);
});
