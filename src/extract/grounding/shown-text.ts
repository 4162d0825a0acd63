import { foldText } from '../../text/fold-text.ts';
import { eachNumber } from './numbers-of.ts';

/** A place of a page: where it stands, and whether the same stands elsewhere too. */
export interface FoundPlace {
  readonly line: number;
  readonly isOnly: boolean;
}

/** The text that a model was shown, to look up what it says. */
export interface ShownText {
  /** Finds a text, whatever its case, marks and blanks are. */
  findText: (text: string) => FoundPlace | undefined;
  findNumber: (value: number) => FoundPlace | undefined;
  /** Finds a day or month: its year with month and day beside. */
  findDate: (date: CalendarDate) => FoundPlace | undefined;
  /** Finds an address, absolute or as the page writes it. */
  findUrl: (url: string) => FoundPlace | undefined;
  /** Finds the digits of a telephone number or the like. */
  findDigits: (digits: string) => FoundPlace | undefined;
  /** A line as the page writes it. */
  lineAt: (line: number) => string;
}

export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number | undefined;
}

const MARKS = /[*_`\\~]/g;
const BRACKETS = /[|#>[\]()!]/g;
const URLS = /https?:\/\/[^\s<>"')\]]+|\]\(([^()\s]+)/g;
const DIGITS = /\d[\d\s()./-]{4,30}\d/g;
/** Month and day stand near their year. */
const NEAR = 30;
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'tr', 'cs', 'sv', 'el', 'ar', 'uk'];
const MONTH_START = 3;
/** Numbers of a country and a city may be written or not. */
const LEAST_DIGITS = 7;

/** Takes the text of a page apart; `base` makes its addresses whole. */
export function readShownText(markdown: string, base?: URL): ShownText {
  return new TakenApartText(markdown, base);
}

/** A text as it is compared: without marks of Markdown, in one case, with single blanks. */
export function comparable(text: string): string {
  return foldText(text.replace(MARKS, '').replace(BRACKETS, ' ')).replace(/\s+/g, ' ').trim();
}

class TakenApartText implements ShownText {
  readonly #lines: readonly string[];
  readonly #base: URL | undefined;
  readonly #folded: string;
  /** Where each line begins in the folded text. */
  readonly #starts: number[] = [];
  #words: Map<string, number[]> | undefined;
  #numbers: Map<number, FoundPlace> | undefined;
  #urls: Map<string, FoundPlace> | undefined;
  #runs: Array<{ digits: string; line: number }> | undefined;

  constructor(markdown: string, base: URL | undefined) {
    this.#lines = markdown.split('\n');
    this.#base = base;
    let length = 0;
    const folded = this.#lines.map((line) => {
      const text = ` ${comparable(line)}`;
      this.#starts.push(length);
      length += text.length;
      return text;
    });
    this.#folded = `${folded.join('')} `;
  }

  findText(text: string): FoundPlace | undefined {
    const wanted = comparable(text);
    if (wanted === '') return undefined;
    const found: number[] = [];
    for (const at of this.#candidates(wanted)) {
      if (!this.#folded.startsWith(wanted, at) || !this.#isWhole(at, wanted)) continue;
      found.push(at);
      if (found.length === 2) break;
    }
    return found[0] === undefined ? undefined : { line: this.#lineOf(found[0]), isOnly: found.length === 1 };
  }

  /** Where a text may begin: as many places as its rarest word has, however long the page is. */
  *#candidates(wanted: string): Generator<number> {
    const words = UNSPACED.test(wanted) ? [] : [...wanted.matchAll(WORD)];
    if (words.length === 0) {
      for (let at = this.#folded.indexOf(wanted), tries = 0; at !== -1 && tries < MOST_TRIES; tries++) {
        yield at;
        at = this.#folded.indexOf(wanted, at + 1);
      }
      return;
    }
    const places = this.#wordPlaces();
    let rarest: { at: readonly number[]; offset: number } | undefined;
    for (const { 0: word, index: offset } of words) {
      const at = places.get(word) ?? [];
      if (rarest === undefined || at.length < rarest.at.length) rarest = { at, offset };
    }
    const { at: starts, offset } = rarest!;
    for (const at of starts.slice(0, MOST_TRIES)) yield at - offset;
  }

  #wordPlaces(): Map<string, number[]> {
    if (this.#words !== undefined) return this.#words;
    this.#words = new Map();
    for (const { 0: word, index } of this.#folded.matchAll(WORD)) {
      const known = this.#words.get(word);
      if (known === undefined) this.#words.set(word, [index]);
      else known.push(index);
    }
    return this.#words;
  }

  /** Short texts must stand alone: `1` is no part of `2019`. */
  #isWhole(at: number, wanted: string): boolean {
    const [before, after] = [this.#folded[at - 1] ?? ' ', this.#folded[at + wanted.length] ?? ' '];
    const isWithin = (outer: string, inner: RegExp): boolean =>
      LETTER.test(outer) && inner.test(wanted) && !UNSPACED.test(outer);
    return !isWithin(before, FIRST_LETTER) && !isWithin(after, LAST_LETTER);
  }

  findNumber(value: number): FoundPlace | undefined {
    this.#numbers ??= this.#gather((line, see) => eachNumber(line, (number) => see(number)));
    return this.#numbers.get(Math.abs(value));
  }

  findUrl(url: string): FoundPlace | undefined {
    this.#urls ??= this.#gather((line, see) => {
      for (const [all, target] of line.matchAll(URLS)) see(this.#normalUrl(target ?? all));
    });
    return this.#urls.get(this.#normalUrl(url));
  }

  findDigits(digits: string): FoundPlace | undefined {
    this.#runs ??= this.#lines.flatMap((text, line) =>
      [...text.matchAll(DIGITS)].map(([run]) => ({ digits: run.replace(/\D/g, ''), line })),
    );
    const end = digits.slice(-Math.max(LEAST_DIGITS, digits.length - 4));
    const found = this.#runs.filter((run) => run.digits.endsWith(end) || end.endsWith(run.digits));
    return found[0] && { line: found[0].line, isOnly: found.length === 1 };
  }

  findDate({ year, month, day }: CalendarDate): FoundPlace | undefined {
    const wanted = String(year);
    let from = 0;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const at = this.#folded.indexOf(wanted, from);
      if (at === -1) return undefined;
      from = at + 1;
      const near = this.#folded.slice(Math.max(0, at - NEAR), at + NEAR);
      if (holdsMonth(near, month) && (day === undefined || holdsWhole(near, day)))
        return { line: this.#lineOf(at), isOnly: true };
    }
    return undefined;
  }

  lineAt(line: number): string {
    return this.#lines[line] ?? '';
  }

  #gather<Key>(read: (line: string, see: (key: Key) => void) => void): Map<Key, FoundPlace> {
    const found = new Map<Key, FoundPlace>();
    for (const [line, text] of this.#lines.entries()) {
      read(text, (key) => {
        const known = found.get(key);
        found.set(key, known ? { ...known, isOnly: false } : { line, isOnly: true });
      });
    }
    return found;
  }

  #normalUrl(written: string): string {
    const url = URL.parse(written.replace(/[.,;:!?]+$/, ''), this.#base?.href);
    if (url === null) return written;
    url.hash = '';
    return url.href.replace(/^http:/, 'https:').replace(/\/$/, '');
  }

  #lineOf(at: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const MOST_TRIES = 1_000;
/** A run of letters and digits; letters of scripts that do not part their words are not of it. */
const WORD =
  /[[\p{L}\d]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv;
const LETTER = /[\p{L}\d]/u;
const FIRST_LETTER = /^[\p{L}\d]/u;
const LAST_LETTER = /[\p{L}\d]$/u;
/** Scripts that do not part their words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function holdsWhole(text: string, number: number): boolean {
  return new RegExp(`(?<!\\d)0?${number}(?!\\d)`).test(text);
}

const monthStarts: string[][] = [];

function holdsMonth(text: string, month: number): boolean {
  monthStarts[month] ??= LANGUAGES.map((language) => {
    const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2024, month - 1, 15),
    );
    return comparable(name).slice(0, MONTH_START);
  }).filter((start) => start.length === MONTH_START);
  return holdsWhole(text, month) || monthStarts[month].some((start) => text.includes(start));
}
