import type { PdfWord } from '../../pdf-page.ts';

/** Least width of a gap that is more than a blank, in widths of a letter: with and without the room beside the letters' ink. */
const MORE_THAN_BLANK = 1.25;
const WIDE_STRIP = 1.35;
/** Least and most room beside the ink of a word, in widths of a letter: other letters than its own stand in other ones. */
const LEAST_ROOM = -0.1;
const MOST_ROOM = 0.9;

/**
 * Tells whether two words of a scan whose letters are all equally wide have no more than a blank between them: next to narrow letters
 * it looks wider than it is.
 */
export function isPitchedBlank(before: PdfWord, word: PdfWord): boolean {
  const { size, font } = word;
  if (font.pitch === undefined) return false;
  const gap = word.box.left - before.box.right - roomBeside(before) - roomBeside(word);
  return gap < font.pitch * size * MORE_THAN_BLANK;
}

/** Gives the width from which on a strip between texts of equally wide letters is more than a blank, points; undefined for other texts. */
export function wideStrip({ font, size }: PdfWord): number | undefined {
  return font.pitch === undefined ? undefined : font.pitch * size * WIDE_STRIP;
}

/** Gives the space that the letters of a word leave on either side of its ink, points; 0 where they do not fit it. */
function roomBeside({ text, box, font, size }: PdfWord): number {
  const pitch = (font.pitch ?? 0) * size;
  const room = text.length * pitch - (box.right - box.left);
  return room < pitch * LEAST_ROOM || room > pitch * MOST_ROOM ? 0 : room / 2;
}
