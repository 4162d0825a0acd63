import { foldWord } from './fold-word.ts';
import { knownWordsAt } from './known-words.ts';
import { wholeWord, type KnownWord } from './term-of.ts';
import type { TextRun } from './text-run.ts';
import { ATTACHED, kindOfPair, PAIRED, SPACED_WORD, SURROGATE, wordKinds } from './word-kinds.ts';

/** Gets a run, which is another one after the call. */
export type SeeRun = (run: TextRun) => void;

/** Gets a word and where it stands. Pairs of ideographs overlap. */
export type SeeWord = (word: KnownWord, start: number, end: number) => void;

/** A dictionary gets longer runs without a space in parts. */
const MAX_SEGMENTED = 1_000;
const NEEDS_FOLDING =
  /[\u0e33\u0eb3\u1100-\u11ff\u3099\u309a\u3131-\u318e\uf900-\ufaff\uff66-\uff9f]|\p{Cf}/u;
/** A word of a dictionary is shorter. */
const MAX_LETTERS = 64;

/** Code units of the longest text whose array is kept for the next one. */
const KEPT_CODES = 131_072;

const cache: { segmenter?: Intl.Segmenter; codes?: Buffer | undefined } = {};

/** Finds the words of a text, and the runs in scripts without spaces, by codes of signs alone. One pass. */
export function eachRun(text: string, see: SeeRun): void {
  const bytes = takeBytes(text.length);
  bytes.write(text, 'utf16le');
  const codes = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  readRuns(text, codes, see);
  if (text.length <= KEPT_CODES) cache.codes = bytes;
}

/** Memory for so many code units, which is nobody else's while a text is read: reading may begin within a reading. */
function takeBytes(length: number): Buffer {
  const { codes: kept } = cache;
  if (kept === undefined || kept.length < 2 * length)
    return Buffer.allocUnsafeSlow(2 * Math.max(length, 1_024));
  cache.codes = undefined;
  return kept;
}

function readRuns(text: string, codes: Uint16Array, see: SeeRun): void {
  const kinds = wordKinds();
  const run = { codes, kind: 0, start: 0, end: 0, hash: 0 };
  const { length } = codes;
  for (let at = 0; at < length;) {
    let kind = kinds[codes[at]!]!;
    if (kind === SURROGATE) kind = kindOfPair(text, at);
    if (kind === 0 || kind === ATTACHED) {
      at++;
      continue;
    }
    run.kind = kind;
    run.start = at;
    let hash = 0;
    while (at < length) {
      const code = codes[at]!;
      const here = kinds[code]!;
      if (here !== kind && here !== ATTACHED) {
        if (here !== SURROGATE || kindOfPair(text, at) !== kind) break;
        hash = (Math.imul(hash, 31) + code) | 0;
        at++;
      }
      hash = (Math.imul(hash, 31) + codes[at]!) | 0;
      at++;
    }
    run.end = at;
    run.hash = hash;
    see(run);
  }
}

/** Finds the words of a text: runs of letters, words by a dictionary, pairs of ideographs. One pass. */
export function eachWord(text: string, see: SeeWord): void {
  const seeRun: SeeRun = (run) => {
    if (run.kind === SPACED_WORD) {
      const { start, end } = run;
      const words = knownWordsAt(text, run);
      for (let index = 0; index < words.length; index++) see(words[index]!, start, end);
    } else eachWordOfRun(text, run, see);
  };
  eachRun(text, seeRun);
}

/** Finds the words of a run in a script without spaces. */
export function eachWordOfRun(
  text: string,
  { kind, start, end }: Pick<TextRun, 'kind' | 'start' | 'end'>,
  see: SeeWord,
): void {
  if (kind === PAIRED) {
    eachPair(text.slice(start, end), start, see);
    return;
  }
  for (let from = start; from < end; from += MAX_SEGMENTED) {
    eachSegment(text.slice(from, Math.min(from + MAX_SEGMENTED, end)), from, see);
  }
}

/** A run in a script without spaces as its words are compared. */
export function foldRun(run: string): string {
  return NEEDS_FOLDING.test(run) ? foldWord(run) : run;
}

function eachPair(run: string, from: number, see: SeeWord): void {
  const signs = Array.from(foldRun(run));
  if (signs.length === 1) see(wholeWord(signs[0]!), from, from + run.length);
  // Folding may change the length of a run; a place that is off by a sign does no harm.
  for (let index = 1, at = from; index < signs.length; index++) {
    const pair = signs[index - 1]! + signs[index]!;
    see(wholeWord(pair), at, at + pair.length);
    at += signs[index - 1]!.length;
  }
}

function eachSegment(run: string, from: number, see: SeeWord): void {
  const segmenter = (cache.segmenter ??= new Intl.Segmenter('th', { granularity: 'word' }));
  for (const { segment, index, isWordLike } of segmenter.segment(run)) {
    if (isWordLike !== true) continue;
    const word = foldWord(segment).slice(0, MAX_LETTERS);
    if (word !== '') see(wholeWord(word), from + index, from + index + segment.length);
  }
}
