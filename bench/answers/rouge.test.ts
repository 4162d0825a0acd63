import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rouge } from './rouge.ts';

describe('rouge', () => {
  const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
  const cases: Array<[one: string, other: string, length: number, score: number]> = [
    ['a b c d', 'a b c d', 1, 1],
    ['a b c d', 'a b c d', 2, 1],
    ['a b', 'c d', 1, 0],
    ['a b c d', 'b a', 1, 4 / 6],
    ['a b c d', 'b a', 2, 0],
    ['a a a', 'a', 1, 0.5],
    ['', 'a', 1, 0],
    ['a', 'a', 2, 0],
  ];
  for (const [one, other, length, score] of cases) {
    it(`${one} / ${other}, ${length}`, () => {
      assert.ok(Math.abs(rouge(words(one), words(other), length) - score) < 1e-9);
      assert.equal(rouge(words(one), words(other), length), rouge(words(other), words(one), length));
    });
  }
});
