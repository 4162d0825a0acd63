import { z } from 'zod';
import { abilitiesBut } from './abilities.ts';
import type { AdapterContext, ProviderAdapter } from './adapter.ts';
import { parseDate } from './parse-date.ts';
import type { ProviderPage, ProviderRequest, ProviderResult, SearchSource } from './provider.ts';
import { tbsOf } from './range-words.ts';
import {
  loosePixels,
  looseList,
  looseText,
  looseTitle,
  looseUrl,
  readEntries,
  wordsOfDate,
} from './read-values.ts';

/** All that the endpoint gives at once; it has no pages. */
const MAX_RESULTS = 100;

const listsSchema = z.object({
  web: looseList.nullish(),
  news: looseList.nullish(),
  images: looseList.nullish(),
});
/** Its first version had one list. */
const answerSchema = z.object({
  success: z.literal(true),
  data: z.union([listsSchema, looseList.transform((web) => ({ web, news: undefined, images: undefined }))]),
  warning: z.unknown().optional(),
});
const resultSchema = z.object({
  url: looseUrl,
  title: looseTitle,
  description: looseText,
  snippet: looseText,
  date: z.unknown().optional(),
  imageUrl: looseUrl,
  imageWidth: loosePixels,
  imageHeight: loosePixels,
});
type Result = z.output<typeof resultSchema>;

/** The label of a search that a Decant passes on. It is not passed on again: two servers may name each other. */
export const FORWARDED_ORIGIN = 'decant-search';

/** Any service with this endpoint, another Decant too: it takes what callers ask as they ask it. */
export const firecrawl: ProviderAdapter = {
  name: 'firecrawl',
  label: 'a Firecrawl-compatible service',
  variables: { url: 'DECANT_FIRECRAWL_URL', key: 'DECANT_FIRECRAWL_API_KEY' },
  abilities: abilitiesBut({}),
  parameters: new Set([
    'includeDomains',
    'excludeDomains',
    'category:github',
    'category:research',
    'category:pdf',
  ]),
  loose: new Set(),
  limits: {
    pageSize: { web: MAX_RESULTS, news: MAX_RESULTS, images: MAX_RESULTS },
    maxPages: 1,
    maxCharacters: 500,
    maxWords: 500,
  },
  headersOf: (apiKey): Record<string, string> =>
    apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  search,
};

async function search(request: ProviderRequest, { ask, now }: AdapterContext): Promise<ProviderPage> {
  const { text, source, count, range, isByDate, country, location, isSafe } = request;
  const { includeDomains, excludeDomains, categories } = request;
  const body = {
    query: text,
    origin: FORWARDED_ORIGIN,
    limit: Math.min(Math.max(1, count), MAX_RESULTS),
    sources: [{ type: source }],
    tbs: tbsOf(range, isByDate),
    country,
    location,
    ...(isSafe !== undefined && { safe: isSafe }),
    ...(includeDomains.length > 0 && { includeDomains }),
    ...(excludeDomains.length > 0 && { excludeDomains }),
    ...(categories.length > 0 && { categories: categories.map((type) => ({ type })) }),
  };
  const { data, warning } = await ask({ path: 'v2/search', body }, answerSchema);
  const remark = 'The service that was asked gave a warning with its results.';
  return {
    results: readEntries(data[source], resultSchema).flatMap((entry) => resultOf(entry, source, now)),
    hasMore: false,
    remarks: typeof warning === 'string' && warning !== '' ? [remark] : [],
  };
}

function resultOf(entry: Result, source: SearchSource, now: number): ProviderResult[] {
  const { url, title, date, imageUrl } = entry;
  if (url === undefined) return [];
  const text = entry.description || entry.snippet;
  const publishedAt = parseDate(date, now);
  switch (source) {
    case 'web':
      return [{ source, url, title, description: text, publishedAt }];
    case 'news': {
      const dateText = publishedAt === undefined ? wordsOfDate(date) : undefined;
      return [{ source, url, title, snippet: entry.snippet || text, publishedAt, dateText, imageUrl }];
    }
    case 'images':
      if (imageUrl === undefined) return [];
      return [{ source, url, title, imageUrl, width: entry.imageWidth, height: entry.imageHeight }];
  }
}
