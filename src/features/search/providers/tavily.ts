import { z } from 'zod';
import { abilitiesBut } from './abilities.ts';
import type { AdapterContext, ProviderAdapter, ProviderRefusal, ReadRefusal } from './adapter.ts';
import { countryName } from './country-name.ts';
import { domainLists } from './domain-lists.ts';
import { parseDate } from './parse-date.ts';
import type { ProviderPage, ProviderRequest, ProviderResult } from './provider.ts';
import { coveringRange, dayText } from './range-words.ts';
import { looseList, looseText, looseTitle, looseUrl, readEntries } from './read-values.ts';

const MAX_RESULTS = 20;
const MAX_INCLUDED = 300;
const MAX_EXCLUDED = 150;

const answerSchema = z.object({ results: looseList, images: looseList.nullish() });
const resultSchema = z.object({
  url: looseUrl,
  title: looseTitle,
  content: looseText,
  published_date: z.unknown().optional(),
});
/** An image is its address alone where it is not described. */
const imageSchema = z.union([
  z.object({ url: looseUrl, description: looseTitle }),
  z.string().transform((text) => ({ url: looseUrl.parse(text), description: '' })),
]);

export const tavily: ProviderAdapter = {
  name: 'tavily',
  label: 'Tavily',
  variables: { url: 'DECANT_TAVILY_URL', key: 'DECANT_TAVILY_API_KEY' },
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
    'range:hour': 'results',
    sortByDate: 'results',
    location: 'none',
    'category:pdf': 'results',
    safe: 'none',
  }),
  parameters: new Set(['site', 'includeDomains', 'excludeDomains', 'category:github', 'category:research']),
  loose: new Set(['site', 'includeDomains', 'excludeDomains', 'category:github', 'category:research']),
  limits: {
    pageSize: { web: MAX_RESULTS, news: MAX_RESULTS, images: MAX_RESULTS },
    maxPages: 1,
    maxCharacters: 400,
    maxWords: 100,
  },
  headersOf: (apiKey) => ({ authorization: `Bearer ${apiKey ?? ''}` }),
  readRefusal,
  search,
};

/** Its own statuses for plans that are used up. */
function readRefusal({ status }: ProviderRefusal): ReadRefusal | undefined {
  if (status !== 432 && status !== 433) return undefined;
  return { kind: 'limited', detail: `answered with status ${status}: the plan or its limit is used up` };
}

async function search(request: ProviderRequest, { ask, now }: AdapterContext): Promise<ProviderPage> {
  const { text, source, count, country } = request;
  const { include, exclude } = domainLists(request);
  const isNews = source === 'news';
  const name = countryName(country);
  const body = {
    query: text,
    topic: isNews ? 'news' : 'general',
    search_depth: 'basic',
    max_results: Math.min(Math.max(1, count), MAX_RESULTS),
    ...rangeMembers(request, now),
    ...(include.length > 0 && { include_domains: include.slice(0, MAX_INCLUDED) }),
    ...(exclude.length > 0 && { exclude_domains: exclude.slice(0, MAX_EXCLUDED) }),
    // Taken with general results only.
    ...(!isNews && name !== undefined && { country: name }),
    ...(source === 'images' && { include_images: true, include_image_descriptions: true }),
  };
  const { results, images } = await ask({ path: 'search', body }, answerSchema);
  const isCountryLost = country !== undefined && (isNews || name === undefined);
  return {
    results: source === 'images' ? imagesOf(images) : resultsOf(results, source, now),
    hasMore: false,
    remarks: isCountryLost
      ? [`Tavily cannot look for ${isNews ? 'news' : 'results'} of the country ${country}.`]
      : [],
  };
}

function rangeMembers({ range }: ProviderRequest, now: number): Record<string, string> {
  if (range?.kind === 'custom')
    return {
      ...(range.from && { start_date: dayText(range.from) }),
      ...(range.to && { end_date: dayText(range.to) }),
    };
  const name = coveringRange(range, now);
  return name === undefined ? {} : { time_range: name };
}

function resultsOf(list: readonly unknown[], source: 'web' | 'news', now: number): ProviderResult[] {
  return readEntries(list, resultSchema).flatMap((entry): ProviderResult[] => {
    const { url, title, content } = entry;
    if (url === undefined) return [];
    const publishedAt = parseDate(entry.published_date, now);
    return source === 'web'
      ? [{ source, url, title, description: content, publishedAt }]
      : [{ source, url, title, snippet: content, publishedAt }];
  });
}

/** Neither sizes nor the page of a picture are told. */
function imagesOf(list: readonly unknown[] | null | undefined): ProviderResult[] {
  return readEntries(list, imageSchema).flatMap(({ url, description }): ProviderResult[] =>
    url === undefined ? [] : [{ source: 'images', url, title: description, imageUrl: url }],
  );
}
