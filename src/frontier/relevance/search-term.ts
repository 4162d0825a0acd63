import { isWithinEdits } from '../same-page/is-within-edits.ts';
import { stem } from '../../text/words/stem.ts';

/** A word of a query, prepared to be looked for. */
export interface SearchTerm {
  word: string;
  stem: string;
  /** Letters of the word, as a bit each. */
  letters: number;
}

export function toSearchTerm(word: string): SearchTerm {
  return { word, stem: stem(word), letters: lettersOf(word) };
}

/** Below, a misspelt word could be any other. */
const MIN_TYPO_LENGTH = 4;
const TWO_TYPOS_LENGTH = 8;
/** A document's words beyond that are no words, and are not compared letter by letter. */
const MAX_WORD_LENGTH = 40;

/**
 * How well a word answers a term: 1 the same word, 0.9 another form of it (`pricing`, `prices`), 0.7 its beginning
 * (`doc`, `documentation`), 0.5 a typing mistake away (one from 4 letters, two from 8), 0.4 inside of it (`hook`,
 * `webhooks`), 0 not at all.
 */
export function matchQuality(term: SearchTerm, word: string): number {
  if (word === term.word) return 1;
  if (stem(word) === term.stem) return 0.9;
  if (term.word.length >= 3 && (word.startsWith(term.word) || word.startsWith(term.stem))) return 0.7;
  if (word.length > MAX_WORD_LENGTH) return 0;
  if (isMisspelt(term, word)) return 0.5;
  return term.word.length >= 4 && word.includes(term.stem) ? 0.4 : 0;
}

function isMisspelt({ word: wanted, letters }: SearchTerm, word: string): boolean {
  if (wanted.length < MIN_TYPO_LENGTH || word.length < MIN_TYPO_LENGTH) return false;
  // Nobody mistypes the first letter, and in a number every digit counts.
  if (wanted[0] !== word[0] || /\d/.test(wanted)) return false;
  const most = wanted.length >= TWO_TYPOS_LENGTH ? 2 : 1;
  if (Math.abs(wanted.length - word.length) > most) return false;
  const others = lettersOf(word);
  if (bitCount(letters & ~others) > most || bitCount(others & ~letters) > most) return false;
  return isWithinEdits(wanted, word, most);
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
