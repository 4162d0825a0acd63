import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitLines } from './text-layout.ts';

test('lines that are wider than a terminal go on below their beginning, the others stay', () => {
  const text = 'Usage: decant x\n\n  --flag  A   B\n      some words that are too many\n';
  assert.equal(
    fitLines(text, 20),
    'Usage: decant x\n\n  --flag  A   B\n      some words\n      that are too\n      many\n',
  );
  assert.equal(
    fitLines('one two three\nfour\n\n  a b c d e f\n  g', 9),
    'one two\nthree\nfour\n\n  a b c d\n  e f g',
  );
  assert.equal(fitLines(text, 80), text);
  assert.equal(fitLines(`  ${'x'.repeat(30)} y`, 10), `  ${'x'.repeat(30)}\n  y`);
});
