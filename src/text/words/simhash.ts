import { eachRun } from './scan-words.ts';
import type { TextRun } from './text-run.ts';
import { SPACED_WORD } from './word-kinds.ts';

/** Fewer say too little: two short texts may be close by chance. */
const MIN_FEATURES = 30;
/** Signatures of one text in two versions differ in so many bits at most, nearly always; those of two texts do not. */
const NEAR_BITS = 6;
const HALF_BITS = 32;
const SEEN_BITS = 131_072;
/** A feature counts once for its place among those that were seen, so no count needs more bits. */
const COUNTER_BITS = 18;
const PRIME = 0x0100_0193;
const FIRST_HASH = 0x811c_9dc5;
const FIRST_CAPITAL = 0x41;
const LAST_CAPITAL = 0x5a;

/**
 * Gives a signature of a text by which copies of it are known though some words differ (Charikar, "Similarity estimation
 * techniques from rounding algorithms", 2002): each two words in a row vote on 64 bits, once. Undefined for short texts.
 */
export function simhashOf(text: string): bigint | undefined {
  const votes = new Votes();
  const voteForRun = ({ codes, kind, start, end }: TextRun): void => {
    if (kind === SPACED_WORD) votes.addWord(hashOf(codes, start, end));
    else for (let at = start; at < end; at++) votes.addWord(codes[at]!);
  };
  eachRun(text, voteForRun);
  return votes.count < MIN_FEATURES ? undefined : votes.signature();
}

/** True for texts that a reader would take for one. */
export function isNearDuplicate(left: bigint | undefined, right: bigint | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  const different = BigInt.asUintN(2 * HALF_BITS, left ^ right);
  const [high, low] = [Number(different >> BigInt(HALF_BITS)), Number(BigInt.asUintN(HALF_BITS, different))];
  return bitCount(high) + bitCount(low) <= NEAR_BITS;
}

class Votes {
  count = 0;
  #voters = 0;
  readonly #high = new BitCounters();
  readonly #low = new BitCounters();
  /** A bit for some features each: lists that repeat themselves would outvote the rest. */
  readonly #isSeen = new Uint8Array(SEEN_BITS / 8);
  #before = 0;

  addWord(hash: number): void {
    const feature = mix(Math.imul(this.#before, 17) ^ hash);
    this.#before = hash;
    if (++this.count < 2) return;
    const [place, bit] = [(feature & (SEEN_BITS - 1)) >>> 3, 1 << (feature & 7)];
    if ((this.#isSeen[place]! & bit) !== 0) return;
    this.#isSeen[place]! |= bit;
    this.#voters++;
    this.#high.add(feature);
    this.#low.add(mix(feature ^ 0x9e37_79b9));
  }

  signature(): bigint {
    const halves = [this.#high.majority(this.#voters), this.#low.majority(this.#voters)];
    return BigInt.asIntN(2 * HALF_BITS, (BigInt(halves[0]!) << BigInt(HALF_BITS)) | BigInt(halves[1]!));
  }
}

/** Counts each of 32 bits: number `n` of the planes holds bit `n` of all counts, so a vote is a few additions. */
class BitCounters {
  readonly #planes = new Int32Array(COUNTER_BITS);

  add(bits: number): void {
    const planes = this.#planes;
    for (let plane = 0, carry = bits; carry !== 0; plane++) {
      const before = planes[plane]!;
      planes[plane] = before ^ carry;
      carry &= before;
    }
  }

  /** The bits that more than half of the voters have, the lowest first. */
  majority(voters: number): number {
    let result = 0;
    for (let bit = 0; bit < HALF_BITS; bit++) {
      let count = 0;
      for (let plane = 0; plane < COUNTER_BITS; plane++)
        count |= ((this.#planes[plane]! >>> bit) & 1) << plane;
      result = (result << 1) | (2 * count > voters ? 1 : 0);
    }
    return result >>> 0;
  }
}

function hashOf(codes: Uint16Array, start: number, end: number): number {
  let hash = FIRST_HASH;
  for (let at = start; at < end; at++) {
    const code = codes[at]!;
    const lower = code >= FIRST_CAPITAL && code <= LAST_CAPITAL ? code | 0x20 : code;
    hash = Math.imul(hash ^ lower, PRIME);
  }
  return hash;
}

/** Spreads each bit over all (the end of MurmurHash3). */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return hash ^ (hash >>> 16);
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits | 0; rest !== 0; rest &= rest - 1) count++;
  return count;
}
