import type { Box, PdfWord } from '../../pdf-page.ts';
import type { PageFrame } from '../page-frame.ts';
import { type Row, toRows } from '../rows.ts';
import { toPieces } from '../tables/table-columns.ts';
import { ALIGNED_POINTS, CELL_GAP } from '../tables/tolerances.ts';
import { lineText } from '../text-line.ts';

/** Times the size of the text from which a line near the edge is a title, not a running line. */
export const LARGE_LINE_RATIO = 1.15;
/** Lines nearer than this stand on the same baseline, points. */
const SAME_BASELINE = 1;
/** A running line is smaller than this share of the size of the text, or is told by something else. */
const SMALLER_RATIO = 0.97;
/** White space between two parts of a line that stand at both its ends, in sizes: no title has it. */
const PARTS_GAP = 4;
/** Right edges of the numbers of a listing differ by less, points. */
const LISTING_POINTS = 2;
/** How many times the gap a number in front needs: a number also begins a heading. */
const FRONT_RATIO = 1.5;
/** The rest of such a line ends nearer than this to the right edge of the text, in sizes. */
const AT_EDGE = 1.5;

/** Share of the page's height, at its top and at its bottom, where a line that is seen only once may be a running one. */
const EDGE = 0.13;
/** White space between it and the text, in sizes of its font. */
const LEAST_SPACE = 0.9;
/** Between the number of the page and the rest of the line, in sizes: more than a blank. */
const LEAST_GAP = 1.8;
/** Longer lines are text. */
const MAX_LETTERS = 140;
const NUMBER = /^[-–—|•·]?(?:\d{1,4}|[ivxlc]{1,6})[-–—|•·]?$/;
const OF_PAGES = /^(?:page|seite|pag\.?|página|p\.|стр\.)?\s*\d{1,4}\s*(?:\/|of|von|de|sur|di)\s*\d{1,4}$/i;
/** Words whose number behind them is no number of a page. */
const LABEL =
  /(?::|#|\b(?:no|nr|num|number|nummer|n°|nº|total|sum|summe|betrag|amount|balance|due|invoice|rechnung|facture|factura|order|ref|date|id|code|tel|phone|fax|zip|year)\.?)$/i;
/** A page with fewer words may be a letter, a form or an invoice, whose every line counts. */
const LEAST_WORDS = 120;
const BAR = /^[|•·–—/]$/;
/** So far from an edge line, in sizes, the rows of a table that it may end are looked for. */
const ROWS_NEAR = 16;
/** The last row of a table is hardly further from the one before than that from its own: times, and points. */
const ROW_SPACE_RATIO = 1.4;
const ROW_SPACE_POINTS = 1;

/** The outermost line at the top or the bottom of a page, and what it tells without the other pages. */
export interface EdgeLine {
  row: Row;
  /** It carries the number of the page: at one of its ends, far from the rest or behind a bar. */
  isNumbered: boolean;
  /** Smaller than the text, in italics, or in two parts at both ends: no title looks like that. */
  isPlain: boolean;
}

/** The first and the last line of a page, when they stand near its edge, apart from the text, and are not larger than it. */
export function edgeLines(rows: readonly Row[], frame: PageFrame, size: number): EdgeLine[] {
  const found: EdgeLine[] = [];
  for (const row of [rows[0], rows.at(-1)]) {
    if (row === undefined || found.some((edge) => edge.row === row)) continue;
    const isTop = row.baseline < frame.height * EDGE;
    if ((!isTop && row.baseline < frame.height * (1 - EDGE)) || row.size > size * LARGE_LINE_RATIO) continue;
    const text = lineText(row.words);
    const nearest = nearestTo(row, isTop, frame);
    if (text.length > MAX_LETTERS || nearest === undefined) continue;
    const space = isTop ? nearest.top - row.bottom : row.top - nearest.bottom;
    if (space < row.size * LEAST_SPACE || isRowOfTable(row, isTop, frame)) continue;
    found.push({
      row,
      isNumbered: OF_PAGES.test(text) || isNumbered(row, frame),
      isPlain: isPlain(row, size),
    });
  }
  return found;
}

/** Finds the box nearest below the first line or above the last one. */
function nearestTo({ baseline }: Row, isTop: boolean, { words }: PageFrame): Box | undefined {
  let nearest: Box | undefined;
  for (const { box, baseline: own } of words) {
    if (isTop ? own < baseline + SAME_BASELINE : own > baseline - SAME_BASELINE) continue;
    if (nearest === undefined || (isTop ? box.top < nearest.top : box.bottom > nearest.bottom)) nearest = box;
  }
  return nearest;
}

/** Whether a row, the first or last ones of a page, has texts (two or `least`) beside each other that stand below those of the two rows next to it, no further away than those are from one another. */
export function isRowOfTable(row: Row, isTop: boolean, { words }: PageFrame, least = 2): boolean {
  const pieces = toPieces(row.words, CELL_GAP);
  if (pieces.length < least) return false;
  const near = toRows(
    words.filter(({ baseline }) => {
      const distance = isTop ? baseline - row.baseline : row.baseline - baseline;
      return distance > SAME_BASELINE && distance < row.size * ROWS_NEAR;
    }),
  );
  const [next, other] = isTop ? near : near.toReversed();
  if (next === undefined || other === undefined) return false;
  const space = Math.abs(next.baseline - row.baseline);
  const usual = Math.abs(other.baseline - next.baseline);
  if (space > usual * ROW_SPACE_RATIO + ROW_SPACE_POINTS) return false;
  return [next, other].every(({ words: beside }) => {
    const others = toPieces(beside, CELL_GAP);
    return pieces.every((piece) => others.some((one) => areAligned(piece, one)));
  });
}

interface Extent {
  left: number;
  right: number;
}

function areAligned(one: Extent, other: Extent): boolean {
  return (
    Math.abs(one.left - other.left) < ALIGNED_POINTS ||
    Math.abs(one.right - other.right) < ALIGNED_POINTS ||
    Math.abs(one.left + one.right - other.left - other.right) < ALIGNED_POINTS
  );
}

function isPlain({ words, size: own }: Row, size: number): boolean {
  if (words.some(({ font }) => font.isBold)) return false;
  if (own < size * SMALLER_RATIO || words.every(({ font }) => font.isItalic)) return true;
  return words.some(
    (word, index) => index > 0 && word.box.left - words[index - 1]!.box.right > own * PARTS_GAP,
  );
}

function isNumbered(row: Row, frame: PageFrame): boolean {
  if (frame.words.length < LEAST_WORDS || row.words.every(({ font }) => font.isBold)) return false;
  return isNumberAtEnd(row) || isNumberAtStart(row, frame);
}

function isNumberAtEnd({ words, size }: Row): boolean {
  const last = words.at(-1)!;
  const before = words.at(-2);
  if (before === undefined || !NUMBER.test(last.text) || LABEL.test(before.text)) return false;
  return (
    (BAR.test(before.text) || last.box.left - before.box.right > size * LEAST_GAP) &&
    !endsInNumber(words.slice(0, -1))
  );
}

/** Rows of a table end in several numbers. */
function endsInNumber(words: readonly PdfWord[]): boolean {
  return words.filter(({ text }) => /^[\d.,%$€-]+$/.test(text)).length > 1;
}

/** A number on the left also begins a heading: the rest then stands at the right edge of the text. */
function isNumberAtStart({ words, size }: Row, { words: all }: PageFrame): boolean {
  const [first, second] = words;
  if (first === undefined || second === undefined || !NUMBER.test(first.text)) return false;
  // Lines of a listing have numbers as well.
  const isBelow = (word: PdfWord): boolean =>
    word !== first && Math.abs(word.box.right - first.box.right) < LISTING_POINTS && NUMBER.test(word.text);
  if (all.some(isBelow)) return false;
  if (BAR.test(second.text)) return true;
  const right = all.reduce((most, { box }) => Math.max(most, box.right), 0);
  const end = words.at(-1)!.box.right;
  return (
    second.box.left - first.box.right > size * LEAST_GAP * FRONT_RATIO &&
    right - end < size * AT_EDGE &&
    !endsInNumber(words)
  );
}
