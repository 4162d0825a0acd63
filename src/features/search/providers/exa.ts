import { z } from 'zod';
import { abilitiesBut } from './abilities.ts';
import type { AdapterContext, ProviderAdapter } from './adapter.ts';
import { domainLists } from './domain-lists.ts';
import { parseDate } from './parse-date.ts';
import type { ProviderPage, ProviderRequest, ProviderResult } from './provider.ts';
import { rangeTimes } from './range-words.ts';
import { looseList, looseText, looseTitle, looseUrl, readEntries } from './read-values.ts';

const MAX_RESULTS = 100;
const HIGHLIGHT_CHARACTERS = 500;
const MAX_HIGHLIGHTS = 3;

const answerSchema = z.object({ results: looseList });
const resultSchema = z.object({
  url: looseUrl,
  title: looseTitle,
  publishedDate: z.unknown().optional(),
  image: looseUrl,
  highlights: z
    .array(z.unknown())
    .nullish()
    .catch([])
    .transform((parts) => {
      const texts = (parts ?? []).filter((part) => typeof part === 'string');
      return looseText.parse(texts.slice(0, MAX_HIGHLIGHTS).join(' … '));
    }),
});

export const exa: ProviderAdapter = {
  name: 'exa',
  label: 'Exa',
  variables: { url: 'DECANT_EXA_URL', key: 'DECANT_EXA_API_KEY' },
  abilities: abilitiesBut({
    phrases: 'none',
    excluded: 'results',
    alternatives: 'none',
    filetype: 'results',
    inurl: 'results',
    allinurl: 'results',
    intitle: 'results',
    allintitle: 'results',
    related: 'none',
    imagesize: 'none',
    larger: 'none',
    sortByDate: 'results',
    location: 'none',
    'category:pdf': 'results',
    images: 'none',
  }),
  parameters: new Set(['site', 'includeDomains', 'excludeDomains', 'category:github', 'category:research']),
  loose: new Set(['site', 'includeDomains', 'excludeDomains', 'category:github', 'category:research']),
  limits: {
    pageSize: { web: MAX_RESULTS, news: MAX_RESULTS, images: 0 },
    maxPages: 1,
    maxCharacters: 2_000,
    maxWords: 500,
  },
  headersOf: (apiKey) => ({ 'x-api-key': apiKey ?? '' }),
  search,
};

async function search(request: ProviderRequest, { ask, now }: AdapterContext): Promise<ProviderPage> {
  const { text, source, count, range, country, isSafe } = request;
  const { include, exclude } = domainLists(request);
  const { from, to } = range === undefined ? {} : rangeTimes(range, now);
  const body = {
    query: text,
    type: 'auto',
    numResults: Math.min(Math.max(1, count), MAX_RESULTS),
    ...(include.length > 0 && { includeDomains: include }),
    ...(exclude.length > 0 && { excludeDomains: exclude }),
    startPublishedDate: from?.toISOString(),
    endPublishedDate: to?.toISOString(),
    ...(source === 'news' && { category: 'news' }),
    userLocation: country,
    ...(isSafe === true && { moderation: true }),
    contents: { highlights: { maxCharacters: HIGHLIGHT_CHARACTERS } },
  };
  const { results } = await ask({ path: 'search', body }, answerSchema);
  return {
    results: readEntries(results, resultSchema).flatMap((entry): ProviderResult[] => {
      const { url, title, highlights, image } = entry;
      if (url === undefined) return [];
      const publishedAt = parseDate(entry.publishedDate, now);
      if (source === 'news')
        return [{ source, url, title, snippet: highlights, publishedAt, imageUrl: image }];
      return [{ source: 'web', url, title, description: highlights, publishedAt }];
    }),
    hasMore: false,
    remarks: [],
  };
}
