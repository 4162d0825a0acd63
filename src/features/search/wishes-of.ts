import type { SearchCategory } from '../../text/search-query/category-hosts.ts';
import type { SearchRequest } from '../../contract/requests/search.ts';
import { parseSearchQuery } from '../../text/search-query/parse-search-query.ts';
import { parseTbs } from './parse-tbs.ts';
import type { SearchSource } from './providers/provider.ts';
import type { SearchWish } from './search-wish.ts';

/** The wishes of a request, and whole sentences on what in it says nothing. */
export interface SearchWishes {
  /** A source each, in the order asked for. None when only sources were named that there are not here. */
  wishes: SearchWish[];
  remarks: string[];
}

const SOURCES: readonly SearchSource[] = ['web', 'news', 'images'];

type SourceOption = SearchRequest['sources'][number];
type WebOptions = Extract<SourceOption, { type: 'web' }>;

/** Reads a request. A list without sources is one for the web. */
export function wishesOf(request: SearchRequest, now: number): SearchWishes {
  const { sources, categories } = request;
  const asked = new Map(sources.map((source) => [source.type, source]));
  const wanted = sources.length === 0 ? (['web'] as const) : SOURCES.filter((source) => asked.has(source));
  const query = parseSearchQuery(request.query);
  const remarks = categories.some(({ type }) => type === 'developer')
    ? ['The category developer is not known here, so it filters nothing.']
    : [];
  const common = {
    query,
    limit: request.limit,
    isSafe: request.safe,
    includeDomains: request.includeDomains,
    excludeDomains: request.excludeDomains,
    categories: knownCategories(request),
    hasPassages: request.highlights,
  };
  const wishes = wanted.map((source): SearchWish => {
    const own = source === 'web' ? (asked.get('web') as WebOptions | undefined) : undefined;
    const { range, isByDate, remarks: ofTime } = parseTbs(own?.tbs ?? request.tbs, now);
    remarks.push(...ofTime);
    return {
      ...common,
      source,
      range,
      isByDate,
      country: own?.country ?? request.country,
      location: (own?.location ?? request.location) || undefined,
      language: own?.lang ?? request.lang,
    };
  });
  return { wishes, remarks };
}

function knownCategories({ categories }: SearchRequest): SearchCategory[] {
  // One that is not known widens the search to everything.
  if (categories.some(({ type }) => type === 'developer')) return [];
  const known = categories.flatMap(({ type }) => (type === 'developer' ? [] : [type]));
  return [...new Set(known)];
}
