import type { SearchCategory } from '../../text/search-query/category-hosts.ts';
import type { SearchOperator, SearchQuery } from '../../text/search-query/search-query.ts';
import type { SearchAsk, SearchRange, SearchSource } from './providers/provider.ts';

/** The results of one source that a caller wants. */
export interface SearchWish {
  readonly query: SearchQuery;
  readonly source: SearchSource;
  readonly limit: number;
  readonly range: SearchRange | undefined;
  readonly isByDate: boolean;
  /** Two letters, upper case; undefined when the caller named none. */
  readonly country: string | undefined;
  readonly location: string | undefined;
  readonly language: string | undefined;
  readonly isSafe: boolean | undefined;
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
  readonly categories: readonly SearchCategory[];
  /** Texts of own results are passages that fit the query. */
  readonly hasPassages: boolean;
}

/** Operators that mean something for pictures alone. */
const OF_IMAGES: ReadonlySet<SearchOperator> = new Set(['imagesize', 'larger']);

/** Everything that a wish asks for. */
export function asksOf(wish: SearchWish): Set<SearchAsk> {
  const { query, source, range, isByDate, country, location, isSafe, categories } = wish;
  const asks: Array<SearchAsk | false> = [
    query.phrases.length > 0 && 'phrases',
    query.excluded.length > 0 && 'excluded',
    query.alternatives.length > 0 && 'alternatives',
    ...query.filters
      .map(({ operator }) => operator)
      .filter((operator) => source === 'images' || !OF_IMAGES.has(operator)),
    wish.includeDomains.length > 0 && 'includeDomains',
    wish.excludeDomains.length > 0 && 'excludeDomains',
    range !== undefined && (`range:${range.kind}` as const),
    isByDate && 'sortByDate',
    country !== undefined && 'country',
    location !== undefined && 'location',
    ...categories.map((category) => `category:${category}` as const),
    isSafe === true && 'safe',
    source !== 'web' && source,
  ];
  return new Set(asks.filter((ask) => ask !== false));
}
