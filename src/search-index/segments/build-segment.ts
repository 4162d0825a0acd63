import { createTimeSlices, type TimeSlices } from '../../lib/turns/time-slices.ts';
import { TermNumbers } from '../../text/words/term-numbers.ts';
import type { AnalysedPage } from './analyse-page.ts';
import { IndexBlockWriter, writePosting, type IndexBlock } from '../block.ts';
import { sortTerms } from '../compare-terms.ts';
import { PAGE_BYTES, writePage } from './page-entry.ts';

/** A page that goes into a segment. */
export interface PageToIndex {
  /** The id of this version of the page. */
  readonly id: bigint;
  /** The time by which ranges and orders go: published, else first seen; in minutes since 1970. */
  readonly minutes: number;
  readonly analysed: AnalysedPage;
}

/** A part of an index, ready to be written. The ordinal of a page is its place in the arrays. */
export interface BuiltSegment {
  readonly pages: number;
  /** Ids and usual impacts (`page-entry.ts`). */
  readonly pageIds: Buffer;
  /** Minutes since 1970 as uint32, little-endian. */
  readonly times: Buffer;
  /** In the order of their first terms. */
  readonly blocks: readonly IndexBlock[];
  /** Words of all texts: with `pages`, what the average length of a text is made of. */
  readonly bodyWords: number;
}

const TIME_BYTES = 4;
const IMPACTS = 256;
/** Terms that are written between two looks at the clock. */
const TERMS_A_LOOK = 512;

/** Makes a segment of pages that share their terms: these in the order of their bytes, each with its pages. In slices. */
export async function buildSegment(
  pages: readonly PageToIndex[],
  slices = createTimeSlices(),
): Promise<BuiltSegment> {
  const usual = Uint8Array.from(pages, ({ analysed }) => usualImpact(analysed.impacts));
  const terms = pages[0]?.analysed.terms ?? new TermNumbers();
  const inverted = await invert(pages, terms.terms.length, slices);
  const blocks = await writeBlocks(terms, inverted, usual, slices);
  const pageIds = Buffer.alloc(pages.length * PAGE_BYTES);
  const times = Buffer.alloc(pages.length * TIME_BYTES);
  let bodyWords = 0;
  for (const [ordinal, { id, minutes, analysed }] of pages.entries()) {
    writePage(pageIds, ordinal, { id: Number(id), usualImpact: usual[ordinal]! });
    times.writeUInt32LE(Math.max(minutes, 0), ordinal * TIME_BYTES);
    bodyWords += analysed.bodyWords;
  }
  return { pages: pages.length, pageIds, times, blocks, bodyWords };
}

/** The impact that most terms of a page have: that of a word that stands in its text once, mostly. */
function usualImpact(impacts: Uint8Array): number {
  const counts = new Uint32Array(IMPACTS);
  let usual = 0;
  for (const impact of impacts) if (++counts[impact]! > counts[usual]!) usual = impact;
  return usual;
}

/** Postings of all terms, term by term: those of a term from `starts[number]` on, pages in order. */
interface Inverted {
  readonly starts: Uint32Array;
  readonly ordinals: Uint32Array;
  readonly impacts: Uint8Array;
}

/** Sorts postings by counting: how many a term has says where its pages begin. */
async function invert(pages: readonly PageToIndex[], terms: number, slices: TimeSlices): Promise<Inverted> {
  const counts = new Uint32Array(terms);
  for (const { analysed } of pages) {
    if (slices.isOver()) await slices.rest();
    const { numbers } = analysed;
    for (let index = 0; index < numbers.length; index++) counts[numbers[index]!]!++;
  }
  const starts = startsOf(counts);
  const next = starts.slice();
  const ordinals = new Uint32Array(starts[terms]!);
  const impacts = new Uint8Array(ordinals.length);
  for (const [ordinal, { analysed }] of pages.entries()) {
    if (slices.isOver()) await slices.rest();
    const { numbers, impacts: own } = analysed;
    for (let index = 0; index < numbers.length; index++) {
      const at = next[numbers[index]!]!++;
      ordinals[at] = ordinal;
      impacts[at] = own[index]!;
    }
  }
  return { starts, ordinals, impacts };
}

function startsOf(counts: Uint32Array): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (const [index, count] of counts.entries()) starts[index + 1] = starts[index]! + count;
  return starts;
}

async function writeBlocks(
  terms: TermNumbers,
  { starts, ordinals, impacts }: Inverted,
  usual: Uint8Array,
  slices: TimeSlices,
): Promise<IndexBlock[]> {
  const writer = new IndexBlockWriter();
  const blocks: IndexBlock[] = [];
  let list = new Uint8Array(0);
  for (const [index, term] of sortTerms(terms.terms).entries()) {
    if (index % TERMS_A_LOOK === 0 && slices.isOver()) await slices.rest();
    const number = terms.numberOf(term);
    const [start, end] = [starts[number]!, starts[number + 1]!];
    if (start === end) continue;
    // A page takes five bytes for its distance at most, and one for its impact.
    if (list.length < (end - start) * 6) list = new Uint8Array((end - start) * 12);
    let length = 0;
    for (let at = start, before = 0; at < end; at++) {
      const [ordinal, impact] = [ordinals[at]!, impacts[at]!];
      const own = impact === usual[ordinal] ? undefined : impact;
      length = writePosting(list, length, ordinal - before, own);
      before = ordinal;
    }
    writer.add(term, end - start, ordinals[end - 1]!, [list.subarray(0, length)]);
    blocks.push(...writer.take(false));
  }
  blocks.push(...writer.take(true));
  return blocks;
}
