import type { Box, PdfWord } from '../pdf-page.ts';
import { orderOfReading, readsFromRight } from './order-of-reading.ts';
import { OVERSIZED } from './tolerances.ts';

/** Sizes that differ by less are one, points. */
const ONE_SIZE = 0.05;
/** Sizes are counted in steps of a point: so many of them. */
const SIZES_IN_POINT = 4;
/** Small capitals: baselines of one line differ by no more, points; small ones are at least this share of the large ones. */
const ONE_BASELINE = 0.5;
const LEAST_CAPITALS = 0.6;
/** A gap from which there is a blank although the file has none, in sizes. */
const BLANK = 0.3;
/** The room of a sign of Chinese or Japanese is less than this, in sizes. */
const ROOM_OF_SIGN = 0.9;
/** A neighbour whose baseline differs by less is not raised, in sizes; a raised one that is nearer than this touches. */
const LEAST_SHIFT = 0.08;
const TOUCHING = 0.12;

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
  /** Capitals of two sizes; the size of the line is that of the large ones. */
  isSmallCapitals: boolean;
  /** A line is drawn below all of it. */
  isUnderlined?: boolean;
  text: string;
}

/** How much smaller raised and lowered characters are than those of their line, at most. */
export const SCRIPT_SIZE = 0.86;
/** The first character of those below. */
const FIRST_OF_THEM = 0x2018;
const CLOSING = /[。，、：；！？」』）》】”’]/;
const OPENING = /[「『（《【“‘]/;
/** Ideographs, kana, and their punctuation. */
const IDEOGRAPH = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60“”‘’]/;
/** Share of the letters that must be bold, italic or monospaced for a line to be. */
const MOST = 0.9;

/** Words of one line, sorted by their left edges, as a line that reads in its own direction. */
export function toLine(words: readonly PdfWord[]): TextLine {
  const isEven = areOfOneSize(words);
  const isSmallCapitals = !isEven && areSmallCapitals(words);
  const size = isEven ? (words[0]?.size ?? 0) : isSmallCapitals ? largestSize(words) : dominantSize(words);
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
    if (wordSize < size * SCRIPT_SIZE || wordSize > size * OVERSIZED) continue;
    box.top = Math.min(box.top, word.top);
    box.bottom = Math.max(box.bottom, word.bottom);
    baseline += base * weight;
    baselineWeight += weight;
  }
  const isRtl = readsFromRight(words, rtl * 2 > length);
  const ordered = orderOfReading(words, isRtl);
  return {
    words: ordered,
    box,
    baseline: baselineWeight > 0 ? baseline / baselineWeight : box.bottom,
    size,
    length,
    isBold: bold >= length * MOST,
    isItalic: italic >= length * MOST,
    isMonospaced: isListing(words, monospaced, length),
    isRtl,
    isSmallCapitals,
    text: lineText(ordered),
  };
}

function isListing(words: readonly PdfWord[], monospaced: number, length: number): boolean {
  return monospaced >= length * MOST && words.every(isOfListing);
}

/** In a sentence that is mostly names of commands, a comma and a small word are of another font; a listing has only its numbers and single signs in another one. */
function isOfListing({ text, font }: PdfWord): boolean {
  return font.isMonospaced || !/[\p{Lu}\p{Ll}]{2}|[.,;:()]/u.test(text) || /^\d+[.:)]?$/.test(text);
}

function areOfOneSize(words: readonly PdfWord[]): boolean {
  const size = words[0]?.size ?? 0;
  return words.every((word) => Math.abs(word.size - size) < ONE_SIZE);
}

function largestSize(words: readonly PdfWord[]): number {
  return words.reduce((most, { size }) => Math.max(most, size), 0);
}

/** Size of most letters. */
function dominantSize(words: readonly PdfWord[]): number {
  const weights = new Map<number, number>();
  for (const { text, size } of words) {
    const key = Math.round(size * SIZES_IN_POINT) / SIZES_IN_POINT;
    weights.set(key, (weights.get(key) ?? 0) + text.length);
  }
  let best = words[0]?.size ?? 0;
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
 * Words on one baseline that begin with a large capital and go on smaller: what many programs make of small capitals. Their text
 * may have capitals or small letters.
 */
function areSmallCapitals(words: readonly PdfWord[]): boolean {
  const largest = largestSize(words);
  const baseline = words[0]?.baseline ?? 0;
  let divided = 0;
  for (const [index, word] of words.entries()) {
    if (Math.abs(word.baseline - baseline) > ONE_BASELINE || word.size < largest * LEAST_CAPITALS)
      return false;
    const isSmall = word.size < largest - ONE_SIZE;
    if (!isSmall && /\p{Ll}/u.test(word.text)) return false;
    const before = words[index - 1];
    if (isSmall && before !== undefined && !word.hasSpaceBefore && before.size > word.size + ONE_SIZE)
      divided++;
  }
  return divided > 0;
}

export function lineText(words: readonly PdfWord[]): string {
  let text = '';
  for (const [index, word] of words.entries()) {
    if (index > 0 && isApart(words[index - 1]!, word)) text += ' ';
    text += word.text;
  }
  return text;
}

/** Whether a blank stands between two neighbours on a line. */
export function isApart(before: PdfWord, word: PdfWord): boolean {
  if (isRoomOfSign(before, word)) return false;
  if (word.hasSpaceBefore && !isTight(before, word)) return true;
  // The end of the one text is not where the other begins.
  if (word.level !== undefined && word.isRtl !== before.isRtl) return false;
  const gap = word.isRtl ? before.box.left - word.box.right : word.box.left - before.box.right;
  return gap > Math.max(before.size, word.size) * BLANK;
}

/** Full stops and brackets of Chinese and Japanese take up half of their room only: the rest of it is no blank. */
function isRoomOfSign({ text, box }: PdfWord, { text: next, box: nextBox, size }: PdfWord): boolean {
  // Nearly all words of other scripts end here.
  if (text.charCodeAt(text.length - 1) < FIRST_OF_THEM && next.charCodeAt(0) < FIRST_OF_THEM) return false;
  if (!CLOSING.test(text.slice(-1)) && !OPENING.test(next.slice(0, 1))) return false;
  const isBetween = IDEOGRAPH.test(text.slice(-1)) && IDEOGRAPH.test(next.slice(0, 1));
  return isBetween && nextBox.left - box.right < size * ROOM_OF_SIGN;
}

/** The extraction says that a word begins here, but in the picture it touches a raised or lowered neighbour. */
function isTight(before: PdfWord, word: PdfWord): boolean {
  if (Math.abs(before.baseline - word.baseline) < Math.min(before.size, word.size) * LEAST_SHIFT)
    return false;
  const gap = Math.abs(word.isRtl ? before.box.left - word.box.right : word.box.left - before.box.right);
  return gap < Math.max(before.size, word.size) * TOUCHING;
}
