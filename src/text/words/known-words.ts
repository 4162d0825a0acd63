import { MAX_LETTERS, toKnownWords, type KnownWord } from './term-of.ts';
import type { TextRun } from './text-run.ts';

/** From here on a slice of a text keeps all of the text alive (V8). */
const SLICED_LENGTH = 13;
/** Places for words that are known: a page has some hundred different words, and pages share most of them. */
export const PLACES = 32_768;
/** Letters of a word that stand in `letters`; nearly all words have fewer. */
const KEPT_LETTERS = 16;

/**
 * Each word has one place, where the last of those stands that share it: its letters, how many they are, and what it
 * stands for. Letters are compared in an array, since neither a `Map` nor strings are as fast.
 */
const NONE: readonly KnownWord[] = [];
const words = Array.from({ length: PLACES }, () => NONE);
const lengths = new Uint8Array(PLACES);
/** The running number of the form at each place; no other form ever had it. */
const formIds = new Float64Array(PLACES);
const count = { forms: 0 };
const letters = new Uint16Array(PLACES * KEPT_LETTERS);
/** The letters of longer words. */
const longWords = new Map<number, string>();

/**
 * Gives what a run of letters in a text stands for: one word, seldom several (`½`), none for signs alone. Kept for the
 * next time, so folding and stemming are done once a word, and a word that is known is not even sliced out.
 */
export function knownWordsAt(text: string, run: TextRun): readonly KnownWord[] {
  const place = knownPlaceAt(text, run);
  return place < 0 ? toKnownWords(ownCopy(text.slice(run.start, run.end))) : words[place]!;
}

/** Gives the place of a run of letters, -1 for one that is too long to have any. */
export function knownPlaceAt(text: string, run: TextRun): number {
  const { start, hash } = run;
  const length = run.end - start;
  if (length > MAX_LETTERS) return -1;
  const place = ((hash >>> 15) ^ hash) & (PLACES - 1);
  if (lengths[place] !== length || !isAt(place, text, run)) put(place, text, run);
  return place;
}

/** Gives what the letters at a place stand for. */
export function wordsAtPlace(place: number): readonly KnownWord[] {
  return words[place]!;
}

/** Gives a number for the letters at a place, another one whenever others take it. */
export function formIdAt(place: number): number {
  return formIds[place]!;
}

/** True where the place has this run, whose length it has. */
function isAt(place: number, text: string, { codes, start, end }: TextRun): boolean {
  if (end - start > KEPT_LETTERS) return text.startsWith(longWords.get(place)!, start);
  for (let at = start, kept = place * KEPT_LETTERS; at < end; at++, kept++)
    if (letters[kept] !== codes[at]) return false;
  return true;
}

function put(place: number, text: string, { codes, start, end }: TextRun): void {
  const written = ownCopy(text.slice(start, end));
  words[place] = toKnownWords(written);
  lengths[place] = end - start;
  formIds[place] = ++count.forms;
  if (end - start > KEPT_LETTERS) longWords.set(place, written);
  else letters.set(codes.subarray(start, end), place * KEPT_LETTERS);
}

/** The same string with memory of its own. */
function ownCopy(text: string): string {
  return text.length < SLICED_LENGTH ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
