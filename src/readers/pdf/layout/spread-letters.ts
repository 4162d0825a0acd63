import { unionOf } from './box.ts';
import { isMathFont } from './math-font.ts';
import type { PdfFont, PdfWord } from '../pdf-page.ts';

/** Words of a line that is looked at, at least, and the share of them that are one sign. */
const MIN_WORDS = 5;
const LEAST_SINGLE = 0.6;
/** Share of the gaps between them that are wider than between letters of a word and narrower than a blank of such lines. */
const LEAST_SPREAD = 0.5;
/** Gap between two letters of a word, in sizes: more than in ordinary text, less than the cell of a blank. */
const NARROWEST = 0.06;
const WIDEST = 0.5;
/** Lines that tell a listing, at least: a single one may be a title whose letters are spread. */
const MIN_LINES = 2;
/** Baselines of neighbouring lines are nearer, in sizes; words of one line differ less, in sizes. */
const PITCH = 2.2;
const SAME_LINE = 0.1;
/** Signs of a line between two of a listing, such as a bracket, at most. */
const MAX_SHORT = 4;

/**
 * Joins the letters of listings that are set letter by letter into cells of one width, as LaTeX does with fonts that have letters of
 * many widths: each looks like a word. The words come out in a monospaced font.
 */
export function joinSpreadLetters(words: readonly PdfWord[]): readonly PdfWord[] {
  const lines = linesOf(words);
  const spread = lines.map(isSpread);
  if (!spread.includes(true)) return words;
  const fonts = new Map<PdfFont, PdfFont>();
  return lines.flatMap((line, index) => (isOfListing(lines, spread, index) ? joined(line, fonts) : line));
}

/** Words that follow one another on one baseline. */
function linesOf(words: readonly PdfWord[]): PdfWord[][] {
  const lines: PdfWord[][] = [];
  let before: PdfWord | undefined;
  for (const word of words) {
    const isSame =
      before !== undefined &&
      before.size === word.size &&
      Math.abs(before.baseline - word.baseline) < word.size * SAME_LINE &&
      word.box.left >= before.box.left;
    if (isSame) lines.at(-1)!.push(word);
    else lines.push([word]);
    before = word;
  }
  return lines;
}

function isSpread(line: readonly PdfWord[]): boolean {
  // Digits and signs in right-to-left lines are words of their own.
  if (line.length < MIN_WORDS || line[0]!.level !== undefined) return false;
  // Nearly all lines end here.
  const singles = line.filter(({ text }) => text.length === 1);
  if (singles.length < line.length * LEAST_SINGLE || !singles.every(({ text }) => /^[!-~]$/.test(text)))
    return false;
  if (line.some(({ font }) => isMathFont(font.name) || font.isMonospaced)) return false;
  let spread = 0;
  for (let index = 1; index < line.length; index++) {
    const gap = (line[index]!.box.left - line[index - 1]!.box.right) / line[index]!.size;
    if (gap > NARROWEST && gap < WIDEST) spread++;
  }
  return spread >= (line.length - 1) * LEAST_SPREAD;
}

/** A spread line beside another, or a short one next to such a line. */
function isOfListing(lines: readonly PdfWord[][], spread: readonly boolean[], index: number): boolean {
  const isNear = (other: number): boolean => {
    const [one, two] = [lines[index]![0]!, lines[other]?.[0]];
    return (
      two !== undefined && one.size === two.size && Math.abs(one.baseline - two.baseline) < one.size * PITCH
    );
  };
  const near = [index - 1, index + 1].filter((other) => spread[other] === true && isNear(other));
  if (spread[index] === true) {
    // Across one short line as well.
    const behind = [index - MIN_LINES, index + MIN_LINES].some((other) => spread[other] === true);
    return near.length > 0 || behind;
  }
  const letters = lines[index]!.reduce((sum, { text }) => sum + text.length, 0);
  return near.length > 0 && letters <= MAX_SHORT;
}

function joined(line: readonly PdfWord[], fonts: Map<PdfFont, PdfFont>): PdfWord[] {
  const words: PdfWord[] = [];
  for (const word of line) {
    const before = words.at(-1);
    if (before !== undefined && word.box.left - before.box.right < word.size * WIDEST) {
      before.text += word.text;
      before.box = unionOf([before.box, word.box]);
      continue;
    }
    let font = fonts.get(word.font);
    if (font === undefined) fonts.set(word.font, (font = { ...word.font, isMonospaced: true }));
    words.push({ ...word, font, hasSpaceBefore: true });
  }
  return words;
}
