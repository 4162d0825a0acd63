import type { PdfWord } from '../../pdf-page.ts';

/** A justified line with few words has wide gaps, but all of them alike. */
export function hasEvenGaps(words: readonly PdfWord[]): boolean {
  if (words.length < 3) return false;
  const numbers = words.filter(({ text }) => /^\D?\d/.test(text)).length;
  if (numbers > words.length * 0.5) return false;
  let least = Infinity;
  let most = 0;
  let blank = 0;
  for (let index = 1; index < words.length; index++) {
    const word = words[index]!;
    const gap = word.box.left - words[index - 1]!.box.right;
    if (!word.hasSpaceBefore && gap < word.size * 0.1) continue;
    least = Math.min(least, gap);
    most = Math.max(most, gap);
    blank += gap;
  }
  const width = words.at(-1)!.box.right - words[0]!.box.left;
  if (blank > width * 0.5) return false;
  return most < words[0]!.size * 3 && most < least * 1.6 + 1;
}
