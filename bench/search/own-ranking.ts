import { indexInMemory } from '../../test/support/index-in-memory.ts';
import type { BenchPage } from './bench-page.ts';
import { plainQuery } from './known-items.ts';
import type { Ranking } from './score-ranking.ts';

const PAGES_A_SEGMENT = 500;

/** Ranks with the index of the service, without its tables. */
export async function openOwnRanking(pages: readonly BenchPage[]): Promise<Ranking> {
  const index = await indexInMemory(pages, { pagesASegment: PAGES_A_SEGMENT });
  const places = new Map(pages.map(({ url }, place) => [url, place]));
  return function rankOwn(query) {
    return index.search(plainQuery(query)).map(({ url }) => places.get(url)!);
  };
}
