import { parameterCombination, type ParameterCombination } from './parameter-combination.ts';
import { TrapLedger } from './trap-ledger.ts';
import type { TrapKind, TrapSign } from './trap-sign.ts';
import { trapSigns } from './trap-signs.ts';

export interface TrapDetectorOptions {
  /** Tells a far future from an archive. */
  now: Date;
  /** Bounds the memory, up to 250 bytes an entry; a URL without sign and without `&` takes none, others up to 18. */
  maxEntries?: number;
}

/** A trap that was met, for the job's `warning` and its trace. */
export interface Trap extends TrapSign {
  /** URLs that were left out. */
  refused: number;
  /** The first of them. */
  example: string;
}

export interface TrapDetector {
  /**
   * Takes in a URL in the scope of the crawl, in the form that its pages are compared in. Undefined when it may be
   * crawled, else the sign under which enough URLs were crawled already. A URL that comes again is not counted again.
   * `signs`: what `signsOf` says of it, when that is known.
   */
  take(url: URL, signs?: readonly TrapSign[]): TrapSign | undefined;
  /** The signs of a URL by itself, whatever else was seen. */
  signsOf(url: URL): TrapSign[];
  /** Traps met so far, in the order of their first refusal; at most 100. */
  readonly traps: readonly Trap[];
}

const MAX_ENTRIES = 100_000;
const MAX_TRAPS = 100;

/**
 * Notices places where a crawl would never end, and bounds how many of their URLs are crawled: calendars, paths that
 * repeat themselves, very deep paths, session ids, queries that repeat themselves, and queries that only combine anew
 * what was seen before (filters of a shop). Limits are generous; ordinary numbering (`/item/1`, `/item/2`, ...) is no
 * trap.
 *
 * A fold over URLs in the order they are found: equal input gives equal answers. All its state is a count per text;
 * a step reads the counts of the URL's texts and adds 1 to each if none is at its limit. As rows (job, hash of the
 * text, count) it can live in the database: one `insert ... on conflict do update set count = count + 1 returning`
 * for each sign of `trapSigns`, and a lookup of the texts of `parameterCombination`.
 */
export function createTrapDetector({ now, maxEntries = MAX_ENTRIES }: TrapDetectorOptions): TrapDetector {
  const thisYear = now.getUTCFullYear();
  const ledger = new TrapLedger(maxEntries);
  const traps = new Map<string, Trap>();

  const report = (sign: TrapSign, url: URL): void => {
    const refusal = `refused ${url.href}`;
    if (ledger.countOf(refusal) > 0) return;
    ledger.add(refusal);
    const key = keyOf(sign);
    const known = traps.get(key);
    if (known !== undefined) known.refused += 1;
    else if (traps.size < MAX_TRAPS) traps.set(key, { ...sign, refused: 1, example: url.href });
  };

  return {
    signsOf: (url) => trapSigns(url, thisYear),
    take(url, ownSigns = trapSigns(url, thisYear)) {
      const combination = parameterCombination(url);
      const recombination = combination && recombinationSign(combination, ledger);
      const signs = recombination === undefined ? ownSigns : [...ownSigns, recombination];
      const admission = `admitted ${url.href}`;
      if (signs.length > 0 && ledger.countOf(admission) > 0) return undefined;

      const trap = signs.find((sign) => ledger.countOf(keyOf(sign)) >= sign.limit);
      if (trap !== undefined) {
        ledger.keep(keyOf(trap));
        report(trap, url);
        return trap;
      }
      for (const sign of signs) ledger.add(keyOf(sign));
      for (const text of textsOf(combination)) ledger.add(text);
      if (signs.length > 0) ledger.add(admission);
      return undefined;
    },
    get traps() {
      return [...traps.values()];
    },
  };
}

const REASONS: Readonly<Record<TrapKind, string>> = {
  calendar: 'dates go on without end',
  'repeating path': 'the path repeats itself',
  'deep path': 'the path gets ever deeper',
  'session ids': 'one page comes under ever new session ids',
  'repeating parameters': 'the query repeats itself',
  'parameter combinations': 'the query only combines anew what was crawled before',
};

/** The trap in one sentence, for a job's `warning`. */
export function describeTrap({ kind, pattern, limit, refused, example }: Trap): string {
  return `${pattern}: ${REASONS[kind]}; ${limit} such pages were crawled and ${refused} left out, such as ${example}`;
}

/**
 * A page of its own has something of its own in the query, such as an id. A page without is one more filter setting.
 */
function recombinationSign(
  { choices, combination, pattern, limit }: ParameterCombination,
  ledger: TrapLedger,
): TrapSign | undefined {
  const isAnotherPage = ledger.countOf(combinationKey(combination)) > 0;
  if (isAnotherPage || choices.some((choice) => ledger.countOf(choice) === 0)) return undefined;
  return { kind: 'parameter combinations', pattern, limit };
}

function textsOf(combination: ParameterCombination | undefined): string[] {
  if (combination === undefined) return [];
  return [combinationKey(combination.combination), ...combination.choices];
}

/** A combination of two is no choice of one with an `&` in it. */
function combinationKey(combination: string): string {
  return `combination ${combination}`;
}

function keyOf({ kind, pattern }: TrapSign): string {
  return `${kind} ${pattern}`;
}
