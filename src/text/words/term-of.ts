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
const MAX_LETTERS = 64;
/** From here on a slice of a text keeps all of the text alive (V8). */
const SLICED_LENGTH = 13;
/** Places for words that are known: a page has some hundred different words, and pages share most of them. */
const PLACES = 32_768;

const ANY_DIGIT = /\d/;
const ENGLISH = /^[a-z]/;
const SURROGATES = /[\ud800-\udfff]/;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A word as it was written, and what it stands for. */
interface KnownForm {
  readonly written: string;
  readonly words: readonly KnownWord[];
}

/** Each word has one place, where the last of those stands that share it: no lookup of it is as cheap in a `Map`. */
const known: Array<KnownForm | undefined> = Array.from({ length: PLACES }, () => undefined);

/**
 * Gives what a run of letters in a text stands for, found by the hash that `eachRun` gives it: one word, seldom several (`½`), none for signs alone. Kept for the
 * next time, so folding and stemming are done once a word, and a word that is known is not even sliced out.
 */
export function knownWordsAt(text: string, start: number, end: number, hash: number): readonly KnownWord[] {
  const place = ((hash >>> 15) ^ hash) & (PLACES - 1);
  const form = known[place];
  if (form?.written.length === end - start && text.startsWith(form.written, start)) return form.words;
  const written = ownCopy(text.slice(start, end));
  const words = toKnownWords(written);
  if (end - start <= MAX_LETTERS) known[place] = { written, words };
  return words;
}

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

function toKnownWords(written: string): KnownWord[] {
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

/** The same string with memory of its own. */
function ownCopy(text: string): string {
  return text.length < SLICED_LENGTH ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
