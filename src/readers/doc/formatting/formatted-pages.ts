import type { ByteView } from '../../cfb/byte-view.ts';
import type { Extent, Fib } from '../fib.ts';
import { findLast } from '../find-last.ts';
import { readSprms, type Sprm } from './sprm.ts';
import { SPRM } from './sprm-codes.ts';

/** The formatting of a stretch of text. Stretches of a page with the same formatting share it. */
interface Look {
  /** Index of the paragraph's style; 0 for characters. */
  style: number;
  sprms: readonly Sprm[];
  /** A result that a caller has worked out from the formatting and keeps here. */
  memo: unknown;
}

/** Formatting of a stretch of bytes in the main stream. */
interface FormattedRun {
  /** First byte and the one behind the last. */
  start: number;
  end: number;
  look: Look;
}

/** Finds the formatting of a byte of text. */
export type FindRun = (offset: number) => FormattedRun | undefined;

const PAGE_LENGTH = 512;
/** Text is read in order, mostly: few pages are needed again. */
const MAX_PAGES = 64;
/** Modifiers taken from the data stream, for one file: many paragraphs may point to one long list. */
const MAX_HUGE = 5_000_000;
const NOTHING = { style: 0, sprms: [] };

/** Where formatting may be that is too long for a page. */
export interface FormatSource {
  fib: Fib;
  main: ByteView;
  table: ByteView;
  data: ByteView;
}

/** Properties of paragraphs ([MS-DOC] 2.8.25, 2.9.174). */
export function paragraphFormats(source: FormatSource): FindRun {
  const huge: HugeLists = { known: new Map(), taken: 0 };
  const { paragraphPages, generation } = source.fib;
  const entryLength = generation === 'word97' ? 13 : 7;
  return findInPages(source, paragraphPages, WORD6_PARAGRAPHS, (page, count) =>
    readRuns(page, count, entryLength, (at) => {
      const [start, length] = extentOfParagraph(page, at, source.fib);
      const sprms = readSprms(page, generation, start + 2, start + length);
      return { style: page.u16(start), sprms: expand(sprms, source, huge) };
    }),
  );
}

/** Properties of characters (2.8.6, 2.9.33). */
export function characterFormats(source: FormatSource): FindRun {
  const { characterPages, generation } = source.fib;
  return findInPages(source, characterPages, WORD6_CHARACTERS, (page, count) =>
    readRuns(page, count, 1, (at) => ({
      style: 0,
      sprms: readSprms(page, generation, at + 1, at + 1 + page.u8(at)),
    })),
  );
}

/** Where a paragraph's style and modifiers lie in its page. Word 97 counts words, in two ways (2.9.175). */
function extentOfParagraph(page: ByteView, at: number, fib: Fib): [start: number, length: number] {
  const words = page.u8(at);
  if (fib.generation !== 'word97') return [at + 1, words * 2];
  return words === 0 ? [at + 2, page.u8(at + 1) * 2] : [at + 1, words * 2 - 1];
}

interface HugeLists {
  known: Map<number, readonly Sprm[]>;
  taken: number;
}

/** Puts modifiers that are kept in the data stream in place of those that point there (2.6.2, sprmPHugePapx). */
function expand(sprms: readonly Sprm[], { data, fib }: FormatSource, huge: HugeLists): readonly Sprm[] {
  return sprms.flatMap((sprm) => {
    if (
      sprm.code !== SPRM.hugeParagraph &&
      sprm.code !== SPRM.hugeParagraph97 &&
      sprm.code !== SPRM.tableProperties
    ) {
      return [sprm];
    }
    let list = huge.known.get(sprm.value);
    if (list === undefined) {
      list = readSprms(data.part(sprm.value + 2, data.u16(sprm.value)), fib.generation);
      huge.known.set(sprm.value, list);
    }
    huge.taken += list.length;
    return huge.taken < MAX_HUGE ? list : [];
  });
}

/** `read`: gives what is at an offset of the page. */
function readRuns(
  page: ByteView,
  count: number,
  entryLength: number,
  read: (at: number) => Pick<Look, 'style' | 'sprms'>,
): FormattedRun[] {
  const runs: FormattedRun[] = [];
  const looks = new Map<number, Look>();
  for (let i = 0; i < count; i++) {
    const start = page.u32(i * 4);
    const end = page.u32(i * 4 + 4);
    if (end <= start) continue;
    const at = page.u8((count + 1) * 4 + i * entryLength) * 2;
    let look = looks.get(at);
    if (look === undefined) {
      // Offset 0 stands for nothing but what is usual.
      look = { ...(at === 0 ? NOTHING : read(at)), memo: undefined };
      looks.set(at, look);
    }
    runs.push({ start, end, look });
  }
  return runs;
}

function findInPages(
  source: FormatSource,
  extent: Extent,
  word6: Word6Pages,
  readPage: (page: ByteView, count: number) => FormattedRun[],
): FindRun {
  const { main } = source;
  const { starts, pages } = readBinTable(source, extent, word6);
  const cache = new Map<number, { runs: FormattedRun[]; starts: number[] }>();
  return (offset) => {
    const number = pages[findLast(starts, offset)];
    if (number === undefined) return undefined;
    let entry = cache.get(number);
    if (entry === undefined) {
      const page = main.part(number * PAGE_LENGTH, PAGE_LENGTH);
      const runs = readPage(page, page.u8(PAGE_LENGTH - 1)).toSorted((a, b) => a.start - b.start);
      entry = { runs, starts: runs.map(({ start }) => start) };
      if (cache.size >= MAX_PAGES) cache.clear();
      cache.set(number, entry);
    }
    const run = entry.runs[findLast(entry.starts, offset)];
    return run !== undefined && offset < run.end ? run : undefined;
  };
}

/** Where the FIB of Word 6 tells the first page and their number. */
interface Word6Pages {
  first: number;
  count: number;
}

const WORD6_CHARACTERS: Word6Pages = { first: 0x18a, count: 0x18e };
const WORD6_PARAGRAPHS: Word6Pages = { first: 0x18c, count: 0x190 };

interface BinTable {
  starts: number[];
  pages: number[];
}

/** Which page is for the text from which byte on. Page numbers have 4 bytes in Word 97 and 2 before. */
function readBinTable(
  { fib, main, table }: FormatSource,
  { at, length }: Extent,
  word6: Word6Pages,
): BinTable {
  const bytes = table.part(at, length);
  const size = fib.generation === 'word97' ? 4 : 2;
  const count = Math.max(Math.floor((bytes.length - 4) / (4 + size)), 0);
  const starts: number[] = [];
  const pages: number[] = [];
  // Word 6 may leave the table unfinished: then the pages follow each other.
  const stated = fib.generation === 'word6' ? main.u16(word6.count) : 0;
  if (stated > count) {
    for (
      let page = main.u16(word6.first);
      pages.length < stated && page * PAGE_LENGTH < main.length;
      page++
    ) {
      starts.push(main.u32(page * PAGE_LENGTH));
      pages.push(page);
    }
    return { starts, pages };
  }
  for (let i = 0; i < count; i++) {
    const entry = (count + 1) * 4 + i * size;
    starts.push(bytes.u32(i * 4));
    pages.push(size === 4 ? bytes.u32(entry) & 0x3f_ff_ff : bytes.u16(entry));
  }
  return { starts, pages };
}
