import { readVarint, type Postings } from './block.ts';
import { SATURATION } from './impact.ts';
import type { IndexPlan } from './index-plan.ts';

/** A segment as a search sees it. */
export interface SearchedSegment {
  readonly pages: number;
  /** Minutes since 1970, by ordinal. */
  readonly times: Uint32Array;
  /** The impact of a term that does not say its own, by ordinal. */
  readonly usualImpacts: Uint8Array;
  /** The pages that have a term. */
  lookUp(term: string): Postings | undefined;
}

/** A page that may be a result: its text decides. */
export interface PageCandidate {
  /** The place of its segment among those that were given. */
  readonly segment: number;
  readonly ordinal: number;
  readonly score: number;
  readonly minutes: number;
  /** True when it may have something that was excluded. */
  readonly isSuspect: boolean;
}

export interface Candidates {
  /** The best first; of equals the newest. */
  readonly best: PageCandidate[];
  /** How many pages there were to choose from. */
  readonly matches: number;
  /** How rare each scoring term is. */
  readonly rarities: ReadonlyMap<string, number>;
}

const FRESH_HALF_LIFE_MINUTES = 30 * 24 * 60;
/** More requirements than a byte counts are left to the text. */
const MAX_REQUIRED = 250;

/** Finds the pages that a plan allows, the best of them by their terms. Linear in pages and posting lists. */
export function findCandidates(
  segments: readonly SearchedSegment[],
  plan: IndexPlan,
  limit: number,
): Candidates {
  const rarities = new Map(plan.scoring.map(({ term }) => [term, rarityIn(segments, term)]));
  const best = new BestCandidates(limit);
  for (const [index, segment] of segments.entries()) {
    if (segment.pages > 0) new SegmentSearch(segment, plan, rarities).addTo(best, index);
  }
  return { best: best.sorted(), matches: best.matches, rarities };
}

/** Inverse document frequency of a term, as BM25 has it. */
export function rarityIn(segments: readonly SearchedSegment[], term: string): number {
  const all = segments.reduce((sum, { pages }) => sum + pages, 0);
  const holders = segments.reduce((sum, segment) => sum + (segment.lookUp(term)?.pages ?? 0), 0);
  return Math.log(1 + (all - holders + 0.5) / (holders + 0.5));
}

class SegmentSearch {
  readonly #segment: SearchedSegment;
  readonly #plan: IndexPlan;
  readonly #scores: Float32Array;
  /** How many requirements a page has met, one after the other. */
  readonly #met: Uint8Array;
  readonly #isForbidden: Uint8Array;
  readonly #isSuspect: Uint8Array;
  #requirements = 0;

  constructor(segment: SearchedSegment, plan: IndexPlan, rarities: ReadonlyMap<string, number>) {
    this.#segment = segment;
    this.#plan = plan;
    this.#scores = new Float32Array(segment.pages);
    this.#met = new Uint8Array(segment.pages);
    this.#isForbidden = new Uint8Array(segment.pages);
    this.#isSuspect = new Uint8Array(segment.pages);
    for (const entries of plan.required.slice(0, MAX_REQUIRED)) this.#require(entries);
    for (const term of plan.forbidden) this.#eachPage(term, (ordinal) => (this.#isForbidden[ordinal] = 1));
    for (const terms of plan.suspect)
      this.#eachPageWithAll(terms, (ordinal) => (this.#isSuspect[ordinal] = 1));
    for (const { term, weight } of plan.scoring) this.#score(term, weight * (rarities.get(term) ?? 0));
  }

  addTo(best: BestCandidates, segment: number): void {
    const { scoring, from = 0, to = Infinity, freshAt } = this.#plan;
    const { pages, times } = this.#segment;
    for (let ordinal = 0; ordinal < pages; ordinal++) {
      let score = this.#scores[ordinal]!;
      if ((score === 0 && scoring.length > 0) || this.#met[ordinal] !== this.#requirements) continue;
      const minutes = times[ordinal]!;
      if (this.#isForbidden[ordinal] === 1 || minutes < from || minutes > to) continue;
      score *= freshness(freshAt, minutes);
      if (best.hasPlaceFor(score, minutes)) {
        best.add({ segment, ordinal, score, minutes, isSuspect: this.#isSuspect[ordinal] === 1 });
      }
    }
  }

  #require(entries: ReadonlyArray<readonly string[]>): void {
    const before = this.#requirements++;
    for (const terms of entries) {
      this.#eachPageWithAll(terms, (ordinal) => {
        if (this.#met[ordinal] === before) this.#met[ordinal] = before + 1;
      });
    }
  }

  /** The heart of a search: some ten thousand rounds for a common word. */
  #score(term: string, weight: number): void {
    const postings = this.#segment.lookUp(term);
    if (postings === undefined || weight === 0) return;
    const { bytes } = postings;
    const scores = this.#scores;
    const { usualImpacts } = this.#segment;
    let ordinal = 0;
    for (let at = 0; at < bytes.length;) {
      let byte = bytes[at++]!;
      let coded = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++]!;
        coded |= (byte & 0x7f) << shift;
      }
      ordinal += coded >>> 1;
      const impact = (coded & 1) === 0 ? usualImpacts[ordinal]! : bytes[at++]!;
      scores[ordinal]! += weight * SATURATION[impact]!;
    }
  }

  #eachPage(term: string, see: (ordinal: number) => void): void {
    const bytes = this.#segment.lookUp(term)?.bytes;
    if (bytes === undefined) return;
    let ordinal = 0;
    for (const at = { value: 0 }; at.value < bytes.length;) {
      const coded = readVarint(bytes, at);
      at.value += coded & 1;
      ordinal += coded >>> 1;
      see(ordinal);
    }
  }

  #eachPageWithAll(terms: readonly string[], see: (ordinal: number) => void): void {
    const [first, ...others] = terms;
    if (first === undefined) return;
    if (others.length === 0) {
      this.#eachPage(first, see);
      return;
    }
    const counts = new Uint8Array(this.#segment.pages);
    const distinct = [...new Set(terms)].slice(0, MAX_REQUIRED);
    for (const [index, term] of distinct.entries()) {
      this.#eachPage(term, (ordinal) => {
        if (counts[ordinal] !== index) return;
        counts[ordinal] = index + 1;
        if (index === distinct.length - 1) see(ordinal);
      });
    }
  }
}

/** The part of a score that is left at an age: 1 for what is new, half of it in the end; 1 where age does not matter. */
export function freshness(freshAt: number | undefined, minutes: number): number {
  if (freshAt === undefined) return 1;
  const ageMinutes = freshAt - minutes;
  return 0.5 + 0.5 * 2 ** (-Math.max(ageMinutes, 0) / FRESH_HALF_LIFE_MINUTES);
}

/** Keeps the best of many: twice as many as wanted, from time to time the better half. */
class BestCandidates {
  matches = 0;
  readonly #limit: number;
  #kept: PageCandidate[] = [];
  #least: PageCandidate | undefined;

  constructor(limit: number) {
    this.#limit = Math.max(limit, 1);
  }

  hasPlaceFor(score: number, minutes: number): boolean {
    this.matches++;
    const least = this.#least;
    if (least === undefined || score > least.score) return true;
    return score === least.score && minutes > least.minutes;
  }

  add(candidate: PageCandidate): void {
    this.#kept.push(candidate);
    if (this.#kept.length < 2 * this.#limit) return;
    this.#kept = this.sorted();
    this.#least = this.#kept.at(-1);
  }

  sorted(): PageCandidate[] {
    return this.#kept.toSorted(byScore).slice(0, this.#limit);
  }
}

function byScore(left: PageCandidate, right: PageCandidate): number {
  return (
    right.score - left.score ||
    right.minutes - left.minutes ||
    left.segment - right.segment ||
    left.ordinal - right.ordinal
  );
}
