import { median } from './box.ts';
import type { PageFrame } from './page-frame.ts';
import type { PdfWord } from '../pdf-page.ts';
import { type Row, toRows } from './rows.ts';
import { textOf } from './text-line.ts';

/** Share of the page's height, at its top and at its bottom, where running lines stand. */
const MARGIN = 0.13;
/** Wide margins: the very first and last line of a page may stand further inside and still be its running line. */
const WIDE_MARGIN = 0.2;
const MAX_LINES = 4;
/** A page with more is no text with running lines. */
const MAX_WORDS = 30_000;
const PAGE_NUMBER =
  /^(?:[-–—|\s]*)(?:(?:page|seite|p\.|pag\.|página|стр\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de|sur)\s*\d{1,4})?(?:[-–—|\s]*)$/i;

/** A line near the edge of a page, and how it would be recognised on another. */
interface Candidate {
  key: string;
  /** Rounded distance from the top of the page, points. */
  y: number;
  number: number | undefined;
  isTop: boolean;
  /** Only within the wide margin. */
  isInner: boolean;
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
  readonly #edges = new WeakMap<PageFrame, Array<{ row: Row; candidate: Candidate }>>();
  #pages = 0;

  add(frames: readonly PageFrame[]): void {
    const known: Candidate[][] = [];
    for (const frame of frames) {
      this.#pages++;
      const candidates = this.#edgesOf(frame).map(({ candidate }) => candidate);
      known.push(candidates);
      for (const { key, y, number, isTop } of candidates) {
        for (const at of [y - 1, y, y + 1]) {
          bump(this.#repeats, `${at} ${key}`);
          bump(this.#lines, `${at} ${isTop}`);
          if (number !== undefined) bump(this.#counting, `${at} ${number - frame.page.number}`);
        }
      }
    }
    for (const [index, candidates] of known.entries()) {
      const page = (frames[index] as PageFrame).page.number;
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
    for (const { row, candidate } of this.#edgesOf(frame)) {
      const place = `${candidate.y} ${candidate.isTop}`;
      const lines = this.#lines.get(place) ?? 0;
      const isPlaceOfThem = lines >= 4 && (this.#explained.get(place) ?? 0) >= lines * 0.6;
      const isRunning =
        this.#isRepeated(candidate, frame.page.number) ||
        isPlaceOfThem ||
        (isLoneNumber(row, frame) && PAGE_NUMBER.test(textOf(row.words)));
      if (isRunning) (candidate.isTop ? header : footer).push(...row.words);
    }
    return { header, footer };
  }

  #edgesOf(frame: PageFrame): Array<{ row: Row; candidate: Candidate }> {
    const known = this.#edges.get(frame);
    if (known !== undefined) return known;
    const edges = edgeRows(frame).map((row) => ({ row, candidate: toCandidate(row, frame) }));
    this.#edges.set(frame, edges);
    return edges;
  }

  #isRepeated({ key, y, number, isInner }: Candidate, page: number): boolean {
    const needed = this.#pages <= 3 ? 2 : 3;
    // Further inside, a title or the head of a table may be repeated as well.
    if (!isInner && (this.#repeats.get(`${y} ${key}`) ?? 0) >= needed && /\p{L}|#/u.test(key)) return true;
    if (number === undefined) return false;
    const isShort = key.length < 60;
    return isShort && (this.#counting.get(`${y} ${number - page}`) ?? 0) >= needed;
  }
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The first and last lines of a page, those near its edges. */
function edgeRows({ words, height }: PageFrame): Row[] {
  if (words.length > MAX_WORDS) return [];
  const size = median(words.map((word) => word.size));
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
  return [...top.slice(0, MAX_LINES), ...bottom.slice(-MAX_LINES)];
}

/** No title, for it is not larger than the text, and no head of a table, for there is space between it and what is next. */
function standsApart(row: Row | undefined, next: Row | undefined, size: number): boolean {
  if (row === undefined || row.size > size * 1.15) return false;
  return next === undefined || Math.max(next.top - row.bottom, row.top - next.bottom) > size * 0.8;
}

function toCandidate(row: Row, { height, page }: PageFrame): Candidate {
  const text = textOf(row.words);
  const number = pageNumberOf(text, page.number);
  return {
    key: PAGE_NUMBER.test(text) ? '#' : text.replace(/\d+/g, '#').toLowerCase(),
    y: Math.round(row.baseline / 2),
    number,
    isTop: row.baseline < height / 2,
    isInner: row.baseline >= height * MARGIN && row.baseline <= height * (1 - MARGIN),
  };
}

/**
 * The number of a page stands at one end of its line, or before or behind a word for page; of two the one that is nearest to
 * the number of the page in the file. A line of many numbers is a row of a table.
 */
function pageNumberOf(text: string, page: number): number | undefined {
  if (text.length > 200 || (text.match(/\d+/g)?.length ?? 0) > 4) return undefined;
  const found = [
    /^\W*(\d{1,5})(?=\s|\W*$)/.exec(text)?.[1],
    /(?:^|\s)\W*(\d{1,5})\W*$/.exec(text)?.[1],
    /(?:page|seite|p\.|página|стр\.)\s*(\d{1,5})/i.exec(text)?.[1],
    /(\d{1,5})\s*(?:\/|of|von|de|sur)\s*\d{1,5}/i.exec(text)?.[1],
  ];
  const numbers = found.filter((number) => number !== undefined).map(Number);
  return numbers.toSorted((a, b) => Math.abs(a - page) - Math.abs(b - page))[0];
}

/** A number far from all other text at the very edge. */
function isLoneNumber(row: Row, { words, height, page }: PageFrame): boolean {
  const isEdge = row.baseline > height * 0.92 || row.baseline < height * 0.06;
  // Further inside it has to be the number of this page.
  if (!isEdge && textOf(row.words) !== String(page.number)) return false;
  return words.every(
    (word) => row.words.includes(word) || Math.abs(word.baseline - row.baseline) > row.size * 1.9,
  );
}
