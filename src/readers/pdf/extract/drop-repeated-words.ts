import type { PdfWord } from '../pdf-page.ts';

/** How far the second print of a word may be off the first, in sizes of its font: a shadow is further off than a faked bold. */
const OFFSET = 0.12;
/** Places of one word that are compared: a word that stands everywhere on a page must not cost its square. */
const MAX_PLACES = 12;

/** Leaves out words that are printed over themselves, which is how some programs fake bold letters and shadows. */
export function dropRepeatedWords(words: PdfWord[]): PdfWord[] {
  const places = new Map<string, PdfWord[]>();
  const kept: PdfWord[] = [];
  for (const word of words) {
    const known = places.get(word.text);
    if (known === undefined) places.set(word.text, [word]);
    else {
      if (known.some((place) => isOver(place, word))) continue;
      known.push(word);
      if (known.length > MAX_PLACES) known.shift();
    }
    kept.push(word);
  }
  return kept;
}

function isOver({ box, size, angle }: PdfWord, word: PdfWord): boolean {
  const offset = size * OFFSET + 0.2;
  return (
    Math.abs(box.left - word.box.left) < offset &&
    Math.abs(box.right - word.box.right) < offset &&
    Math.abs(box.top - word.box.top) < offset &&
    Math.abs(size - word.size) < 0.5 &&
    angle === word.angle
  );
}
