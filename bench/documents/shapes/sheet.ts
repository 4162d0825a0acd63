import { escapeText } from '../../../src/readers/markup.ts';
import { createRandom, type Random } from '../../pages/random.ts';
import { sentences, writeNumber } from '../generate/register.ts';
import { VOCABULARIES, type ValueKind, type Vocabulary } from './vocabulary.ts';

/** A line of a page: one text, or several that stand far apart on it. */
type ExpectedLine = readonly string[];

/** What is known of a made page. */
export interface ShapeTruth {
  lines: ExpectedLine[];
  /** Labels of a form with what was filled in. */
  pairs: (readonly [label: string, value: string])[];
  /** Titles of slides, each as often as it stands there. */
  titles: string[];
  /** Cells of the rows of tables. */
  rows: string[][];
}

/** A page, or several, as the browser prints it. */
export interface Shape extends ShapeTruth {
  genre: string;
  name: string;
  html: string;
  /** Inches. */
  paper: readonly [width: number, height: number];
  margin: number;
}

export interface SheetStart {
  genre: string;
  seed: number;
  paper: readonly [width: number, height: number];
  margin: number;
}

const FONTS = [
  "'Open Sans'",
  "'DejaVu Sans'",
  "'DejaVu Serif'",
  "'DejaVu Sans Condensed'",
  "'DejaVu Serif Condensed'",
  "'Liberation Serif'",
  "'Liberation Sans'",
];

/** Writes the HTML of a page and keeps what is true of it. */
export class Sheet implements ShapeTruth {
  readonly random: Random;
  readonly words: Vocabulary;
  readonly lines: ExpectedLine[] = [];
  readonly pairs: [string, string][] = [];
  readonly titles: string[] = [];
  readonly rows: string[][] = [];
  /** Points. */
  readonly size: number;
  readonly pitch: number;
  readonly font: string;
  readonly #start: SheetStart;
  #html = '';
  #css = '';

  constructor(start: SheetStart, sizes: readonly [least: number, most: number] = [8, 12]) {
    this.#start = start;
    this.random = createRandom(start.seed * 31 + start.genre.length * 104_729 + 17);
    this.words = this.random.pick(VOCABULARIES);
    this.size = this.random.int(sizes[0] * 2, sizes[1] * 2) / 2;
    this.pitch = this.random.int(112, 165) / 100;
    this.font = this.random.pick(FONTS);
  }

  css(rules: string): void {
    this.#css += rules;
  }

  html(html: string): void {
    this.#html += html;
  }

  /** A line of its own. */
  line(text: string, attributes = ''): void {
    this.lines.push([text]);
    this.#html += `<div ${attributes}>${escapeText(text)}</div>`;
  }

  /** Texts at both ends of a line. */
  ends(left: string, right: string, attributes = ''): void {
    this.lines.push([left, right]);
    this.#html += `<div class="ends" ${attributes}><span>${escapeText(left)}</span><span>${escapeText(right)}</span></div>`;
  }

  /** A paragraph that the browser breaks into lines. */
  paragraph(min = 2, max = 5): void {
    const text = sentences(this.words.register, this.random, min, max);
    this.lines.push([text]);
    this.#html += `<p>${escapeText(text)}</p>`;
  }

  space(): void {
    this.#html += `<div style="height:${this.random.int(7, 22) / 10}em"></div>`;
  }

  money(most = 20_000): string {
    return writeNumber(this.random.int(95, most) / 100, this.words.register.numbers, 2);
  }

  value(kind: ValueKind): string {
    const { random, words } = this;
    const { numbers } = words.register;
    switch (kind) {
      case 'person':
        return random.pick(words.people);
      case 'company':
        return random.pick(words.companies);
      case 'street':
        return random.pick(words.streets);
      case 'town':
        return random.pick(words.towns);
      case 'date':
        return numbers.date(random.int(1, 28), random.pick(numbers.months), random.int(1961, 2026));
      case 'number':
        return `${random.int(2, 9)}${random.int(100, 999_999)}`;
      case 'phone':
        return `0${random.int(20, 99)} ${random.int(100, 999)} ${random.int(1_000, 9_999)}`;
      case 'mail':
        return `${random.pick(['info', 'post', 'k.weber', 'a.moreau'])}@example.org`;
      case 'time':
        return `${random.int(8, 21)}:${random.int(10, 59)}`;
    }
  }

  /** Entries of a list, each at most once, in their order. */
  some<T>(list: readonly T[], count: number): T[] {
    const left = list.map((_, index) => index);
    while (left.length > count) left.splice(this.random.int(0, left.length - 1), 1);
    return left.map((index) => list[index]!);
  }

  build(): Shape {
    const { genre, seed, paper, margin } = this.#start;
    const { lines, pairs, titles, rows, words, size, pitch, font } = this;
    const css = `html, body { margin: 0; } body { font: ${size}pt/${pitch} ${font}, sans-serif; } p { margin: 0 0 0.8em; } .ends { display: flex; justify-content: space-between; } table { border-collapse: collapse; } td, th { text-align: left; vertical-align: top; } `;
    const html = `<!doctype html><html lang="${words.language}"><meta charset="utf-8"><style>${css}${this.#css}</style><body>${this.#html}</body></html>`;
    return { genre, name: `${genre}-${seed}`, html, paper, margin, lines, pairs, titles, rows };
  }
}
