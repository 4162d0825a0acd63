import { foldWord } from '../../text/words/fold-word.ts';
import { eachRun, eachWordOfRun, foldRun } from '../../text/words/scan-words.ts';
import { knownWordsAt } from '../../text/words/known-words.ts';
import type { KnownWord } from '../../text/words/term-of.ts';
import type { TextRun } from '../../text/words/text-run.ts';
import {
  kindOfPair,
  PAIRED,
  SPACED_WORD,
  SURROGATE,
  UNPARTED,
  wordKinds,
} from '../../text/words/word-kinds.ts';

/** A word of a text that a query has, in some form. */
export interface WordHit {
  /** Its number among the words of the text. */
  readonly position: number;
  /** Number of its stem. */
  readonly stem: number;
  /** Number of the word, when it is the very one that was asked for; else -1. */
  readonly word: number;
  readonly start: number;
  readonly end: number;
}

/** Beginnings of two letters, by their sum modulo this. */
const BEGINNINGS = 1024;
/** Latin, Greek, Cyrillic, Hebrew: a letter is folded by itself. */
const LETTERS = 0x600;
/** Letters of a word in scripts that are read with a dictionary, for what is not looked into. */
const LETTERS_A_WORD = 4;

const cache: { folded?: Uint16Array } = {};

/** Finds the words of a query in texts. Most words of a text are told by their first two letters to be others. */
export class QueryMatcher {
  readonly #words: ReadonlyMap<string, number>;
  readonly #stems: ReadonlyMap<string, number>;
  readonly #mayBegin = new Uint8Array(BEGINNINGS);
  /** Finds runs in scripts without spaces that have a word of the query. */
  readonly #dense: RegExp | undefined;
  readonly #hasSigns: boolean;
  #see: (hit: WordHit) => void = () => undefined;
  #text = '';
  #position = 0;

  /** Words are found by their form and by their stem; both have the numbers of their places here. */
  constructor(words: readonly string[], stems: readonly string[]) {
    this.#words = new Map(words.map((word, index) => [word, index]));
    this.#stems = new Map(stems.map((stem, index) => [stem, index]));
    const all = [...words, ...stems];
    for (const word of all)
      this.#mayBegin[beginning(word.charCodeAt(0), word.length > 1 ? word.charCodeAt(1) : 0)] = 1;
    const dense = all.filter((word) => kindOf(word) === PAIRED || kindOf(word) === UNPARTED);
    this.#dense = dense.length > 0 ? new RegExp(dense.join('|'), 'u') : undefined;
    this.#hasSigns = dense.some((word) => kindOf(word) === PAIRED && Array.from(word).length === 1);
  }

  /** Gives the words that a text has in common with the query, in their order; returns how many words the text has. */
  eachHit(text: string, see: (hit: WordHit) => void): number {
    this.#text = text;
    this.#see = see;
    this.#position = 0;
    eachRun(text, this.#readRun);
    return this.#position;
  }

  readonly #readRun = (run: TextRun): void => {
    const { kind, start, end } = run;
    if (kind === SPACED_WORD) this.#readWord(run);
    else if (this.#dense?.test(foldRun(this.#text.slice(start, end))) === true) {
      eachWordOfRun(this.#text, run, this.#readDense);
    } else {
      const letters = end - start;
      this.#position += kind === PAIRED ? Math.max(letters - 1, 1) : Math.ceil(letters / LETTERS_A_WORD);
    }
  };

  #readWord(run: TextRun): void {
    const { codes, start, end } = run;
    const folded = foldedLetters();
    const first = codes[start]!;
    const second = end - start > 1 ? codes[start + 1]! : 0;
    if (first < LETTERS && second < LETTERS) {
      const [one, other] = [folded[first]!, folded[second]!];
      const isKnown = one !== 0 && (second === 0 || other !== 0);
      if (isKnown && this.#mayBegin[beginning(one, other)] === 0) {
        this.#position++;
        return;
      }
    }
    const words = knownWordsAt(this.#text, run);
    for (let index = 0; index < words.length; index++) this.#give(words[index]!, start, end);
  }

  readonly #readDense = (word: KnownWord, start: number, end: number): void => {
    if (this.#hasSigns && word.word.length > 1) this.#giveSigns(word.word, start);
    this.#give(word, start, end);
  };

  /** A query of one sign finds it in any pair; a pair gives its first, the last of a run is its second too. */
  #giveSigns(pair: string, start: number): void {
    const [first = '', second = ''] = pair;
    const stem = this.#stems.get(first);
    if (stem !== undefined) this.#giveSign(first, stem, start);
    const last = this.#stems.get(second);
    const isLast = wordKinds()[this.#text.charCodeAt(start + pair.length)] !== PAIRED;
    if (last !== undefined && isLast) this.#giveSign(second, last, start + first.length);
  }

  #giveSign(sign: string, stem: number, start: number): void {
    const word = this.#words.get(sign) ?? -1;
    this.#see({ position: this.#position, stem, word, start, end: start + sign.length });
  }

  #give(known: KnownWord, start: number, end: number): void {
    const position = this.#position++;
    const stem = this.#stems.get(known.stem);
    if (stem === undefined) return;
    this.#see({ position, stem, word: this.#words.get(known.word) ?? -1, start, end });
  }
}

function beginning(first: number, second: number): number {
  return (first * 37 + second) % BEGINNINGS;
}

/** Signs beyond the first plane that are paired begin with a half. */
function kindOf(word: string): number {
  const kind = wordKinds()[word.charCodeAt(0)]!;
  return kind === SURROGATE ? kindOfPair(word, 0) : kind;
}

/** Each letter as `foldWord` has it, 0 where that is not one letter. */
function foldedLetters(): Uint16Array {
  return (cache.folded ??= Uint16Array.from({ length: LETTERS }, (_, code) => {
    const folded = foldWord(String.fromCharCode(code));
    return folded.length === 1 ? folded.charCodeAt(0) : 0;
  }));
}
