import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountOf, amountsIn } from './amounts.ts';

test('numbers are read as shops write them', () => {
  for (const [text, hundredths] of [
    ['$19.99', 1999],
    ['130', 13_000],
    ['1,099.99', 109_999],
    ['1.299,00 €', 129_900],
    ['4,345', 434_500],
    ['79.9', 7990],
    ['1 299,00 kr', 129_900],
    ["CHF 1'250.50", 125_050],
    ['Sale price $17', 1700],
  ] as const) {
    assert.equal(amountOf(text), hundredths, text);
  }
  assert.equal(amountOf('Sold out'), undefined);
});

test('several numbers are several amounts', () => {
  assert.deepEqual(amountsIn('Was $40.00, now $29.95'), [4000, 2995]);
  assert.deepEqual(amountsIn('from 5 to 10'), [500, 1000]);
});
