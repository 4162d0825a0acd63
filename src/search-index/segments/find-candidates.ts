import type { Postings } from '../block.ts';
import { SATURATION } from '../impact.ts';
import type { IndexPlan } from '../index-plan.ts';

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

/**
 * Scores the pages of one segment and tells which of them are allowed. Arrays have a place for each page; a search of a
 * million pages goes over them and over lists of postings some ten times, so these loops call nothing.
 */
class SegmentSearch {
  readonly #segment: SearchedSegment;
  readonly #plan: IndexPlan;
  readonly #times: Uint32Array;
  readonly #from: number;
  readonly #to: number;
  readonly #isBounded: boolean;
  readonly #scores: Float32Array;
  /** How many requirements a page has met, one after the other. */
  readonly #met: Uint8Array;
  /** 1 for pages that have something forbidden, and that may have something excluded; undefined where nothing is. */
  readonly #forbidden: Uint8Array | undefined;
  readonly #suspect: Uint8Array | undefined;
  #requirements = 0;

  constructor(segment: SearchedSegment, plan: IndexPlan, rarities: ReadonlyMap<string, number>) {
    const { forbidden, suspect, from = 0, to = Infinity } = plan;
    this.#segment = segment;
    this.#plan = plan;
    this.#times = segment.times;
    this.#from = from;
    this.#to = to;
    this.#isBounded = from > 0 || to < Infinity || forbidden.length > 0;
    this.#scores = new Float32Array(segment.pages);
    this.#met = new Uint8Array(segment.pages);
    this.#forbidden = forbidden.length > 0 ? new Uint8Array(segment.pages) : undefined;
    this.#suspect = suspect.length > 0 ? new Uint8Array(segment.pages) : undefined;
    for (const entries of plan.required.slice(0, MAX_REQUIRED)) this.#require(entries);
    for (const term of forbidden) this.#raise(this.#forbidden!, 0, [term]);
    for (const terms of suspect) this.#raise(this.#suspect!, 0, terms);
    for (const { term, weight } of plan.scoring) this.#score(term, weight * (rarities.get(term) ?? 0));
  }

  addTo(best: BestCandidates, segment: number): void {
    const { scoring, freshAt } = this.#plan;
    const { pages, times } = this.#segment;
    const [scores, met, requirements] = [this.#scores, this.#met, this.#requirements];
    // The score of a page without a word is none.
    const isAll = scoring.length === 0;
    const isBounded = this.#isBounded;
    let least = best.least;
    let matches = 0;
    for (let ordinal = 0; ordinal < pages; ordinal++) {
      if (met[ordinal] !== requirements) continue;
      const score = scores[ordinal]!;
      if ((score === 0 && !isAll) || (isBounded && !this.#isAllowed(ordinal))) continue;
      matches++;
      // Age only lessens it.
      if (score < least) continue;
      const minutes = times[ordinal]!;
      const isSuspect = this.#suspect?.[ordinal] === 1;
      best.add({ segment, ordinal, score: score * freshness(freshAt, minutes), minutes, isSuspect });
      least = best.least;
    }
    best.matches += matches;
  }

  #isAllowed(ordinal: number): boolean {
    const minutes = this.#times[ordinal]!;
    return minutes >= this.#from && minutes <= this.#to && this.#forbidden?.[ordinal] !== 1;
  }

  #require(entries: ReadonlyArray<readonly string[]>): void {
    const before = this.#requirements++;
    for (const terms of entries) this.#raise(this.#met, before, terms);
  }

  #score(term: string, weight: number): void {
    const postings = this.#segment.lookUp(term);
    if (postings === undefined || weight === 0) return;
    const { bytes } = postings;
    const scores = this.#scores;
    const { usualImpacts } = this.#segment;
    const weights = Float64Array.from(SATURATION, (saturation) => weight * saturation);
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
      scores[ordinal]! += weights[impact]!;
    }
  }

  /** Takes the pages that have all terms from one state to the next. */
  #raise(states: Uint8Array, state: number, terms: readonly string[]): void {
    const distinct = [...new Set(terms)].slice(0, MAX_REQUIRED);
    if (distinct.length === 1) {
      this.#raiseHolders(states, state, distinct[0]!);
    } else if (distinct.length > 1) {
      const counts = new Uint8Array(states.length);
      for (const [count, term] of distinct.entries()) this.#raiseHolders(counts, count, term);
      for (let ordinal = 0; ordinal < counts.length; ordinal++) {
        if (counts[ordinal] === distinct.length && states[ordinal] === state) states[ordinal] = state + 1;
      }
    }
  }

  #raiseHolders(states: Uint8Array, state: number, term: string): void {
    const bytes = this.#segment.lookUp(term)?.bytes;
    if (bytes === undefined) return;
    let ordinal = 0;
    for (let at = 0; at < bytes.length;) {
      let byte = bytes[at++]!;
      let coded = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++]!;
        coded |= (byte & 0x7f) << shift;
      }
      at += coded & 1;
      ordinal += coded >>> 1;
      if (states[ordinal] === state) states[ordinal] = state + 1;
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
  #last: PageCandidate | undefined;

  constructor(limit: number) {
    this.#limit = Math.max(limit, 1);
  }

  /** A candidate with a lower score has no place. */
  get least(): number {
    return this.#last?.score ?? -Infinity;
  }

  add(candidate: PageCandidate): void {
    const last = this.#last;
    if (last !== undefined && byScore(last, candidate) <= 0) return;
    this.#kept.push(candidate);
    if (this.#kept.length < 2 * this.#limit) return;
    this.#kept = this.sorted();
    this.#last = this.#kept.at(-1);
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
