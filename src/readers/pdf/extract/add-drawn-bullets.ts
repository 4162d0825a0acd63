import type { PdfWord } from '../pdf-page.ts';
import type { Dot } from './read-path.ts';

const CHARACTERS: Readonly<Record<Dot['shape'], string>> = { disc: '•', circle: '◦', square: '▪' };
/** Height of the rows that words are sorted into, points. */
const ROW = 16;
/** Between a bullet and its text, and between it and what stands before it, in sizes of the text. */
const FARTHEST_TEXT = 2.5;
const NEAREST_BEFORE = 2;
const LARGEST = 0.7;

/** Browsers and some other programs draw the bullets of lists as shapes: those become words before the text that they stand by. */
export function addDrawnBullets(words: PdfWord[], dots: readonly Dot[]): PdfWord[] {
  if (dots.length === 0) return words;
  const rows = new Map<number, PdfWord[]>();
  for (const { box } of dots) {
    const row = Math.floor(box.bottom / ROW);
    if (!rows.has(row)) rows.set(row, []);
    if (!rows.has(row + 1)) rows.set(row + 1, []);
  }
  for (const word of words) rows.get(Math.floor(word.baseline / ROW))?.push(word);
  const bullets = new Map<PdfWord, PdfWord>();
  for (const dot of dots) {
    const row = Math.floor(dot.box.bottom / ROW);
    const near = [rows.get(row), rows.get(row + 1)].flatMap((found) => found ?? []);
    const word = textOf(dot, near);
    if (word !== undefined && !bullets.has(word)) bullets.set(word, bulletBefore(word, dot));
  }
  if (bullets.size === 0) return words;
  const all: PdfWord[] = [];
  for (const word of words) {
    const bullet = bullets.get(word);
    if (bullet !== undefined) all.push(bullet);
    all.push(word);
  }
  return all;
}

/** The word that a dot stands before, when nothing stands right before the dot. */
function textOf({ box }: Dot, words: readonly PdfWord[]): PdfWord | undefined {
  let nearest: PdfWord | undefined;
  let distance = Infinity;
  const middle = (box.top + box.bottom) / 2;
  for (const word of words) {
    const { size, baseline } = word;
    if (word.angle !== 0 || middle > baseline || middle < baseline - size * 0.8) continue;
    const gap = word.isRtl ? box.left - word.box.right : word.box.left - box.right;
    const before = word.isRtl ? word.box.left - box.right : box.left - word.box.right;
    if (before > -size * 0.2 && before < size * NEAREST_BEFORE) return undefined;
    const isFit = gap > 0 && gap < size * FARTHEST_TEXT && box.bottom - box.top < size * LARGEST;
    if (!isFit || gap >= distance) continue;
    distance = gap;
    nearest = word;
  }
  return nearest;
}

function bulletBefore(word: PdfWord, { box, shape }: Dot): PdfWord {
  return {
    ...word,
    text: CHARACTERS[shape],
    box: { left: box.left, right: box.right, top: word.box.top, bottom: word.box.bottom },
    hasSpaceBefore: true,
    mcid: -1,
  };
}
