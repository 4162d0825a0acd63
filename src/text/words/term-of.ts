import { foldWord } from './fold-word.ts';
import { stem } from './stem.ts';
import { stemArabic } from './stem-arabic.ts';

/** A word as it is compared, without its inflection, and as the index has it. */
export interface KnownWord {
  /** Folded: lower case, without accents. */
  readonly word: string;
  readonly stem: string;
  /** The first six letters of the stem: as good as a stemmer for each language, and it needs none. */
  readonly term: string;
}

const TERM_LETTERS = 6;
/** In a number, and in a name that holds one, each digit counts. */
const TERM_DIGITS = 16;
/** More is no word, and is cut. */
export const MAX_LETTERS = 64;

const ANY_DIGIT = /\d/;
const ENGLISH = /^[a-z]/;
const SURROGATES = /[\ud800-\udfff]/;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The term of a folded word. */
export function termOf(stemmed: string): string {
  const letters = ANY_DIGIT.test(stemmed) ? TERM_DIGITS : TERM_LETTERS;
  if (stemmed.length <= letters) return stemmed;
  if (!SURROGATES.test(stemmed)) return stemmed.slice(0, letters);
  return Array.from(stemmed).slice(0, letters).join('');
}

/** A word as it is, where no inflection is known: a pair of ideographs, a word found by a dictionary. */
export function wholeWord(word: string): KnownWord {
  return { word, stem: word, term: word };
}

/** Gives what a run of letters stands for: one word, seldom several (`½`), none for signs alone. */
export function toKnownWords(written: string): KnownWord[] {
  const folded = foldWord(cut(written));
  const words = folded.match(WORD) ?? [];
  return words.map((word) => {
    const stemmed = ENGLISH.test(word) ? stem(word) : stemArabic(word);
    return { word, stem: stemmed, term: termOf(stemmed) };
  });
}

function cut(word: string): string {
  if (word.length <= MAX_LETTERS) return word;
  return word.slice(0, MAX_LETTERS).replace(/[\ud800-\udbff]$/, '');
}
