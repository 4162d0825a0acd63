import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberOfText } from './number-of-text.ts';

test('numbers as people write them', () => {
  const cases: ReadonlyArray<[text: string, number: number | undefined]> = [
    ['12', 12],
    ['1,299.00', 1299],
    ['1.299,00 €', 1299],
    ['1 299 kr', 1299],
    ['1,299', 1299],
    ['0.125', 0.125],
    ['4,5', 4.5],
    ['4.5 out of 5', 4.5],
    ['4/5', 4],
    ['−3.5 °C', -3.5],
    ['2.5k followers', 2500],
    ['$1.2 million', 1_200_000],
    ["1'250.50 CHF", 1250.5],
    ['1.234.567', 1_234_567],
    ['from 3 to 5', undefined],
    ['none', undefined],
    ['', undefined],
  ];
  assert.deepEqual(
    cases.map(([text]) => numberOfText(text)),
    cases.map(([, number]) => number),
  );
});
