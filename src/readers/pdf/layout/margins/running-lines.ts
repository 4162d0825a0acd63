import { median } from '../box.ts';
import type { PageFrame } from '../page-frame.ts';
import type { PdfWord } from '../../pdf-page.ts';
import { partsOfSizes, type Row, toRows } from '../rows.ts';
import { type EdgeLine, edgeLines, isRowOfTable, LARGE_LINE_RATIO } from './edge-lines.ts';
import { lineText } from '../text-line.ts';
import { MAX_PAGE_WORDS } from '../tolerances.ts';

/** Pages of a short file, at most. */
const SHORT_FILE_PAGES = 3;
/** Pages that a running line stands on in a short file, at least. */
const REPEATS_IN_SHORT_FILE = 2;
/** Pages that a running line stands on in a longer file, at least: on two it may be chance. */
const REPEATS = 3;
/** Pages that a place needs before it is told by lines that stand apart, and lines before it is told by those that are explained. */
const MIN_APART = 4;
const MIN_LINES_AT_PLACE = 4;
/** Share of the lines at a place that are running ones, from which all of them are. */
const MOST_EXPLAINED = 0.6;
/** Letters of a line whose number counts with the pages, fewer than; longer ones are text. */
const MAX_COUNTING_LETTERS = 60;
/** White space between a line further inside and the next one, in sizes of the text: a head of a table has less. */
const LEAST_SPACE = 0.8;
/** Baselines within so many points are one place. */
const PLACE_POINTS = 2;
/** A line with more letters, or more numbers, is text or a row of a table. */
const MAX_LETTERS = 200;
const MAX_NUMBERS = 4;
/** Texts beside each other from which a line above a table is its head, on every page. */
const MIN_CELLS = 3;
/** Shares of the page's height, at its foot and head, where a number alone is one of a page. */
const FOOT = 0.92;
const HEAD = 0.06;
/** Baselines of all other text are further away from a lone number, in sizes. */
const LONE_SPACE = 1.9;
/** A number at an end of the text is nearer to it, in sizes; one in the middle is nearer to that, as a share of the page's width. */
const AT_END = 0.5;
const IN_MIDDLE = 0.05;

/** Share of the page's height, at its top and at its bottom, where running lines stand. */
const MARGIN = 0.13;
/** Wide margins: the very first and last line of a page may stand further inside and still be its running line. */
const WIDE_MARGIN = 0.2;
/** Pages, and share of all of them, that have the same line in their largest type, from which it is no title. */
const REPEATS_OF_TITLE = 6;
const MOST_TITLES = 0.8;
/** Share of the pages that have a line at one place, apart from the text, when it is a running one. */
const MOST_PAGES = 0.6;
/** Lines at the top and at the bottom of a page that are looked at. */
const MAX_LINES = 4;
const PAGE_NUMBER =
  /^(?:[-–—|\s]*)(?:(?:page|seite|p\.|pag\.|página|стр\.|第)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*页)?(?:\s*(?:\/|of|von|de|sur|共)\s*\d{1,4}(?:\s*页)?)?(?:[-–—|\s]*)$/i;

/** A line near the edge of a page, and how it would be recognised on another. */
interface Candidate {
  key: string;
  /** Distance from the top of the page, in steps of `PLACE_POINTS`. */
  y: number;
  number: number | undefined;
  isTop: boolean;
  /** Only within the wide margin. */
  isInner: boolean;
  /** In the largest type of its page: slides that follow one another may have the same title. */
  isTitle: boolean;
}

interface Edge {
  row: Row;
  candidate: Candidate;
  /** The outermost line, when it stands apart. */
  edge: EdgeLine | undefined;
}

/** Counts what stands at the same place on several pages. */
export class RunningLines {
  /** How many pages have a text at a place, digits set aside. */
  readonly #repeats = new Map<string, number>();
  /** How many pages have a number there that counts with the pages. */
  readonly #counting = new Map<string, number>();
  readonly #lines = new Map<string, number>();
  readonly #explained = new Map<string, number>();
  /** Each page is asked for twice. */
  readonly #edges = new WeakMap<PageFrame, Edge[]>();
  /** How many pages have a line apart from the text at a place, whatever it says: names of chapters change. */
  readonly #apart = new Map<string, number>();
  #pages = 0;

  add(frames: readonly PageFrame[]): void {
    const known: Candidate[][] = [];
    for (const frame of frames) {
      this.#pages++;
      const edges = this.#edgesOf(frame);
      const candidates = edges.map(({ candidate }) => candidate);
      known.push(candidates);
      for (const { candidate, edge } of edges) {
        if (edge?.isPlain !== true || candidate.isInner) continue;
        for (const at of [candidate.y - 1, candidate.y, candidate.y + 1])
          bump(this.#apart, `${at} ${candidate.isTop}`);
      }
      for (const { key, y, number, isTop } of candidates) {
        for (const at of [y - 1, y, y + 1]) {
          bump(this.#repeats, `${at} ${key}`);
          bump(this.#lines, `${at} ${isTop}`);
          if (number !== undefined) bump(this.#counting, `${at} ${number - frame.page.number}`);
        }
      }
    }
    for (const [index, candidates] of known.entries()) {
      const page = frames[index]!.page.number;
      for (const candidate of candidates) {
        if (!this.#isRepeated(candidate, page)) continue;
        for (const at of [candidate.y - 1, candidate.y, candidate.y + 1]) {
          bump(this.#explained, `${at} ${candidate.isTop}`);
        }
      }
    }
  }

  /** Words of a page that belong to its running header and footer. */
  find(frame: PageFrame): { header: PdfWord[]; footer: PdfWord[] } {
    const header: PdfWord[] = [];
    const footer: PdfWord[] = [];
    const edges = this.#edgesOf(frame);
    for (const { row, candidate, edge } of edges) {
      const place = `${candidate.y} ${candidate.isTop}`;
      const isRunning =
        this.#isRepeated(candidate, frame.page.number) ||
        (!candidate.isTitle && this.#isPlaceOfThem(place)) ||
        edge?.isNumbered === true ||
        (edge?.isPlain === true &&
          (this.#apart.get(place) ?? 0) >= Math.max(MIN_APART, this.#pages * MOST_PAGES)) ||
        (PAGE_NUMBER.test(lineText(row.words)) && isLoneNumber(row, frame));
      if (isRunning && !isRowOfTable(row, candidate.isTop, frame, MIN_CELLS))
        (candidate.isTop ? header : footer).push(...row.words);
    }
    return { header, footer };
  }

  #isPlaceOfThem(place: string): boolean {
    const lines = this.#lines.get(place) ?? 0;
    return lines >= MIN_LINES_AT_PLACE && (this.#explained.get(place) ?? 0) >= lines * MOST_EXPLAINED;
  }

  #edgesOf(frame: PageFrame): Edge[] {
    const known = this.#edges.get(frame);
    if (known !== undefined) return known;
    const size = median(frame.words.map((word) => word.size));
    const rows = edgeRows(frame, size);
    const outer = edgeLines(rows, frame, size);
    let least = Infinity;
    let most = 0;
    for (const word of frame.words) {
      least = Math.min(least, word.size);
      most = Math.max(most, word.size);
    }
    const edges = rows.map((row) => ({
      row,
      candidate: toCandidate(row, frame, row.size >= most && most > least * LARGE_LINE_RATIO),
      edge: outer.find((line) => line.row === row),
    }));
    this.#edges.set(frame, edges);
    return edges;
  }

  #isRepeated({ key, y, number, isInner, isTitle }: Candidate, page: number): boolean {
    const few = this.#pages <= SHORT_FILE_PAGES ? REPEATS_IN_SHORT_FILE : REPEATS;
    const needed = isTitle ? Math.max(REPEATS_OF_TITLE, this.#pages * MOST_TITLES) : few;
    // Further inside, a title or the head of a table may be repeated as well.
    if (!isInner && (this.#repeats.get(`${y} ${key}`) ?? 0) >= needed && /\p{L}|#/u.test(key)) return true;
    if (number === undefined) return false;
    const isShort = key.length < MAX_COUNTING_LETTERS;
    return isShort && (this.#counting.get(`${y} ${number - page}`) ?? 0) >= needed;
  }
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The first and last lines of a page, those near its edges. */
function edgeRows({ words, height }: PageFrame, size: number): Row[] {
  if (words.length > MAX_PAGE_WORDS) return [];
  const upper = toRows(words.filter(({ baseline }) => baseline < height * WIDE_MARGIN));
  const lower = toRows(words.filter(({ baseline }) => baseline > height * (1 - WIDE_MARGIN)));
  const top = upper.filter(
    ({ baseline }, index) =>
      baseline < height * MARGIN || (index === 0 && standsApart(upper[0], upper[1], size)),
  );
  const bottom = lower.filter(
    ({ baseline }, index) =>
      baseline > height * (1 - MARGIN) ||
      (index === lower.length - 1 && standsApart(lower.at(-1), lower.at(-2), size)),
  );
  return [...top.slice(0, MAX_LINES), ...bottom.slice(-MAX_LINES)].flatMap(partsOfSizes);
}

/** No title, for it is not larger than the text, and no head of a table, for there is space between it and what is next. */
function standsApart(row: Row | undefined, next: Row | undefined, size: number): boolean {
  if (row === undefined || row.size > size * LARGE_LINE_RATIO) return false;
  return next === undefined || Math.max(next.top - row.bottom, row.top - next.bottom) > size * LEAST_SPACE;
}

function toCandidate(row: Row, { height, page }: PageFrame, isTitle: boolean): Candidate {
  const text = lineText(row.words);
  const number = pageNumberOf(text, page.number);
  return {
    key: PAGE_NUMBER.test(text) ? '#' : withoutNumbers(text).toLowerCase(),
    y: Math.round(row.baseline / PLACE_POINTS),
    number,
    isTop: row.baseline < height / 2,
    isInner: row.baseline >= height * MARGIN && row.baseline <= height * (1 - MARGIN),
    isTitle,
  };
}

/** A text without what differs on each page: any number, or in a line of many, which may be a row of a table, those at its ends. */
function withoutNumbers(text: string): string {
  const isRow = (text.match(/\d+/g)?.length ?? 0) > MAX_NUMBERS;
  return text.replace(isRow ? /^\d+|\d+$/g : /\d+/g, '#');
}

/**
 * The number of a page stands at one end of its line, or before or behind a word for page; of two the one that is nearest to
 * the number of the page in the file. A line of many numbers is a row of a table.
 */
function pageNumberOf(text: string, page: number): number | undefined {
  if (text.length > MAX_LETTERS || (text.match(/\d+/g)?.length ?? 0) > MAX_NUMBERS) return undefined;
  const found = [
    /^\W*(\d{1,5})(?=\s|\W*$)/.exec(text)?.[1],
    /(?:^|\s)\W*(\d{1,5})\W*$/.exec(text)?.[1],
    /(?:page|seite|p\.|página|стр\.)\s*(\d{1,5})/i.exec(text)?.[1],
    /(\d{1,5})\s*(?:\/|of|von|de|sur)\s*\d{1,5}/i.exec(text)?.[1],
  ];
  const numbers = found.filter((number) => number !== undefined).map(Number);
  return numbers.toSorted((a, b) => Math.abs(a - page) - Math.abs(b - page))[0];
}

/** A number far from all other text near the edge. */
function isLoneNumber(row: Row, frame: PageFrame): boolean {
  const { words, height, page } = frame;
  const isEdge = row.baseline > height * FOOT || row.baseline < height * HEAD;
  // Further inside it has to be the number of this page, or to stand where such numbers stand.
  if (!isEdge && lineText(row.words) !== String(page.number) && !isAtPlaceOfNumbers(row, frame)) return false;
  return words.every(
    (word) => row.words.includes(word) || Math.abs(word.baseline - row.baseline) > row.size * LONE_SPACE,
  );
}

/** In the middle of the text or of the page, or at an end of the text. */
function isAtPlaceOfNumbers(row: Row, { words, width }: PageFrame): boolean {
  let left = Infinity;
  let right = -Infinity;
  for (const { box } of words) {
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
  }
  const from = row.words[0]!.box.left;
  const to = row.words.at(-1)!.box.right;
  const middle = (from + to) / 2;
  const near = row.size * AT_END;
  // A year at the foot of a title page, or the number of a document.
  if (/\d{4}/.test(lineText(row.words))) return false;
  return (
    Math.abs(middle - (left + right) / 2) < width * IN_MIDDLE ||
    Math.abs(middle - width / 2) < width * IN_MIDDLE ||
    from - left < near ||
    right - to < near
  );
}
