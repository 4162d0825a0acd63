/** A value that was found in a text. */
export interface FoundJson {
  value: unknown;
}

const MAX_LEVELS = 100;
const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
  ['undefined', null],
]);
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const NAME = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
const NUMBER = /[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const BLANKS = /\s+|\/\/[^\n]*|#[^\n]*/y;
const PLAIN_TEXT = { '"': /[^"\\]*/y, "'": /[^'\\]*/y };

/**
 * Reads a list or an object with the faults that models write: single quotes, names without quotes, comments, a comma too
 * many or a line without one, line breaks in texts, words of Python. Looks at each character once. A text that ends before
 * its last bracket is not read: it would be a shorter answer that looks whole. Undefined for that and for anything else.
 */
export function mendJson(text: string): FoundJson | undefined {
  try {
    return { value: new Mending(text).readWhole() };
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

class NotJson extends Error {
  override readonly name = 'NotJson';
}

class Mending {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readWhole(): unknown {
    this.#skip();
    if (!'[{'.includes(this.#next())) throw new NotJson();
    const value = this.#readValue(1);
    this.#skip();
    if (this.#at < this.#text.length) throw new NotJson();
    return value;
  }

  /** The character to come; throws at the end. */
  #next(): string {
    const char = this.#text[this.#at];
    if (char === undefined) throw new NotJson();
    return char;
  }

  /** Skips blanks and comments; tells whether a line ended among them. */
  #skip(): boolean {
    const from = this.#at;
    for (;;) {
      if (this.#match(BLANKS) !== '') continue;
      if (!this.#text.startsWith('/*', this.#at)) break;
      const end = this.#text.indexOf('*/', this.#at + 2);
      if (end < 0) throw new NotJson();
      this.#at = end + 2;
    }
    return this.#text.slice(from, this.#at).includes('\n');
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #readValue(level: number): unknown {
    if (level > MAX_LEVELS) throw new NotJson();
    switch (this.#next()) {
      case '{':
        return this.#readObject(level);
      case '[':
        return this.#readList(level);
      case '"':
      case "'":
        return this.#readText();
      default:
        return this.#readWord();
    }
  }

  #readWord(): number | boolean | null {
    const number = this.#match(NUMBER);
    if (number !== '') return Number(number);
    const word = WORDS.get(this.#match(NAME));
    if (word === undefined) throw new NotJson();
    return word;
  }

  #readText(): string {
    const quote = this.#next() as keyof typeof PLAIN_TEXT;
    this.#at += 1;
    const pieces: string[] = [];
    for (;;) {
      pieces.push(this.#match(PLAIN_TEXT[quote]));
      const char = this.#next();
      this.#at += 1;
      if (char === quote) return pieces.join('');
      pieces.push(this.#readEscape());
    }
  }

  #readEscape(): string {
    const char = this.#next();
    this.#at += 1;
    if (char !== 'u') return ESCAPES[char] ?? char;
    const code = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[\da-f]{4}$/i.test(code)) throw new NotJson();
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  #readObject(level: number): Record<string, unknown> {
    const entries: Array<[string, unknown]> = [];
    this.#readEntries('}', () => {
      const name = '"\''.includes(this.#next()) ? this.#readText() : this.#match(NAME);
      this.#skip();
      if (this.#next() !== ':') throw new NotJson();
      this.#at += 1;
      this.#skip();
      entries.push([name, this.#readValue(level + 1)]);
    });
    return Object.fromEntries(entries);
  }

  #readList(level: number): unknown[] {
    const list: unknown[] = [];
    this.#readEntries(']', () => {
      list.push(this.#readValue(level + 1));
    });
    return list;
  }

  #readEntries(close: string, readEntry: () => void): void {
    this.#at += 1;
    this.#skip();
    while (this.#next() !== close) {
      readEntry();
      const hasLineEnded = this.#skip();
      const char = this.#next();
      if (char === ',') {
        this.#at += 1;
        this.#skip();
      } else if (char !== close && !hasLineEnded) throw new NotJson();
    }
    this.#at += 1;
  }
}
