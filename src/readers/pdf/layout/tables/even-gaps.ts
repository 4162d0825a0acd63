import type { PdfWord } from '../../pdf-page.ts';

/** Words from which a line has two gaps to compare. */
const MIN_WORDS = 3;
/** Share of the words that are numbers, above which a line with even gaps is a row of numbers. */
const MOST_NUMBERS = 0.5;
/** Gaps below this part two pieces of one word, in sizes of the text. */
export const PIECES_OF_WORD = 0.1;
/** Share of the width of a line that is blank, above which its words are cells. */
const MOST_BLANK = 0.5;
/** Gaps of a stretched line are narrower, in sizes of the text; those of cells are often wider. */
const WIDEST_BLANK = 3;
/** How many times the narrowest gap the widest one of a justified line is, at most; gaps of cells differ more. */
export const UNEVEN_RATIO = 1.6;
/** Room for rounding on top of that ratio, points. */
export const UNEVEN_SLACK = 1;

/** A justified line with few words has wide gaps, but all of them alike. */
export function hasEvenGaps(words: readonly PdfWord[]): boolean {
  if (words.length < MIN_WORDS) return false;
  const numbers = words.filter(({ text }) => /^\D?\d/.test(text)).length;
  if (numbers > words.length * MOST_NUMBERS) return false;
  let least = Infinity;
  let most = 0;
  let blank = 0;
  for (let index = 1; index < words.length; index++) {
    const word = words[index]!;
    const gap = word.box.left - words[index - 1]!.box.right;
    if (!word.hasSpaceBefore && gap < word.size * PIECES_OF_WORD) continue;
    least = Math.min(least, gap);
    most = Math.max(most, gap);
    blank += gap;
  }
  const width = words.at(-1)!.box.right - words[0]!.box.left;
  if (blank > width * MOST_BLANK) return false;
  return most < words[0]!.size * WIDEST_BLANK && most < least * UNEVEN_RATIO + UNEVEN_SLACK;
}
