import type { PdfWord } from '../pdf-page.ts';

/** Lines that tell it, at least; the last line of a text ends where it will. */
const MIN_FULL_LINES = 3;
/** Both ends of full lines are within this of those of the others, points. */
const SAME_END = 1.5;
/** Share of the lines that go on in the middle of a sentence with a small letter, at least. */
const LEAST_LOW = 0.4;
/** Share of the words that are numbers, above which words far apart are cells. */
const MOST_NUMBERS = 0.2;

/** Whether lines, the words of each from left to right, are a text that is stretched to both edges of a narrow column, few words to a line. */
export function areJustified(lines: readonly (readonly PdfWord[])[]): boolean {
  const full = lines.slice(0, -1);
  if (full.length < MIN_FULL_LINES) return false;
  const left = full[0]![0]!.box.left;
  const right = full[0]!.at(-1)!.box.right;
  let low = 0;
  let numbers = 0;
  let words = 0;
  for (const [index, line] of lines.entries()) {
    const [first] = line;
    const last = line.at(-1);
    if (first === undefined || last === undefined || Math.abs(first.box.left - left) > SAME_END) return false;
    const isAtEnd = Math.abs(last.box.right - right) <= SAME_END;
    if (!isAtEnd && (index < full.length || last.box.right > right)) return false;
    if (index > 0 && /^\p{Ll}/u.test(first.text)) low++;
    words += line.length;
    for (const { text } of line) if (/^\D?\d/.test(text)) numbers++;
  }
  return low >= full.length * LEAST_LOW && numbers <= words * MOST_NUMBERS;
}
