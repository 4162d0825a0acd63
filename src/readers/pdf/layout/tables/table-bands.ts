import type { PdfWord } from '../../pdf-page.ts';
import { median } from '../box.ts';
import { toRegions } from '../columns.ts';
import { hasEvenGaps } from './even-gaps.ts';
import { type Row, toRows } from '../rows.ts';
import type { RulingLine } from './ruling-lines.ts';
import { toPieces } from './table-columns.ts';
import { isNumeric } from './table.ts';

/** Two rules with more space between them and nothing in it are not of one table, points. */
const MAX_EMPTY = 60;
/** The second of two lines drawn close together, points. */
const DOUBLE = 3.5;

/** Rows between rules that follow one another. */
export interface BandRun {
  rows: Row[];
  /** Only its head is drawn. */
  isWeak: boolean;
  rules: RulingLine[];
  top: number;
  bottom: number;
}

export interface BandSurroundings {
  /** Between the ends of the rules. */
  words: readonly PdfWord[];
  all: readonly PdfWord[];
  vertical: readonly RulingLine[];
}

/** Neighbouring spaces between rules that hold no prose. */
export function tabularRuns(
  rules: readonly RulingLine[],
  { words, all, vertical }: BandSurroundings,
): BandRun[] {
  const runs: BandRun[] = [];
  let run: BandRun | undefined;
  const finish = (): void => {
    if (run !== undefined && run.rows.length >= 2 && !isBars(run)) runs.push(run);
    run = undefined;
  };
  const enclosed = rules.map((rule, index) => index > 0 && isEnclosed(rules[index - 1]!, rule, vertical));
  const isFramed = enclosed.includes(true);
  const heights = rules.slice(1).map(({ at }, index) => at - rules[index]!.at);
  const usual = median(heights.filter((height) => height > DOUBLE));
  for (let index = 1; index < rules.length; index++) {
    const upper = rules[index - 1]!;
    const lower = rules[index]!;
    const [top, bottom] = [upper.at, lower.at];
    const isBetween = ({ baseline }: PdfWord): boolean => baseline > top && baseline <= bottom + 1;
    const band = toRows(words.filter(isBetween));
    const height = bottom - top;
    if (
      (band.length === 0 && isGap(height, usual)) ||
      (isFramed && enclosed[index] === false) ||
      standsApart(band, top, bottom) ||
      holdsHeading(band, height > usual * 1.8 || rules.length === 2) ||
      (isColumnsOfProse(band) && !isBelowHead(run, band)) ||
      isProse(band, lower) ||
      crossesEnds(all.filter(isBetween), lower)
    ) {
      finish();
      continue;
    }
    run ??= { rows: [], isWeak: false, rules: [upper], top, bottom };
    run.rows.push(...band);
    run.rules.push(lower);
    run.bottom = bottom;
  }
  finish();
  return runs;
}

/** An empty space too high or too low for a row. */
function isGap(height: number, usual: number): boolean {
  return height > MAX_EMPTY || (height > DOUBLE && height < usual * 0.75);
}

/** Headings in coloured bars with texts between them. */
function isBars({ rows, rules }: BandRun): boolean {
  if (rules.length < 6 || rules.some(({ isDrawn }) => isDrawn)) return false;
  const bands = rules.slice(1).map(({ at }, index) => {
    const top = rules[index]!.at;
    return rows.filter(({ baseline }) => baseline > top && baseline <= at + 1);
  });
  const isBar = (band: readonly Row[]): boolean => band.length === 1 && isOneText(band[0]!);
  const hasBars = [0, 1].some((parity) => bands.every((band, index) => index % 2 !== parity || isBar(band)));
  const texts = rows.flatMap(({ words }) =>
    toPieces(words, 0.55).map((piece) => piece.words.map(({ text }) => text).join(' ')),
  );
  return (
    hasBars && bands.some((band) => band.length > 1) && texts.filter(isNumeric).length < texts.length * 0.3
  );
}

/** Lines at both sides from one rule to the next. */
function isEnclosed(upper: RulingLine, lower: RulingLine, vertical: readonly RulingLine[]): boolean {
  const hasSide = (x: number): boolean =>
    vertical.some(
      (line) =>
        line.isDrawn && Math.abs(line.at - x) < 4 && line.from < upper.at + 3 && line.to > lower.at - 3,
    );
  return hasSide(lower.from) && hasSide(lower.to);
}

/** Lines that keep away from both rules stand between two tables, such as a heading. */
function standsApart(rows: readonly Row[], top: number, bottom: number): boolean {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined || rows.length > 4) return false;
  if (!rows.every(isOneText)) return false;
  return bottom - top - (last.bottom - first.top) > first.size * 1.05;
}

/** Without wide gaps, but for one behind the number of a heading. */
function isOneText({ words }: Row): boolean {
  const pieces = toPieces(words, 0.55);
  if (pieces.length === 1) return true;
  const number = pieces[0]?.words;
  return (
    pieces.length === 2 &&
    number?.length === 1 &&
    /^\d+(?:\.\d+)*\.?$/.test(number[0]!.text) &&
    words.length < 12 &&
    words.every(({ text }, index) => index === 0 || !isNumeric(text))
  );
}

/** A line in larger or bold type with space around it, among rows of the usual type. */
function holdsHeading(rows: readonly Row[], isTall: boolean): boolean {
  const size = median(rows.map((row) => row.size));
  const isLarge = (row: Row): boolean =>
    isOneText(row) && (row.size > size * 1.08 || (isTall && row.words.every(({ font }) => font.isBold)));
  for (let first = 0; first < rows.length; first++) {
    if (!isLarge(rows[first]!)) continue;
    let last = first;
    while (last + 1 < rows.length && isLarge(rows[last + 1]!)) last++;
    const [above, below] = [rows[first - 1], rows[last + 1]];
    const [top, bottom] = [rows[first]!, rows[last]!];
    const isApart =
      (above === undefined || top.top - above.bottom > top.size * 0.5) &&
      (below === undefined || below.top - bottom.bottom > bottom.size * 0.3);
    if (isApart) return true;
    first = last;
  }
  return false;
}

/** Two columns of a page between two rules across it. */
function isColumnsOfProse(rows: readonly Row[]): boolean {
  return rows.length >= 12 && toRegions(rows).length > 1;
}

/** Between the two first rules of a table stand the names of its columns. */
function isBelowHead(run: BandRun | undefined, band: readonly Row[]): boolean {
  if (run === undefined || run.rows.length > 4) return false;
  const names = run.rows.flatMap(({ words }) => toPieces(words, 0.55));
  if (names.length < 2) return false;
  const starts = band.flatMap(({ words }) => toPieces(words, 0.8).map(({ left }) => left));
  return names.every(({ left }) => starts.some((start) => Math.abs(start - left) < 3));
}

function isProse(rows: readonly Row[], { from, to }: RulingLine): boolean {
  if (rows.length === 0) return false;
  let whole = 0;
  let several = 0;
  let last: Row | undefined;
  for (const row of rows) {
    const { words } = row;
    const pieces = toPieces(words, 0.55);
    const left = words[0]!.box.left;
    const reach = Math.max(...words.map(({ box }) => box.right)) - left;
    const isOne = pieces.length === 1 || hasEvenGaps(words);
    if (!isOne) several++;
    // A wide cell behind another one begins further right.
    if (!isOne || reach < (to - from) * 0.65 || left - from > (to - from) * 0.12) continue;
    whole++;
    if (reach < (to - from) * 0.8 || words.length < 6) continue;
    // Two full lines are a paragraph.
    if (last !== undefined && row.top - last.bottom < row.size * 0.8) return true;
    last = row;
  }
  if (several === 0) return rows.length > 2;
  return whole > rows.length * 0.4 && rows.length > 2;
}

/** Text that runs on over an end of the rules does not stand in a table between them. */
export function crossesEnds(words: readonly PdfWord[], { from, to }: RulingLine): boolean {
  return words.some(
    ({ box }) => (box.left < from - 4 && box.right > from + 4) || (box.left < to - 4 && box.right > to + 6),
  );
}
