import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNamed, formatNumber, formatWithCode, listTypeOf, numberIn } from './number-format.ts';

test('numbers as Roman ones, letters and so on; what a format cannot show is decimal', () => {
  assert.equal(formatNumber(1994, 'upperRoman'), 'MCMXCIV');
  assert.equal(formatNumber(0, 'lowerRoman'), '0');
  assert.equal(formatNumber(1_000_000_000, 'lowerRoman'), '1000000000');
  assert.equal(formatNumber(28, 'lowerLetter'), 'bb');
  assert.equal(formatNumber(2_000_000_000, 'upperLetter'), '2000000000');
  assert.equal(formatNumber(7, 'decimalZero'), '07');
  assert.equal(formatNumber(22, 'ordinal'), '22nd');
  assert.equal(formatNumber(3, 'circled'), '③');
  assert.equal(formatNumber(3, 'none'), '');
});

test('formats by the names and codes of files', () => {
  assert.equal(formatNamed('upperLetter'), formatWithCode(3));
  assert.equal(formatNamed('decimalEnclosedCircle'), formatWithCode(18));
  assert.equal(formatNamed('hebrew1'), 'decimal');
  assert.equal(formatWithCode(77), 'decimal');
  assert.equal(listTypeOf(formatWithCode(2)), 'i');
  assert.equal(listTypeOf('decimal'), undefined);
});

test('numbers are read as they are written, and nothing else is', () => {
  for (const format of ['upperRoman', 'lowerLetter', 'upperLetter', 'decimal'] as const) {
    for (const value of [1, 4, 9, 26, 27, 44, 99]) {
      assert.equal(numberIn(formatNumber(value, format), format), value);
    }
  }
  assert.equal(numberIn('ab', 'lowerLetter'), undefined);
  assert.equal(numberIn('IIX', 'upperRoman'), undefined);
  assert.equal(numberIn('x', 'decimal'), undefined);
});
