import type { Box, PdfWord } from '../pdf-page.ts';

/** Words that stand on one line of a column. */
export interface TextLine {
  /** From left to right; for right-to-left text from right to left. */
  words: readonly PdfWord[];
  /** Around the words of ordinary size: raised and lowered ones do not make it taller. */
  box: Box;
  baseline: number;
  /** Size of most of its letters, points. */
  size: number;
  /** Letters, digits and signs. */
  length: number;
  isBold: boolean;
  isItalic: boolean;
  isMonospaced: boolean;
  isRtl: boolean;
  text: string;
}

/** How much smaller raised and lowered characters are than those of their line, at most. */
export const SCRIPT_SIZE = 0.86;
/** Share of the letters that must be bold, italic or monospaced for a line to be. */
const MOST = 0.9;

/** Words of one line, sorted by their left edges, as a line that reads in its own direction. */
export function toLine(words: readonly PdfWord[]): TextLine {
  const size = dominantSize(words);
  let length = 0;
  let bold = 0;
  let italic = 0;
  let monospaced = 0;
  let rtl = 0;
  let baseline = 0;
  let baselineWeight = 0;
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { text, font, isRtl, size: wordSize, box: word, baseline: base } of words) {
    const weight = text.length;
    length += weight;
    if (font.isBold) bold += weight;
    if (font.isItalic) italic += weight;
    if (font.isMonospaced) monospaced += weight;
    if (isRtl) rtl += weight;
    box.left = Math.min(box.left, word.left);
    box.right = Math.max(box.right, word.right);
    if (wordSize < size * SCRIPT_SIZE || wordSize > size * 1.6) continue;
    box.top = Math.min(box.top, word.top);
    box.bottom = Math.max(box.bottom, word.bottom);
    baseline += base * weight;
    baselineWeight += weight;
  }
  const isRtl = rtl * 2 > length;
  const ordered = isRtl ? orderRightToLeft(words) : words;
  return {
    words: ordered,
    box,
    baseline: baselineWeight > 0 ? baseline / baselineWeight : box.bottom,
    size,
    length,
    isBold: bold >= length * MOST,
    isItalic: italic >= length * MOST,
    isMonospaced: monospaced >= length * MOST,
    isRtl,
    text: textOf(ordered),
  };
}

/** Size of most letters. */
function dominantSize(words: readonly PdfWord[]): number {
  const first = words[0];
  if (first === undefined) return 0;
  if (words.every(({ size }) => Math.abs(size - first.size) < 0.05)) return first.size;
  const weights = new Map<number, number>();
  for (const { text, size } of words) {
    const key = Math.round(size * 4) / 4;
    weights.set(key, (weights.get(key) ?? 0) + text.length);
  }
  let best = first.size;
  let most = 0;
  for (const [size, weight] of weights) {
    if (weight > most || (weight === most && size > best)) {
      best = size;
      most = weight;
    }
  }
  return best;
}

/**
 * Words of a right-to-left line in the order of reading: from right to left, but runs of left-to-right words and numbers keep their
 * own order (Unicode bidirectional algorithm, rule L2, with two levels).
 */
function orderRightToLeft(words: readonly PdfWord[]): PdfWord[] {
  const ordered: PdfWord[] = [];
  for (let end = words.length; end > 0;) {
    let start = end - 1;
    if (!(words[start] as PdfWord).isRtl) {
      while (start > 0 && !(words[start - 1] as PdfWord).isRtl) start--;
    }
    ordered.push(...words.slice(start, end));
    end = start;
  }
  return ordered;
}

export function textOf(words: readonly PdfWord[]): string {
  let text = '';
  for (const [index, word] of words.entries()) {
    if (index > 0 && isApart(words[index - 1] as PdfWord, word)) text += ' ';
    text += word.text;
  }
  return text;
}

/** Whether a blank stands between two neighbours on a line. */
export function isApart(before: PdfWord, word: PdfWord): boolean {
  if (word.hasSpaceBefore && !isTight(before, word)) return true;
  const gap = word.isRtl ? before.box.left - word.box.right : word.box.left - before.box.right;
  return gap > Math.max(before.size, word.size) * 0.3;
}

/** The extraction says that a word begins here, but in the picture it touches a raised or lowered neighbour. */
function isTight(before: PdfWord, word: PdfWord): boolean {
  if (Math.abs(before.baseline - word.baseline) < Math.min(before.size, word.size) * 0.08) return false;
  const gap = Math.abs(word.isRtl ? before.box.left - word.box.right : word.box.left - before.box.right);
  return gap < Math.max(before.size, word.size) * 0.12;
}
