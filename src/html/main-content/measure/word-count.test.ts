import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countWords, type TextCount } from './word-count.ts';

function count(...texts: readonly string[]): TextCount {
  const total: TextCount = { words: 0, marks: 0, prices: 0, letters: 0 };
  for (const text of texts) countWords(text, total);
  return total;
}

describe('countWords', () => {
  it('counts runs of letters and digits, runs of sentence marks, currency signs', () => {
    const { words, marks, prices } = count('Well... 3 boats, at $40 or €35: naïve_choice!');
    assert.deepEqual([words, marks, prices], [8, 4, 2]);
  });

  it('counts half a word per ideograph or kana', () => {
    assert.equal(count('川は長い。').words, 2);
  });

  it('adds up over several stretches of a text', () => {
    assert.equal(count('two words', ' and three more').words, 5);
  });

  it('gives the same letters for texts that differ between words only, others for others', () => {
    assert.equal(count('One, two').letters, count('One  two!').letters);
    assert.equal(count('One', ' two').letters, count('One two').letters);
    assert.notEqual(count('One two').letters, count('two One').letters);
  });
});
