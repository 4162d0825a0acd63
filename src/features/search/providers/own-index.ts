import type { IndexHit, SearchIndex } from '../../../search-index/search-index.ts';
import { abilitiesBut } from './abilities.ts';
import type { ProviderPage, ProviderRequest, ProviderResult, SearchProvider } from './provider.ts';
import { rangeTimes } from './range-words.ts';

const MAX_RESULTS = 100;

/** The pages of one team, asked as a provider is. */
export type OwnIndex = Pick<SearchProvider, 'name' | 'abilities' | 'parameters' | 'loose' | 'limits'> & {
  search: (request: ProviderRequest, signal: AbortSignal) => Promise<OwnPage>;
};

/** Results with the number of pages that were looked through. */
export interface OwnPage extends ProviderPage {
  pages: number;
}

/** Own pages tell nothing of where a reader is, and of what is fit for everybody. */
export const OWN_ABILITIES: SearchProvider['abilities'] = abilitiesBut({
  country: 'none',
  location: 'none',
  safe: 'none',
});

/** Makes the provider of a team's own pages. They are looked through at once, so there is one page of results. */
export function createOwnIndex(
  index: Pick<SearchIndex, 'search'>,
  { teamId, hasPassages, now }: { teamId: string; hasPassages: boolean; now: number },
): OwnIndex {
  return {
    name: 'own',
    abilities: OWN_ABILITIES,
    parameters: new Set(Object.keys(OWN_ABILITIES)) as OwnIndex['parameters'],
    loose: new Set(),
    limits: {
      pageSize: { web: MAX_RESULTS, news: MAX_RESULTS, images: MAX_RESULTS },
      maxPages: 1,
      maxCharacters: MAX_QUERY,
      maxWords: MAX_QUERY,
    },
    async search(request, signal) {
      const { query, source, count, includeDomains, excludeDomains, categories, isByDate, range } = request;
      const { hits, pages, remarks } = await index.search(
        teamId,
        {
          query,
          source,
          limit: Math.min(count, MAX_RESULTS),
          includeHosts: includeDomains,
          excludeHosts: excludeDomains,
          categories,
          ...(range && rangeTimes(range, now)),
          isByDate,
          hasPassages,
        },
        signal,
      );
      return { results: hits.flatMap((hit) => resultOf(hit, source)), hasMore: false, remarks, pages };
    },
  };
}

/** The longest query that is taken (specification, limits). */
const MAX_QUERY = 500;

function resultOf(hit: IndexHit, source: ProviderRequest['source']): ProviderResult[] {
  const { url, title, description, publishedAt, imageUrl, image } = hit;
  switch (source) {
    case 'web':
      return [{ source, url, title, description, publishedAt }];
    case 'news':
      return [
        { source, url, title, snippet: description, publishedAt: publishedAt ?? hit.firstSeenAt, imageUrl },
      ];
    case 'images':
      if (image === undefined) return [];
      return [
        {
          source,
          url,
          title: title || image.alt,
          imageUrl: image.url,
          width: image.width,
          height: image.height,
        },
      ];
  }
}
