import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { writePosting, type Postings } from '../block.ts';
import { findCandidates, type SearchedSegment } from './find-candidates.ts';
import { SATURATION } from '../impact.ts';
import { termsOfPlan, type IndexPlan } from '../index-plan.ts';

type Lists = Readonly<Record<string, ReadonlyArray<readonly [ordinal: number, impact: number]>>>;

const USUAL = 100;
const EMPTY: IndexPlan = {
  scoring: [],
  required: [],
  forbidden: [],
  suspect: [],
  from: undefined,
  to: undefined,
  freshAt: undefined,
  words: [],
  sequences: [],
  excluded: [],
  rowChecks: [],
  imageSizes: [],
  related: [],
  remarks: [],
};

function postingsOf(list: Lists[string]): Postings {
  const bytes = Buffer.alloc(list.length * 6);
  let length = 0;
  let last = 0;
  for (const [ordinal, impact] of list) {
    length = writePosting(bytes, length, ordinal - last, impact === USUAL ? undefined : impact);
    last = ordinal;
  }
  return { pages: list.length, last, bytes: bytes.subarray(0, length) };
}

function segmentOf(pages: number, lists: Lists): SearchedSegment {
  const known = new Map(Object.entries(lists).map(([term, list]) => [term, postingsOf(list)]));
  return {
    pages,
    times: Uint32Array.from({ length: pages }, (_, at) => at),
    usualImpacts: new Uint8Array(pages).fill(USUAL),
    lookUp: (term) => known.get(term),
  };
}

const plan = (given: Partial<IndexPlan> & { terms?: readonly string[] }): IndexPlan => ({
  ...EMPTY,
  scoring: (given.terms ?? []).map((term) => ({ term, weight: 1 })),
  ...given,
});

const ordinals = (segments: readonly SearchedSegment[], wanted: IndexPlan, limit = 10): string =>
  findCandidates(segments, wanted, limit)
    .best.map(({ segment, ordinal }) => `${segment}.${ordinal}`)
    .join(' ');

describe('findCandidates', () => {
  const first = segmentOf(6, {
    a: [
      [0, 100],
      [1, 50],
      [4, 10],
    ],
    b: [
      [1, 100],
      [4, 100],
    ],
    c: [
      [2, 100],
      [4, 1],
    ],
  });
  const second = segmentOf(3, { a: [[2, 120]] });

  it('adds the parts of terms, over all segments', () => {
    const { best, matches, rarities } = findCandidates([first, second], plan({ terms: ['a', 'b'] }), 10);
    assert.equal(matches, 4);
    const rarity = (holders: number): number => Math.log(1 + (9 - holders + 0.5) / (holders + 0.5));
    assert.deepEqual(
      [...rarities],
      [
        ['a', rarity(4)],
        ['b', rarity(2)],
      ],
    );
    const expected = rarity(4) * SATURATION[50]! + rarity(2) * SATURATION[100]!;
    assert.ok(Math.abs(best[0]!.score - expected) < 1e-5);
    assert.equal(ordinals([first, second], plan({ terms: ['a', 'b'] })), '0.1 0.4 1.2 0.0');
  });

  it('keeps to what is required, forbidden and in time', () => {
    const both = [first, second];
    assert.equal(ordinals(both, plan({ terms: ['a'], required: [[['b']]] })), '0.1 0.4');
    assert.equal(ordinals(both, plan({ terms: ['a'], required: [[['b']], [['c'], ['d']]] })), '0.4');
    assert.equal(ordinals(both, plan({ terms: ['a'], required: [[['b', 'c'], ['d']]] })), '0.4');
    assert.equal(ordinals(both, plan({ terms: ['a'], required: [[['d']]] })), '');
    assert.equal(ordinals(both, plan({ terms: ['a'], forbidden: ['b'] })), '1.2 0.0');
    assert.equal(ordinals(both, plan({ terms: ['a'], from: 1, to: 3 })), '1.2 0.1');
    assert.equal(ordinals(both, plan({ required: [[['b', 'b']]] })), '0.4 0.1');
  });

  it('gives the newest where nothing scores, and of equals', () => {
    assert.equal(ordinals([first, second], plan({}), 3), '0.5 0.4 0.3');
  });

  it('marks what may have something excluded', () => {
    const { best } = findCandidates([first], plan({ terms: ['a'], suspect: [['a', 'b'], ['d']] }), 10);
    assert.deepEqual(
      best.map(({ ordinal, isSuspect }) => [ordinal, isSuspect]),
      [
        [0, false],
        [1, true],
        [4, true],
      ],
    );
  });

  it('holds old pages back where age matters', () => {
    const halfLife = 30 * 24 * 60;
    const pages = {
      pages: 2,
      times: Uint32Array.of(0, 10 * halfLife),
      usualImpacts: Uint8Array.of(USUAL, USUAL),
      lookUp: () =>
        postingsOf([
          [0, 101],
          [1, 100],
        ]),
    };
    assert.equal(ordinals([pages], plan({ terms: ['a'] })), '0.0 0.1');
    assert.equal(ordinals([pages], plan({ terms: ['a'], freshAt: 10 * halfLife })), '0.1 0.0');
  });

  it('keeps the best of many', () => {
    const list = Array.from({ length: 5_000 }, (_, ordinal) => [ordinal, (ordinal * 7_919) % 251] as const);
    const expected = list
      .toSorted(([one, left], [other, right]) => right - left || other - one)
      .slice(0, 20)
      .map(([ordinal]) => `0.${ordinal}`);
    assert.equal(ordinals([segmentOf(5_000, { a: list })], plan({ terms: ['a'] }), 20), expected.join(' '));
  });

  it('names each term of a plan once', () => {
    const wanted = plan({
      terms: ['a', 'b'],
      required: [[['b', 'c']], [['a']]],
      forbidden: ['d'],
      suspect: [['c', 'e']],
    });
    assert.deepEqual(termsOfPlan(wanted), ['a', 'b', 'c', 'd', 'e']);
  });

  it('is linear in the pages', async () => {
    await assertLinear(pickSize(400_000, 2_000_000), (size) => {
      const list = Array.from({ length: size / 2 }, (_, at) => [at * 2, at % 250] as const);
      const segment = segmentOf(size, { a: list, b: list });
      const wanted = plan({ terms: ['a', 'b'], required: [[['a', 'b']]], suspect: [['b']] });
      return () => findCandidates([segment], wanted, 50);
    });
  });
});
