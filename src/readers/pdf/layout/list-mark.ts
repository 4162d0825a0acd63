import type { PdfWord } from '../pdf-page.ts';
import { isApart, type TextLine, toLine } from './text-line.ts';

/** Gap behind the letter `o` that is a bullet, in sizes of the text: wider than a blank. */
const GAP_BEHIND_O = 0.8;

export interface PrintedListMark {
  /** As printed, such as `2.`; `•` for bullets that say nothing by themselves. */
  text: string;
  /** The place of a numbered item in the row. */
  value: number | undefined;
  /** The signs around the number, with the kind of number: only like follows like. */
  kind: string;
  /** Left edge of the text behind it. */
  textLeft: number;
  /** The line without the mark. */
  rest: TextLine;
}

const BULLET = /^[•◦▪▫‣⁃∙●○■□▸►▶▹❖◆◇⬥⧫⬧❑❒◻➢➔→✓✔✗✘☐☑☒★✦·\u2023\u25e6\uf000-\uf0ff]$/;
const GLUED_BULLET = /^[•◦▪▫‣●○■□▸►▶❖◆⬥⧫⬧❑❒◻➢✓✔✗✘☐☑☒\uf0b7\uf0a7\uf0d8](?=\S)/;
const DASH = /^[-–—*]$/;
const NUMBER = /^(\(?)(\d{1,3})([.)])$/;
const LETTER = /^(\(?)([a-zA-Z])([.)])$/;
const ROMAN = /^(\(?)([ivxlc]{1,6}|[IVXLC]{1,6})([.)])$/;
/** Boxes and ticks tell one item from another. */
const TELLING = /^[☐☑☒✓✔✗✘]$/;
const SYMBOL_FONT = /symbol|wingding|dingbat|webding/i;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** The mark that a line begins with, if it can be one of a list. */
export function listMark(line: TextLine): PrintedListMark | undefined {
  const [first, second] = line.words;
  if (first === undefined) return undefined;
  if (second === undefined || !isApart(first, second)) return gluedMark(line, first);
  const { text } = first;
  const rest = toLine(sorted(line.words.slice(1)));
  const textLeft = line.isRtl ? second.box.right : second.box.left;
  if (BULLET.test(text) || isSymbol(first)) {
    return { text: bulletOf(text), value: undefined, kind: `bullet ${text}`, textLeft, rest };
  }
  const isSmallO =
    text === 'o' &&
    (first.font !== second.font || second.box.left - first.box.right > first.size * GAP_BEHIND_O);
  if (DASH.test(text) || isSmallO) return { text, value: undefined, kind: `bullet ${text}`, textLeft, rest };
  const counted = countedMark(text);
  return counted && { text, ...counted, textLeft, rest };
}

/** A number, a letter or a Roman number. */
function countedMark(text: string): Pick<PrintedListMark, 'value' | 'kind'> | undefined {
  const number = NUMBER.exec(text);
  if (number !== null) return { value: Number(number[2]), kind: `${number[1]}1${number[3]}` };
  const letter = LETTER.exec(text);
  const roman = ROMAN.exec(text);
  if (roman !== null && (letter === null || text.toLowerCase().includes('i'))) {
    const numeral = roman[2]!;
    return {
      value: romanValue(numeral.toLowerCase()),
      kind: `${roman[1]}${isSmall(numeral) ? 'i' : 'I'}${roman[3]}`,
    };
  }
  if (letter === null) return undefined;
  const sign = letter[2]!;
  return {
    value: sign.toLowerCase().charCodeAt(0) - 96,
    kind: `${letter[1]}${isSmall(sign) ? 'a' : 'A'}${letter[3]}`,
  };
}

/** A letter in a font of signs is a bullet, whatever letter it is. */
function isSymbol({ text, font }: PdfWord): boolean {
  return text.length === 1 && SYMBOL_FONT.test(font.name);
}

function bulletOf(text: string): string {
  return TELLING.test(text) ? text : '•';
}

function isSmall(letters: string): boolean {
  return letters === letters.toLowerCase();
}

/** A bullet that no blank parts from its text. */
function gluedMark(line: TextLine, first: PdfWord): PrintedListMark | undefined {
  const second = line.words[1];
  if (second !== undefined && BULLET.test(first.text) && first.text !== '→') {
    const rest = toLine(sorted(line.words.slice(1)));
    return {
      text: bulletOf(first.text),
      value: undefined,
      kind: `bullet ${first.text}`,
      textLeft: second.box.left,
      rest,
    };
  }
  const match = GLUED_BULLET.exec(first.text);
  if (match === null) return undefined;
  const left = first.box.left + (first.box.right - first.box.left) / first.text.length;
  const word = { ...first, text: first.text.slice(1), box: { ...first.box, left } };
  const rest = toLine(sorted([word, ...line.words.slice(1)]));
  return { text: bulletOf(match[0]), value: undefined, kind: `bullet ${match[0]}`, textLeft: left, rest };
}

function sorted(words: readonly PdfWord[]): PdfWord[] {
  return words.toSorted((a, b) => a.box.left - b.box.left);
}

function romanValue(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index++) {
    const own = ROMAN_VALUES[text[index]!] ?? 0;
    const next = ROMAN_VALUES[text[index + 1] ?? ''] ?? 0;
    value += own < next ? -own : own;
  }
  return value;
}
