import { median } from './layout/box.ts';
import type { OcrLine, OcrPage } from '../ocr/ocr-page.ts';

/** Letters of a word that is measured, at least: the ends of shorter ones tell too much. */
const LONG_WORD = /^\p{L}{5,}$/u;
/** Different words that are enough to tell. */
const ENOUGH_WORDS = 10;
/** Part of a letter's width that the ink of a word is shorter than its letters. */
const BEARING = 0.15;
/** How far the letters of a word may be from the width that all have, and the share of the words that must not be further. */
const SPREAD = 0.05;
const MOST_WORDS = 0.75;

/**
 * Finds the width of each letter on a page of monospaced text, in heights of its line; undefined where letters differ. Only words of
 * letters tell, and each once: digits are equally wide in most fonts.
 */
export function findLetterPitch({ blocks }: OcrPage): number | undefined {
  const widths = new Map<string, number>();
  for (const { paragraphs } of blocks) {
    for (const { lines } of paragraphs) for (const line of lines) measure(widths, line);
  }
  if (widths.size < ENOUGH_WORDS) return undefined;
  const middle = median([...widths.values()]);
  const fitting = [...widths.values()].filter((width) => Math.abs(width - middle) < middle * SPREAD);
  return fitting.length >= widths.size * MOST_WORDS ? middle : undefined;
}

function measure(widths: Map<string, number>, { words, height }: OcrLine): void {
  for (const { text, box } of words) {
    if (LONG_WORD.test(text)) widths.set(text, (box.right - box.left) / (text.length - BEARING) / height);
  }
}
