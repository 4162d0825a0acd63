import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../pages/random.ts';
import { indelSimilarity, longestCommonSubsequence } from './longest-common-subsequence.ts';

const letters = (text: string): string[] => Array.from(text);

test('known values', () => {
  assert.equal(longestCommonSubsequence(letters('ABCBDAB'), letters('BDCABA')), 4);
  assert.equal(longestCommonSubsequence(letters(''), letters('abc')), 0);
  assert.equal(indelSimilarity([], []), 1);
  assert.equal(indelSimilarity(letters('abc'), letters('xyz')), 0);
  // rapidfuzz.distance.Indel.normalized_similarity('lewenstein', 'levenshtein') = 1 - 3 / 21
  assert.equal(indelSimilarity(letters('lewenstein'), letters('levenshtein')), 18 / 21);
});

test('the same as the table that everybody knows, over several machine words', () => {
  const random = createRandom(5);
  for (let round = 0; round < 40; round++) {
    const make = (): string[] =>
      Array.from({ length: random.int(0, 150) }, () => random.pick(['a', 'b', 'c', 'd']));
    const [a, b] = [make(), make()];
    assert.equal(longestCommonSubsequence(a, b), byTable(a, b));
  }
});

function byTable(a: readonly string[], b: readonly string[]): number {
  let previous = Array.from({ length: b.length + 1 }, () => 0);
  for (const symbol of a) {
    const row = [0];
    for (const [index, other] of b.entries()) {
      row.push(symbol === other ? previous[index]! + 1 : Math.max(previous[index + 1]!, row[index]!));
    }
    previous = row;
  }
  return previous.at(-1)!;
}
