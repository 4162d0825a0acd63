import { createTimeSlices, type TimeSlices } from '../../lib/turns/time-slices.ts';
import {
  BlockCursor,
  IndexBlockWriter,
  readVarint,
  writePosting,
  writeVarint,
  type IndexBlock,
} from '../block.ts';
import { PAGE_BYTES } from './page-entry.ts';

/** A segment that is merged with others. */
export interface MergeSource {
  readonly pages: number;
  /** 1 for each page that is gone, by ordinal; undefined when all are there. */
  readonly isDead?: Uint8Array | undefined;
  /** Data of its blocks, in the order of their first terms. */
  readonly blocks: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** The heads of a segment: arrays by ordinal, as `buildSegment` gives them. */
export interface SegmentHead {
  readonly pageIds: Buffer;
  readonly times: Buffer;
}

/** Terms that are merged between two looks at the clock. */
const TERMS_A_LOOK = 256;
const TIME_BYTES = 4;
/** Bytes of a term that are compared as one number. */
const KEY_BYTES = 6;
const MAX_VARINT_BYTES = 5;

/**
 * Merges segments into one, whose pages are those of the sources in order, without the dead ones; gives its blocks as they
 * are full. Lists of a source without dead pages are copied, and their first distance alone is written anew. In slices.
 */
export async function* mergeBlocks(
  sources: readonly MergeSource[],
  slices = createTimeSlices(),
): AsyncGenerator<IndexBlock> {
  const writer = new IndexBlockWriter();
  const open = await openCursors(sources);
  for (let terms = 1; open.length > 0; terms++) {
    if (terms % TERMS_A_LOOK === 0 && slices.isOver()) await slices.rest();
    const same = withLeastTerm(open);
    await mergeTerm(same, writer, slices);
    for (const cursor of same) {
      if (!cursor.goOn() && !(await cursor.openNext())) open.splice(open.indexOf(cursor), 1);
    }
    yield* writer.take(false);
  }
  yield* writer.take(true);
}

/** Merges the heads of the same segments, in the same order. */
export function mergeHeads(
  sources: ReadonlyArray<SegmentHead & Pick<MergeSource, 'isDead'>>,
): SegmentHead & { readonly pages: number } {
  const pageIds = Buffer.concat(
    sources.map(({ pageIds: ids, isDead }) => withoutDead(ids, PAGE_BYTES, isDead)),
  );
  const times = Buffer.concat(
    sources.map(({ times: some, isDead }) => withoutDead(some, TIME_BYTES, isDead)),
  );
  return { pages: pageIds.length / PAGE_BYTES, pageIds, times };
}

function withoutDead(values: Buffer, size: number, isDead: Uint8Array | undefined): Buffer {
  if (isDead === undefined) return values;
  const kept = Buffer.alloc(values.length);
  let length = 0;
  for (let at = 0; at < values.length; at += size) {
    if (isDead[at / size] === 1) continue;
    values.copy(kept, length, at, at + size);
    length += size;
  }
  return kept.subarray(0, length);
}

async function openCursors(sources: readonly MergeSource[]): Promise<SourceCursor[]> {
  const cursors: SourceCursor[] = [];
  let base = 0;
  for (const source of sources) {
    const cursor = new SourceCursor(source, base);
    base += cursor.livePages;
    if (await cursor.openNext()) cursors.push(cursor);
  }
  return cursors;
}

/** Those whose next term is the first of all, in the order of the sources. */
function withLeastTerm(open: readonly SourceCursor[]): SourceCursor[] {
  let least: SourceCursor[] = [];
  for (const cursor of open) {
    const order = least.length === 0 ? -1 : cursor.compare(least[0]!);
    if (order < 0) least = [cursor];
    else if (order === 0) least.push(cursor);
  }
  return least;
}

async function mergeTerm(
  cursors: readonly SourceCursor[],
  writer: IndexBlockWriter,
  slices: TimeSlices,
): Promise<void> {
  const merged: MergedList = { parts: [], pages: 0, last: 0 };
  for (const cursor of cursors) {
    // A list is as long as its segment has pages at most, so it is not parted.
    if (slices.isOver()) await slices.rest();
    cursor.appendTo(merged);
  }
  if (merged.pages > 0) writer.add(cursors[0]!.term, merged.pages, merged.last, merged.parts);
}

interface MergedList {
  parts: Uint8Array[];
  pages: number;
  last: number;
}

/** Goes through all blocks of a source. */
class SourceCursor {
  readonly livePages: number;
  readonly #base: number;
  readonly #blocks: Iterator<Buffer> | AsyncIterator<Buffer>;
  /** The new ordinal of each page, -1 for a dead one; undefined when all live. */
  readonly #ordinals: Int32Array | undefined;
  #block = new BlockCursor(Buffer.alloc(0));
  /** The first bytes of the term as a number. */
  #key = 0;

  constructor({ pages, isDead, blocks }: MergeSource, base: number) {
    this.#base = base;
    this.#blocks =
      Symbol.asyncIterator in blocks ? blocks[Symbol.asyncIterator]() : blocks[Symbol.iterator]();
    this.#ordinals = isDead?.includes(1) === true ? newOrdinals(pages, isDead, base) : undefined;
    this.livePages = this.#ordinals?.reduce((sum, ordinal) => sum + Number(ordinal >= 0), 0) ?? pages;
  }

  get term(): Buffer {
    return this.#block.data.subarray(this.#block.termStart, this.#block.termEnd);
  }

  compare(other: SourceCursor): number {
    if (this.#key !== other.#key) return this.#key - other.#key;
    const [mine, theirs] = [this.#block, other.#block];
    return mine.data.compare(theirs.data, theirs.termStart, theirs.termEnd, mine.termStart, mine.termEnd);
  }

  /** Goes to the next term of the block; false behind the last. */
  goOn(): boolean {
    if (!this.#block.next()) return false;
    const { data, termStart, termEnd } = this.#block;
    let key = 0;
    for (let at = termStart; at < termStart + KEY_BYTES; at++)
      key = key * 256 + (at < termEnd ? data[at]! : 0);
    this.#key = key;
    return true;
  }

  /** Goes to the first term of the next block; false behind the last. */
  async openNext(): Promise<boolean> {
    for (;;) {
      const { value, done } = await this.#blocks.next();
      if (done === true) return false;
      this.#block = new BlockCursor(value);
      if (this.goOn()) return true;
    }
  }

  appendTo(merged: MergedList): void {
    const { data, pages, last, listStart, listEnd } = this.#block;
    const list = data.subarray(listStart, listEnd);
    if (this.#ordinals !== undefined) {
      this.#appendLiving(list, merged, this.#ordinals);
      return;
    }
    const at = { value: 0 };
    const first = readVarint(list, at) + 2 * this.#base;
    merged.parts.push(varintOf(first - 2 * merged.last), list.subarray(at.value));
    merged.pages += pages;
    merged.last = last + this.#base;
  }

  #appendLiving(list: Buffer, merged: MergedList, ordinals: Int32Array): void {
    // Distances only grow as pages between go.
    const written = new Uint8Array(list.length + MAX_VARINT_BYTES * this.#block.pages);
    const at = { value: 0 };
    let length = 0;
    let before = 0;
    while (at.value < list.length) {
      const coded = readVarint(list, at);
      const own = (coded & 1) === 0 ? undefined : list[at.value++];
      before += coded >>> 1;
      const ordinal = ordinals[before]!;
      if (ordinal < 0) continue;
      length = writePosting(written, length, ordinal - merged.last, own);
      merged.pages++;
      merged.last = ordinal;
    }
    merged.parts.push(written.subarray(0, length));
  }
}

function newOrdinals(pages: number, isDead: Uint8Array, base: number): Int32Array {
  const ordinals = new Int32Array(pages);
  let next = base;
  for (let at = 0; at < pages; at++) ordinals[at] = isDead[at] === 1 ? -1 : next++;
  return ordinals;
}

function varintOf(value: number): Uint8Array {
  const bytes = new Uint8Array(MAX_VARINT_BYTES);
  return bytes.subarray(0, writeVarint(bytes, 0, value));
}
