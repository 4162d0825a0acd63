import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import type { TimeSlices } from '../../lib/turns/time-slices.ts';
import { TermNumbers } from '../../text/words/term-numbers.ts';
import type { AnalysedPage } from './analyse-page.ts';
import { BlockCursor, readVarint, type IndexBlock } from '../block.ts';
import { buildSegment, type BuiltSegment, type PageToIndex } from './build-segment.ts';
import { mergeBlocks, mergeHeads, type MergeSource } from './merge-blocks.ts';
import { pageIdAt, usualImpactsOf } from './page-entry.ts';

/** A page with terms of a list that its segment shares with others: to build one, the whole list is sorted. */
const page = (
  id: number,
  impacts: Iterable<readonly [string, number]>,
  terms = new TermNumbers(),
): PageToIndex => {
  const byTerm = new Map(impacts);
  const analysed: AnalysedPage = {
    numbers: Uint32Array.from(byTerm.keys(), (term) => terms.numberOf(term)),
    terms,
    impacts: Uint8Array.from(byTerm.values()),
    bodyWords: 3,
  };
  return { id: BigInt(id), minutes: id + 5, analysed };
};

/** Numbers that look random, the same each time. */
function createRandom(first: number): (below: number) => number {
  let seed = first;
  return function random(below) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
}

const SIGNS = ['a', 'b', 'é', '東', '𐌰', '\uffdc', ':'];

function randomPages(
  random: (below: number) => number,
  count: number,
  firstId: number,
  terms = new TermNumbers(),
): PageToIndex[] {
  return Array.from({ length: count }, (_, index) => {
    const impacts = Array.from({ length: random(9) + 1 }, () => {
      const term = Array.from({ length: random(4) + 1 }, () => SIGNS[random(SIGNS.length)]!).join('');
      return [term, random(256)] as const;
    });
    return page(firstId + index, impacts, terms);
  });
}

/** A segment as a map from term to pages and impacts, read from its bytes. */
function contentOf({ blocks, pageIds }: Pick<BuiltSegment, 'blocks' | 'pageIds'>): Map<string, string> {
  const usual = usualImpactsOf(pageIds);
  const content = new Map<string, string>();
  let before: Buffer = Buffer.alloc(0);
  for (const { firstTerm, data } of blocks) {
    const cursor = new BlockCursor(data);
    for (let isFirst = true; cursor.next(); isFirst = false) {
      const bytes = data.subarray(cursor.termStart, cursor.termEnd);
      const term = bytes.toString();
      if (isFirst) assert.equal(term, firstTerm);
      assert.ok(before.length === 0 || Buffer.compare(before, bytes) < 0, 'terms are in order, each once');
      before = bytes;
      content.set(term, postingsOf(cursor, usual));
    }
  }
  return content;
}

function postingsOf({ data, listStart, listEnd, pages, last }: BlockCursor, usual: Uint8Array): string {
  const postings: string[] = [];
  let ordinal = 0;
  for (const at = { value: listStart }; at.value < listEnd;) {
    const coded = readVarint(data, at);
    assert.ok(postings.length === 0 || coded > 1);
    ordinal += coded >>> 1;
    postings.push(`${ordinal}=${coded % 2 === 0 ? usual[ordinal]! : data[at.value++]!}`);
  }
  assert.equal(postings.length, pages);
  assert.equal(ordinal, last);
  return postings.join(' ');
}

const sourceOf = (
  segment: BuiltSegment,
  isDead?: Uint8Array,
): MergeSource & BuiltSegment & { blocks: never } =>
  ({ ...segment, blocks: segment.blocks.map(({ data }) => data), isDead }) as never;

async function merged(sources: readonly MergeSource[], slices?: TimeSlices): Promise<IndexBlock[]> {
  const blocks: IndexBlock[] = [];
  for await (const block of mergeBlocks(sources, slices)) blocks.push(block);
  return blocks;
}

function manyPages(count: number, termsOfEach: number, allTerms: number): PageToIndex[] {
  const terms = new TermNumbers();
  return Array.from({ length: count }, (_, id) => {
    const numbers = Array.from({ length: termsOfEach }, (__, index) => index);
    return page(
      id,
      numbers.map((index) => [`w${(id * 31 + index * index) % allTerms}`, index] as const),
      terms,
    );
  });
}

/** Fails unless the work looks so many times whether its slice is over, and rests each time that it is. */
async function assertLeavesTurns(
  looks: number,
  work: (slices: TimeSlices) => Promise<unknown>,
): Promise<void> {
  const looksASlice = 100;
  const seen = { looks: 0, rests: 0, mostLooks: 0, looksNow: 0 };
  await work({
    isOver() {
      seen.looks++;
      seen.mostLooks = Math.max(seen.mostLooks, ++seen.looksNow);
      return seen.looksNow >= looksASlice;
    },
    rest() {
      seen.rests++;
      seen.looksNow = 0;
      return Promise.resolve();
    },
  });
  assert.ok(seen.looks >= looks, `${seen.looks} looks`);
  assert.equal(seen.mostLooks, looksASlice);
  assert.equal(seen.rests, Math.floor(seen.looks / looksASlice));
}

describe('buildSegment', () => {
  it('has each term with its pages', async () => {
    const terms = new TermNumbers();
    const impacts = [
      ['b', 1],
      ['a', 2],
    ] as const;
    const segment = await buildSegment([page(7, impacts, terms), page(9, [['b', 3]], terms)]);
    assert.deepEqual(
      [...contentOf(segment)],
      [
        ['a', '0=2'],
        ['b', '0=1 1=3'],
      ],
    );
    const { pages, pageIds, times, bodyWords } = segment;
    assert.deepEqual([pages, bodyWords, pageIdAt(pageIds, 1), times.readUInt32LE(4)], [2, 6, 9, 14]);
  });

  it('makes nothing of nothing', async () => {
    const { pages, blocks } = await buildSegment([]);
    assert.deepEqual([pages, blocks], [0, []]);
  });

  it('is linear in the pages, and others have their turn meanwhile', async () => {
    const many = pickSize(2_000, 30_000);
    const pagesOf = (size: number): PageToIndex[] => manyPages(size, 100, 5_000);
    const all = pagesOf(many);
    // Each page is read twice, and a look is taken before each time.
    await assertLeavesTurns(2 * many, (slices) => buildSegment(all, slices));
    await assertLinear(2 * many, (size) => {
      const some = size === many ? all : pagesOf(size);
      return () => buildSegment(some);
    });
  });
});

describe('a list', () => {
  it('says the impact of a page only where it is not the usual one of the page', async () => {
    const terms = ['a', 'b', 'c', 'd'].map((term, index) => [term, index === 3 ? 9 : 40] as const);
    const shared = new TermNumbers();
    const { blocks, pageIds } = await buildSegment([page(1, terms, shared), page(2, terms, shared)]);
    assert.deepEqual([...usualImpactsOf(pageIds)], [40, 40]);
    const cursor = new BlockCursor(blocks[0]!.data);
    const bytes = ['a', 'b', 'c', 'd'].map(() => cursor.next() && cursor.listEnd - cursor.listStart);
    assert.deepEqual(bytes, [2, 2, 2, 4]);
  });
});

describe('mergeBlocks', () => {
  it('makes what building all pages at once makes', async () => {
    for (let round = 1; round <= pickSize(50, 150); round++) {
      const random = createRandom(round);
      const terms = new TermNumbers();
      const parts = Array.from({ length: random(6) + 1 }, (_, part) =>
        randomPages(random, random(40), part * 100, terms),
      );
      const dead = parts.map((pages) =>
        random(3) === 0 ? undefined : Uint8Array.from(pages, () => Number(random(4) === 0)),
      );
      const segments = await Promise.all(parts.map((pages) => buildSegment(pages)));
      const sources = segments.map((segment, part) => sourceOf(segment, dead[part]));
      const living = parts.flatMap((pages, part) =>
        pages.filter((_, ordinal) => dead[part]?.[ordinal] !== 1),
      );
      const expected = await buildSegment(living);
      const { pages, pageIds, times } = mergeHeads(sources);
      const blocks = await merged(sources);
      assert.deepEqual(contentOf({ blocks, pageIds }), contentOf(expected), `round ${round}`);
      assert.deepEqual([pages, pageIds, times], [expected.pages, expected.pageIds, expected.times]);
    }
  });

  it('reads blocks that come later', async () => {
    const segment = await buildSegment(randomPages(createRandom(3), 500, 0));
    const blocks = (async function* () {
      for (const { data } of segment.blocks) yield await Promise.resolve(data);
    })();
    const read = { ...segment, blocks: await merged([{ pages: 500, blocks }]) };
    assert.deepEqual(contentOf(read), contentOf(segment));
  });

  it('is linear in the pages, and others have their turn meanwhile', async () => {
    const many = pickSize(4_000, 40_000);
    const terms = 9_973;
    const sourcesOf = async (size: number, hasDead: boolean): Promise<MergeSource[]> => {
      const pages = manyPages(size / 8, 60, terms);
      const segment = await buildSegment(pages);
      const isDead = hasDead ? Uint8Array.from(pages, (_, at) => at % 5 && 1) : undefined;
      return Array.from({ length: 8 }, () => sourceOf(segment, isDead));
    };
    for (const hasDead of [false, true]) {
      // A look is taken before each list of a source.
      const sources = await sourcesOf(many, hasDead);
      await assertLeavesTurns(terms, (slices) => merged(sources, slices));
      await assertLinear(2 * many, async (size) => {
        const some = size === many ? sources : await sourcesOf(size, hasDead);
        return () => merged(some);
      });
    }
  });
});
