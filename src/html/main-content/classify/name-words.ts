import { codeAt } from '../../code-at.ts';

const CAPITAL = 1;
const SMALL = 2;
const DIGIT = 3;

/** Kind of each ASCII character, 0 for all that separate words. */
const KINDS: Uint8Array = (() => {
  const kinds = new Uint8Array(128);
  kinds.fill(DIGIT, 0x30, 0x3a);
  kinds.fill(CAPITAL, 0x41, 0x5b);
  kinds.fill(SMALL, 0x61, 0x7b);
  return kinds;
})();

function kindOf(code: number): number {
  return code < 128 ? KINDS[code]! : 0;
}

/** The lowest five bits of a letter count it from 1 on, capital or small. */
const LETTERS = 32;
const LETTER_BITS = LETTERS - 1;
/** The states of no word, and of the beginning of one. */
const NO_WORD = 0;
const START = 1;

/** Words in small letters with what is known of each, as a trie: looking one up cuts nothing out of a text. */
export class WordTrie<Entry> {
  /** The state after each state and letter. */
  readonly #next: Uint16Array;
  readonly #entries: (Entry | undefined)[];

  constructor(words: ReadonlyMap<string, Entry>) {
    const letters = Array.from(words.keys()).reduce((sum, word) => sum + word.length, 0);
    this.#next = new Uint16Array((START + 1 + letters) * LETTERS);
    this.#entries = [undefined, undefined];
    for (const [word, entry] of words) this.#entries[this.#add(word)] = entry;
  }

  /** The state after another letter; 0 once no word begins like that. */
  step(state: number, code: number): number {
    return this.#next[state * LETTERS + (code & LETTER_BITS)]!;
  }

  entryAt(state: number): Entry | undefined {
    return this.#entries[state];
  }

  #add(word: string): number {
    let state = START;
    for (let at = 0; at < word.length; at++) {
      const place = state * LETTERS + (codeAt(word, at) & LETTER_BITS);
      if (this.#next[place] === NO_WORD) this.#next[place] = this.#entries.push(undefined) - 1;
      state = this.#next[place]!;
    }
    return state;
  }
}

/** Goes through the words of a class or id value: runs of letters, split where camel case turns. */
export class NameWords<Entry> {
  /** The entry of the word, undefined for one that is not in the trie. */
  entry: Entry | undefined;
  /** Whether a digit touches the word. */
  isBesideDigit = false;
  readonly #names: string;
  readonly #words: WordTrie<Entry>;
  #at = 0;

  constructor(names: string, words: WordTrie<Entry>) {
    this.#names = names;
    this.#words = words;
  }

  /** Goes to the next word; false when there is none. */
  next(): boolean {
    const names = this.#names;
    const { length } = names;
    let at = this.#at;
    let before = 0;
    let code = 0;
    let kind = 0;
    for (; at < length; at++) {
      code = codeAt(names, at);
      kind = kindOf(code);
      if (kind === CAPITAL || kind === SMALL) break;
      before = kind;
    }
    if (at === length) return false;
    const words = this.#words;
    let state = words.step(START, code);
    // A turn from small to capital starts a new word; a run of capitals is one word.
    let last = kind;
    for (at++; at < length; at++) {
      code = codeAt(names, at);
      kind = kindOf(code);
      if (kind === 0 || kind === DIGIT || (kind === CAPITAL && last === SMALL)) break;
      state = words.step(state, code);
      last = kind;
    }
    this.isBesideDigit = before === DIGIT || (at < length && kind === DIGIT);
    this.entry = words.entryAt(state);
    this.#at = at;
    return true;
  }
}
