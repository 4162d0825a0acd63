import assert from 'node:assert/strict';
import { it } from 'node:test';
import { symbolCharacter, symbolText } from './symbol-fonts.ts';

it('gives characters of symbol fonts their meaning', () => {
  assert.equal(symbolCharacter('Symbol', 0xf0b7), '•');
  assert.equal(symbolCharacter('Symbol', 0x61), 'α');
  assert.equal(symbolCharacter('Symbol', 0xf0e5), '∑');
  assert.equal(symbolCharacter('Wingdings', 0xf0e0), '→');
  assert.equal(symbolCharacter('Arial', 0x41), 'A');
  assert.equal(symbolCharacter('Arial', 0xf041), '');
  assert.equal(symbolCharacter(undefined, Number.NaN), '');
  assert.equal(symbolText('Symbol', 'x\uf061'), 'xα');
});
