import type { OcrWord } from './ocr-page.ts';

/** Marks that bullets are taken for; dashes are what they are. */
const MARK = /^[^\p{L}\p{N}\-\u2010-\u2015]$|^[eoc]$/iu;
/** In heights of an `x`. */
const MAX_SIDE = 0.8;
const MAX_OFFSET = 0.3;
const MIN_GAP = 0.5;

/**
 * The words of a line with `•` for a first one that has its shape and place: a small blot half way up the line, apart from the text.
 * Bullets are in no dictionary and so are read as some mark or other.
 */
export function withBullet(
  words: readonly OcrWord[],
  { baseline, xHeight }: { baseline: number; xHeight: number },
): readonly OcrWord[] {
  const [first, second] = words;
  if (first === undefined || second === undefined || !MARK.test(first.text)) return words;
  const { left, top, right, bottom } = first.box;
  const isSmall = Math.max(right - left, bottom - top) <= xHeight * MAX_SIDE;
  const middle = baseline - xHeight / 2;
  const isCentred = Math.abs((top + bottom) / 2 - middle) <= xHeight * MAX_OFFSET;
  const isApart = second.box.left - right >= xHeight * MIN_GAP;
  return isSmall && isCentred && isApart
    ? [{ ...first, text: '•', confidence: 0.9 }, ...words.slice(1)]
    : words;
}
