import { formIdAt, knownPlaceAt, knownWordsAt, PLACES, wordsAtPlace } from './known-words.ts';
import { eachRun, eachWordOfRun, type SeeRun } from './scan-words.ts';
import type { KnownWord } from './term-of.ts';
import type { TextRun } from './text-run.ts';
import { SPACED_WORD } from './word-kinds.ts';

/** The first sign of which pairs are made, and which may be a word alone. */
const FIRST_PAIRED = 0x3005;
/** For a written form that stands for several words, or for none. */
const NOT_ONE = -1;

/**
 * Numbers for terms, from 0 on in the order in which they were first asked for. Reading a text by numbers looks at no
 * object for a word that was read before: on a busy machine each look takes longer than all else about a word.
 */
export class TermNumbers {
  /** Terms by their numbers. */
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** 1 for terms of signs that may be words alone. */
  readonly #arePaired: number[] = [];
  /** The form that each place of known words had when its number was found, and that number. */
  readonly #formIds = new Float64Array(PLACES);
  readonly #numbersOfPlaces = new Int32Array(PLACES);

  numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.terms.push(term) - 1;
    this.#numbers.set(term, number);
    this.#arePaired.push(term.charCodeAt(0) >= FIRST_PAIRED && term.length > 1 ? 1 : 0);
    return number;
  }

  /** True for a term of signs of which each may be a word. */
  isPaired(number: number): boolean {
    return this.#arePaired[number] === 1;
  }

  /** Gives the numbers of the words of a text, one after the other. One pass. */
  eachNumber(text: string, see: (number: number) => void): void {
    const seeWord = ({ term }: KnownWord): void => see(this.numberOf(term));
    const seeRun: SeeRun = (run) => {
      if (run.kind === SPACED_WORD) {
        const number = this.#numberOfRun(text, run);
        if (number === NOT_ONE) for (const word of knownWordsAt(text, run)) seeWord(word);
        else see(number);
      } else eachWordOfRun(text, run, seeWord);
    };
    eachRun(text, seeRun);
  }

  #numberOfRun(text: string, run: TextRun): number {
    const place = knownPlaceAt(text, run);
    if (place < 0) return NOT_ONE;
    const formId = formIdAt(place);
    if (this.#formIds[place] === formId) return this.#numbersOfPlaces[place]!;
    const words = wordsAtPlace(place);
    const number = words.length === 1 ? this.numberOf(words[0]!.term) : NOT_ONE;
    this.#formIds[place] = formId;
    this.#numbersOfPlaces[place] = number;
    return number;
  }
}
