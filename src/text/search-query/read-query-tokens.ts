import type { SearchOperator } from './search-query.ts';

/** A word, a phrase, an operator with its value, or the sign `OR` between two of them. */
export interface QueryToken {
  readonly kind: 'word' | 'phrase' | 'filter' | 'or';
  /** As written, without quotes, minus and name. */
  readonly text: string;
  readonly isNegated: boolean;
  readonly operator?: SearchOperator | undefined;
}

const OPERATORS: ReadonlySet<string> = new Set<SearchOperator>([
  'site',
  'filetype',
  'inurl',
  'allinurl',
  'intitle',
  'allintitle',
  'related',
  'imagesize',
  'larger',
]);
/** Signs that open a phrase, each with those that close it: many keyboards and languages mix the signs of a row. */
const QUOTES: readonly string[] = ['"“”„‟＂〝〞〟', '«»', '‹›', '「」', '『』'];
const CLOSING = new Map(QUOTES.flatMap((signs) => Array.from(signs, (sign) => [sign, signs] as const)));
const MINUS = /[-−]/;
const SPACE = /\s/;
const TELLING = /[\p{L}\p{N}]/u;

/** Reads a query from left to right, once. */
export function readQueryTokens(query: string): QueryToken[] {
  const reader = new QueryReader(query);
  while (!reader.isAtEnd) reader.readNext();
  return reader.tokens;
}

class QueryReader {
  readonly tokens: QueryToken[] = [];
  readonly #query: string;
  #at = 0;
  /** Inside of `-(...)`, where every word is unwanted. */
  #isInNegatedGroup = false;
  /** The value of `allintitle:` or `allinurl:` while its words are read. */
  #rest: { operator: SearchOperator; isNegated: boolean; words: string[] } | undefined;
  /** Rows of `QUOTES` without a further sign. */
  readonly #unclosed = new Set<string>();

  constructor(query: string) {
    this.#query = query;
  }

  /** True when all is read; the last token is there then. */
  get isAtEnd(): boolean {
    while (this.#at < this.#query.length && SPACE.test(this.#query[this.#at]!)) this.#at++;
    if (this.#at < this.#query.length) return false;
    this.#endRest();
    return true;
  }

  readNext(): void {
    const isFirst =
      this.#at === 0 || SPACE.test(this.#query[this.#at - 1]!) || this.#query[this.#at - 1] === '(';
    const hasMinus = isFirst && this.#takeMinus();
    const isBracket = this.#query[this.#at] === '(';
    while (this.#query[this.#at] === '(') this.#at++;
    if (isBracket && hasMinus) this.#isInNegatedGroup = true;
    const isNegated = hasMinus || this.#isInNegatedGroup;
    const phrase = this.#takeQuoted();
    if (phrase === undefined) this.#readPlain(isNegated);
    else this.#add({ kind: 'phrase', text: phrase, isNegated });
  }

  /** A minus counts in front of something: ` - ` and `--flag` are text. */
  #takeMinus(): boolean {
    const next = this.#query[this.#at + 1];
    if (!MINUS.test(this.#query[this.#at]!) || next === undefined || SPACE.test(next) || MINUS.test(next)) {
      return false;
    }
    this.#at++;
    return true;
  }

  /** The text between two quotes, when one stands here and is closed. */
  #takeQuoted(): string | undefined {
    const closing = CLOSING.get(this.#query[this.#at] ?? '');
    if (closing === undefined || this.#unclosed.has(closing)) return undefined;
    for (let end = this.#at + 1; end < this.#query.length; end++) {
      if (!closing.includes(this.#query[end]!)) continue;
      const text = this.#query.slice(this.#at + 1, end).trim();
      this.#at = end + 1;
      this.#closeGroup();
      return text;
    }
    this.#unclosed.add(closing);
    return undefined;
  }

  #readPlain(isNegated: boolean): void {
    const start = this.#at;
    while (this.#at < this.#query.length && !SPACE.test(this.#query[this.#at]!)) {
      const operator =
        this.#query[this.#at] === ':' ? operatorOf(this.#query.slice(start, this.#at)) : undefined;
      if (operator !== undefined && this.#readFilter(operator, isNegated)) return;
      // A colon later on belongs to a value or to an address.
      if (this.#query[this.#at] === ':') break;
      this.#at++;
    }
    while (this.#at < this.#query.length && !SPACE.test(this.#query[this.#at]!)) this.#at++;
    this.#addWord(this.#query.slice(start, this.#at), isNegated);
  }

  /** Reads `name:value` from its colon on; false when there is no value, and the name is a word like others. */
  #readFilter(operator: SearchOperator, isNegated: boolean): boolean {
    const colon = this.#at;
    this.#at++;
    const value = this.#takeQuoted() ?? this.#takeValue();
    if (operator.startsWith('all')) {
      this.#endRest();
      this.#rest = { operator, isNegated, words: value === '' ? [] : [value] };
      return true;
    }
    if (value === '') {
      this.#at = colon;
      return false;
    }
    this.#add({ kind: 'filter', text: value, isNegated, operator });
    return true;
  }

  #takeValue(): string {
    const start = this.#at;
    while (this.#at < this.#query.length && !SPACE.test(this.#query[this.#at]!)) this.#at++;
    return this.#withoutBracket(this.#query.slice(start, this.#at));
  }

  #addWord(written: string, isNegated: boolean): void {
    if (written === 'OR' || written === '|') {
      this.#add({ kind: 'or', text: written, isNegated: false });
      return;
    }
    const text = this.#withoutBracket(written);
    if (this.#rest !== undefined && !isNegated) {
      if (text !== '') this.#rest.words.push(text);
    } else this.#add({ kind: 'word', text, isNegated });
  }

  /** Takes off brackets that close a group and not one of the word, as `f(x)` has it. */
  #withoutBracket(word: string): string {
    if (!word.endsWith(')') || word.includes('(')) return word;
    this.#isInNegatedGroup = false;
    return word.replace(/\)+$/, '');
  }

  #closeGroup(): void {
    while (this.#query[this.#at] === ')') {
      this.#isInNegatedGroup = false;
      this.#at++;
    }
  }

  #add(token: QueryToken): void {
    this.#endRest();
    if (token.kind === 'or' || TELLING.test(token.text)) this.tokens.push(token);
  }

  #endRest(): void {
    if (this.#rest === undefined) return;
    const { operator, isNegated, words } = this.#rest;
    this.#rest = undefined;
    if (words.length > 0) this.#add({ kind: 'filter', text: words.join(' '), isNegated, operator });
  }
}

function operatorOf(name: string): SearchOperator | undefined {
  const lower = name.toLowerCase();
  return OPERATORS.has(lower) ? (lower as SearchOperator) : undefined;
}
