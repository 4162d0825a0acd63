import type { BenchQuery } from './known-items.ts';

const PLACES = 10;

/** How well a ranking finds what queries look for. */
export interface RankingScore {
  /** The mean of 1 / place of the first right page among ten, 0 where none is. */
  readonly mrr: number;
  /** The share of queries with a right page among ten. */
  readonly found: number;
  readonly cpuMs: number;
}

/** Gives the places of pages, the best first. */
export type Ranking = (query: string) => Promise<readonly number[]> | readonly number[];

export async function scoreRanking(queries: readonly BenchQuery[], rank: Ranking): Promise<RankingScore> {
  let [sum, found] = [0, 0];
  const before = process.cpuUsage();
  for (const { text, wanted } of queries) {
    const ranked = await rank(text);
    const place = ranked.slice(0, PLACES).findIndex((page) => wanted.includes(page));
    if (place === -1) continue;
    sum += 1 / (place + 1);
    found++;
  }
  const { user, system } = process.cpuUsage(before);
  const count = Math.max(queries.length, 1);
  return { mrr: sum / count, found: found / count, cpuMs: (user + system) / 1000 / count };
}
