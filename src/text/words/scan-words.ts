import { foldWord } from './fold-word.ts';
import { knownWordsAt, wholeWord, type KnownWord } from './term-of.ts';
import { ATTACHED, kindOfPair, PAIRED, SPACED_WORD, SURROGATE, wordKinds } from './word-kinds.ts';

/** Gets a run of signs of one kind, a word or several where nothing parts them, and the hash of its signs. */
export type SeeRun = (kind: number, start: number, end: number, hash: number) => void;

/** Gets a word and where it stands. Pairs of ideographs overlap. */
export type SeeWord = (word: KnownWord, start: number, end: number) => void;

/** A dictionary gets longer runs without a space in parts. */
const MAX_SEGMENTED = 1_000;
const NEEDS_FOLDING =
  /[\u0e33\u0eb3\u1100-\u11ff\u3099\u309a\u3131-\u318e\uf900-\ufaff\uff66-\uff9f]|\p{Cf}/u;
/** A word of a dictionary is shorter. */
const MAX_LETTERS = 64;

const cache: { segmenter?: Intl.Segmenter } = {};

/** Finds the words of a text, and the runs in scripts without spaces, by codes of signs alone. One pass. */
export function eachRun(text: string, see: SeeRun): void {
  const kinds = wordKinds();
  const codes = codesOf(text);
  const { length } = codes;
  for (let at = 0; at < length;) {
    let kind = kinds[codes[at]!]!;
    if (kind === SURROGATE) kind = kindOfPair(text, at);
    if (kind === 0 || kind === ATTACHED) {
      at++;
      continue;
    }
    const start = at;
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
    see(kind, start, at, hash);
  }
}

/** Finds the words of a text: runs of letters, words by a dictionary, pairs of ideographs. One pass. */
export function eachWord(text: string, see: SeeWord): void {
  const seeRun: SeeRun = (kind, start, end, hash) => {
    if (kind === SPACED_WORD) {
      const words = knownWordsAt(text, start, end, hash);
      for (let index = 0; index < words.length; index++) see(words[index]!, start, end);
    } else eachWordOfRun(text, { kind, start, end }, see);
  };
  eachRun(text, seeRun);
}

/** Finds the words of a run in a script without spaces. */
export function eachWordOfRun(
  text: string,
  { kind, start, end }: { kind: number; start: number; end: number },
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

/** The signs of a text as an array: a sign of a string is looked for anew each time, whatever the string is made of. */
function codesOf(text: string): Uint16Array {
  const { buffer, byteOffset } = Buffer.from(text, 'utf16le');
  return new Uint16Array(buffer, byteOffset, text.length);
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
