import type { SearchWish } from '../../src/features/search/search-wish.ts';
import { parseSearchQuery } from '../../src/text/search-query/parse-search-query.ts';

/** A wish for ten pages, but for what is given. */
export function wishFor(query: string, given: Partial<SearchWish> = {}): SearchWish {
  return {
    query: parseSearchQuery(query),
    source: 'web',
    limit: 10,
    range: undefined,
    isByDate: false,
    country: undefined,
    location: undefined,
    language: undefined,
    isSafe: undefined,
    includeDomains: [],
    excludeDomains: [],
    categories: [],
    hasPassages: true,
    ...given,
  };
}
