import type { PdfWord } from '../../pdf-page.ts';
import { median } from '../box.ts';
import { toRegions } from '../columns.ts';
import { hasEvenGaps } from './even-gaps.ts';
import { type Row, toRows } from '../rows.ts';
import type { RulingLine } from './ruling-lines.ts';
import { toPieces } from './table-columns.ts';
import { isNumeric } from './table.ts';
import { ALIGNED_POINTS, CELL_GAP, HEADING_RATIO, RULED_CELL_GAP } from './tolerances.ts';

/** Room for rounding between a baseline and the rule below it, points. */
const RULE_SLACK = 1;
/** How many times the usual distance of rules a space is high that may hold a heading in the size of the text. */
const TALL = 1.8;
/** Share of the usual distance of rules below which an empty space is no row. */
const LOW = 0.75;
/** Rules from which headings in bars may alternate with texts. */
const MIN_BAR_RULES = 6;
/** Share of the texts that are numbers, from which bars with texts are a table. */
const LEAST_NUMBERS = 0.3;
/** Lines at the sides stand at most so far from the ends of a rule, points, and miss its height by at most so much. */
const SIDE_POINTS = 4;
const SIDE_GAP_POINTS = 3;
/** Lines between two tables, and in a head, at most; with more they are rows. */
const MAX_FEW_ROWS = 4;
/** White space around lines that keep away from both rules, in sizes of the text. */
const APART = 1.05;
/** Words of a numbered heading are fewer. */
const MAX_HEADING_WORDS = 12;
/** White space above and below a heading among rows, in sizes of its text. */
const HEADING_ABOVE = 0.5;
const HEADING_BELOW = 0.3;
/** Rows from which two columns of a page between rules are looked for. */
const MIN_COLUMN_ROWS = 12;
/** Share of the width of the rules that a line of prose takes, at least. */
const PROSE_WIDTH = 0.65;
/** Share of that width that a line of prose begins from the left end, at most: a wide cell behind another begins further right. */
const PROSE_INDENT = 0.12;
/** Share of that width from which a line of prose is full. */
const FULL_WIDTH = 0.8;
/** A full line has at least so many words; a long cell may have fewer. */
const MIN_FULL_WORDS = 6;
/** White space between two lines of a paragraph is less, in sizes of the text. */
const LINE_SPACE = 0.8;
/** A line reaches up beside the one above it by more than this, in sizes of the text, when both are cells. */
const BESIDE = 0.3;
/** Share of the rows that are lines of prose, and rows, above which a space between rules holds prose. */
const MOST_WHOLE = 0.4;
const MAX_SHORT_PROSE = 2;
/** Text reaches over an end of a rule by more than this when it runs on, points; right ends of letters are less exact. */
const OVER_END = 4;
const OVER_RIGHT_END = 6;

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
    if (run !== undefined && run.rows.length >= 2 && !isBars(run) && !isBox(run, vertical)) runs.push(run);
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
    const isBetween = ({ baseline }: PdfWord): boolean => baseline > top && baseline <= bottom + RULE_SLACK;
    const band = toRows(words.filter(isBetween));
    const height = bottom - top;
    if (
      (band.length === 0 && isGap(height, usual)) ||
      (isFramed && enclosed[index] === false) ||
      standsApart(band, top, bottom) ||
      holdsHeading(band, height > usual * TALL || rules.length === 2) ||
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
  return height > MAX_EMPTY || (height > DOUBLE && height < usual * LOW);
}

/** Lines all around one space: a frame, as around a part of a form, whatever stands in it. */
function isBox({ rules: [upper, lower, ...others] }: BandRun, vertical: readonly RulingLine[]): boolean {
  return others.length === 0 && isEnclosed(upper!, lower!, vertical);
}

/** Headings in coloured bars with texts between them. */
function isBars({ rows, rules }: BandRun): boolean {
  if (rules.length < MIN_BAR_RULES || rules.some(({ isDrawn }) => isDrawn)) return false;
  const bands = rules.slice(1).map(({ at }, index) => {
    const top = rules[index]!.at;
    return rows.filter(({ baseline }) => baseline > top && baseline <= at + RULE_SLACK);
  });
  const isBar = (band: readonly Row[]): boolean => band.length === 1 && isOneText(band[0]!);
  const hasBars = [0, 1].some((parity) => bands.every((band, index) => index % 2 !== parity || isBar(band)));
  const texts = rows.flatMap(({ words }) =>
    toPieces(words, RULED_CELL_GAP).map((piece) => piece.words.map(({ text }) => text).join(' ')),
  );
  return (
    hasBars &&
    bands.some((band) => band.length > 1) &&
    texts.filter(isNumeric).length < texts.length * LEAST_NUMBERS
  );
}

/** Lines at both sides from one rule to the next. */
function isEnclosed(upper: RulingLine, lower: RulingLine, vertical: readonly RulingLine[]): boolean {
  const hasSide = (x: number): boolean =>
    vertical.some(
      (line) =>
        line.isDrawn &&
        Math.abs(line.at - x) < SIDE_POINTS &&
        line.from < upper.at + SIDE_GAP_POINTS &&
        line.to > lower.at - SIDE_GAP_POINTS,
    );
  return hasSide(lower.from) && hasSide(lower.to);
}

/** Lines that keep away from both rules stand between two tables, such as a heading. */
function standsApart(rows: readonly Row[], top: number, bottom: number): boolean {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined || rows.length > MAX_FEW_ROWS) return false;
  if (!rows.every(isOneText)) return false;
  return bottom - top - (last.bottom - first.top) > first.size * APART;
}

/** Without wide gaps, but for one behind the number of a heading. */
function isOneText({ words }: Row): boolean {
  const pieces = toPieces(words, RULED_CELL_GAP);
  if (pieces.length === 1) return true;
  const number = pieces[0]?.words;
  return (
    pieces.length === 2 &&
    number?.length === 1 &&
    /^\d+(?:\.\d+)*\.?$/.test(number[0]!.text) &&
    words.length < MAX_HEADING_WORDS &&
    words.every(({ text }, index) => index === 0 || !isNumeric(text))
  );
}

/** A line in larger or bold type with space around it, among rows of the usual type. */
function holdsHeading(rows: readonly Row[], isTall: boolean): boolean {
  const size = median(rows.map((row) => row.size));
  const isLarge = (row: Row): boolean =>
    isOneText(row) &&
    (row.size > size * HEADING_RATIO || (isTall && row.words.every(({ font }) => font.isBold)));
  for (let first = 0; first < rows.length; first++) {
    if (!isLarge(rows[first]!)) continue;
    let last = first;
    while (last + 1 < rows.length && isLarge(rows[last + 1]!)) last++;
    const [above, below] = [rows[first - 1], rows[last + 1]];
    const [top, bottom] = [rows[first]!, rows[last]!];
    const isApart =
      (above === undefined || top.top - above.bottom > top.size * HEADING_ABOVE) &&
      (below === undefined || below.top - bottom.bottom > bottom.size * HEADING_BELOW);
    if (isApart) return true;
    first = last;
  }
  return false;
}

/** Two columns of a page between two rules across it. */
function isColumnsOfProse(rows: readonly Row[]): boolean {
  return rows.length >= MIN_COLUMN_ROWS && toRegions(rows).length > 1;
}

/** Between the two first rules of a table stand the names of its columns. */
function isBelowHead(run: BandRun | undefined, band: readonly Row[]): boolean {
  if (run === undefined || run.rows.length > MAX_FEW_ROWS) return false;
  const names = run.rows.flatMap(({ words }) => toPieces(words, RULED_CELL_GAP));
  if (names.length < 2) return false;
  const starts = band.flatMap(({ words }) => toPieces(words, CELL_GAP).map(({ left }) => left));
  return names.every(({ left }) => starts.some((start) => Math.abs(start - left) < ALIGNED_POINTS));
}

/** A cell of one line stands half a line lower than one of two lines beside it. */
function isBesideAbove({ top, size }: Row, above: Row | undefined): boolean {
  return above !== undefined && above.bottom - top > size * BESIDE;
}

function isProse(rows: readonly Row[], { from, to }: RulingLine): boolean {
  if (rows.length === 0) return false;
  let whole = 0;
  let several = 0;
  let last: Row | undefined;
  for (const [index, row] of rows.entries()) {
    const { words } = row;
    const pieces = toPieces(words, RULED_CELL_GAP);
    const left = words[0]!.box.left;
    const reach = Math.max(...words.map(({ box }) => box.right)) - left;
    const isOne = !isBesideAbove(row, rows[index - 1]) && (pieces.length === 1 || hasEvenGaps(words));
    if (!isOne) several++;
    // A wide cell behind another one begins further right.
    if (!isOne || reach < (to - from) * PROSE_WIDTH || left - from > (to - from) * PROSE_INDENT) continue;
    whole++;
    if (reach < (to - from) * FULL_WIDTH || words.length < MIN_FULL_WORDS) continue;
    // Two full lines are a paragraph.
    if (last !== undefined && row.top - last.bottom < row.size * LINE_SPACE) return true;
    last = row;
  }
  if (several === 0) return rows.length > MAX_SHORT_PROSE;
  return whole > rows.length * MOST_WHOLE && rows.length > MAX_SHORT_PROSE;
}

/** Text that runs on over an end of the rules does not stand in a table between them. */
export function crossesEnds(words: readonly PdfWord[], { from, to }: RulingLine): boolean {
  return words.some(
    ({ box }) =>
      (box.left < from - OVER_END && box.right > from + OVER_END) ||
      (box.left < to - OVER_END && box.right > to + OVER_RIGHT_END),
  );
}
