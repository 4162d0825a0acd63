import type { AskedWord } from './asked-words.ts';

/** A word of the same meaning counts less than the word itself. */
const SYNONYM_WEIGHT = 0.6;

export type Stems = ReadonlySet<string>;

/** For each stem the numbers of the texts that hold it: a question is held against those alone. */
export interface HeldStems {
  readonly texts: readonly Stems[];
  readonly holders: ReadonlyMap<string, readonly number[]>;
}

export function indexStems(texts: readonly Stems[]): HeldStems {
  const holders = new Map<string, number[]>();
  for (const [number, stems] of texts.entries())
    for (const stem of stems) {
      const found = holders.get(stem);
      if (found === undefined) holders.set(stem, [number]);
      else found.push(number);
    }
  return { texts, holders };
}

/** The weight of a question's words that stand in each text; a word counts as much as the best place where it stands. */
export function weighHeld(
  asked: readonly AskedWord[],
  places: readonly { readonly held: HeldStems; readonly value: number }[],
): Float64Array {
  const texts = places[0]?.held.texts.length ?? 0;
  const sums = new Float64Array(texts);
  const best = new Float64Array(texts);
  for (const { stem, others, weight } of asked) {
    const touched: number[] = [];
    const raise = (of: string, share: number): void => {
      for (const { held, value } of places)
        for (const text of held.holders.get(of) ?? []) {
          if (best[text] === 0) touched.push(text);
          best[text] = Math.max(best[text]!, share * value);
        }
    };
    raise(stem, 1);
    for (const other of others) raise(other, SYNONYM_WEIGHT);
    for (const text of touched) {
      sums[text]! += weight * best[text]!;
      best[text] = 0;
    }
  }
  return sums;
}

/** The share of each text's words that a question has; of a text with fewer than `least` as if it had so many. */
export function sharesHeld(asked: readonly AskedWord[], held: HeldStems, least: number): Float64Array {
  const words = new Set(asked.flatMap(({ stem, others }) => [stem, ...others]));
  const shares = new Float64Array(held.texts.length);
  for (const word of words) for (const text of held.holders.get(word) ?? []) shares[text]!++;
  return shares.map((count, text) => count / Math.max(held.texts[text]!.size, least));
}
