import { z } from 'zod';
import { abilitiesBut } from './abilities.ts';
import type { AdapterContext, ProviderAdapter, ProviderRefusal, ReadRefusal } from './adapter.ts';
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

/** More than these cost twice as much. */
const PAGE_SIZE = 10;
const MAX_PAGES = 10;

const PATHS: Readonly<Record<SearchSource, string>> = { web: 'search', news: 'news', images: 'images' };

const answerSchema = z
  .object({
    searchParameters: z.unknown().optional(),
    organic: looseList.nullish(),
    news: looseList.nullish(),
    images: looseList.nullish(),
  })
  .refine(
    ({ searchParameters, organic, news, images }) =>
      searchParameters !== undefined || Boolean(organic ?? news ?? images),
  );
const resultSchema = z.object({
  title: looseTitle,
  link: looseUrl,
  snippet: looseText,
  date: z.unknown().optional(),
  imageUrl: looseUrl,
  imageWidth: loosePixels,
  imageHeight: loosePixels,
});
type Result = z.output<typeof resultSchema>;

export const serper: ProviderAdapter = {
  name: 'serper',
  label: 'Serper',
  variables: { url: 'DECANT_SERPER_URL', key: 'DECANT_SERPER_API_KEY' },
  abilities: abilitiesBut({ safe: 'none' }),
  parameters: new Set(),
  loose: new Set(['imagesize', 'larger']),
  limits: {
    pageSize: { web: PAGE_SIZE, news: PAGE_SIZE, images: PAGE_SIZE },
    maxPages: MAX_PAGES,
    maxCharacters: 2_000,
    // Google reads no more.
    maxWords: 32,
  },
  headersOf: (apiKey) => ({ 'x-api-key': apiKey ?? '' }),
  readRefusal,
  search,
};

/** An account without credit is told by the words of a bad request. */
function readRefusal({ status, json }: ProviderRefusal): ReadRefusal | undefined {
  const isOutOfCredit =
    status === 400 && /not enough credits/i.test(JSON.stringify(json ?? '').slice(0, 2_000));
  return isOutOfCredit
    ? { kind: 'limited', detail: 'answered with status 400: the account has no credit left' }
    : undefined;
}

async function search(request: ProviderRequest, { ask, now }: AdapterContext): Promise<ProviderPage> {
  const { text, source, page, range, isByDate, country, language, location } = request;
  const body = {
    q: text,
    gl: country?.toLowerCase(),
    hl: hostLanguage(language),
    location,
    tbs: tbsOf(range, isByDate),
    num: PAGE_SIZE,
    page: page + 1,
    autocorrect: false,
  };
  const { organic, news, images } = await ask({ path: PATHS[source], body }, answerSchema);
  const entries = readEntries({ web: organic, news, images }[source], resultSchema);
  return {
    results: entries.flatMap((entry) => resultOf(entry, source, now)),
    hasMore: entries.length > 0 && page < MAX_PAGES - 1,
    remarks: [],
  };
}

/** The languages that Google tells apart by place have it in their names. */
function hostLanguage(tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined;
  const { language, region } = new Intl.Locale(tag).maximize();
  return language === 'zh' || language === 'pt' ? `${language}-${region ?? ''}`.toLowerCase() : language;
}

function resultOf(entry: Result, source: SearchSource, now: number): ProviderResult[] {
  const { title, link: url, snippet, date, imageUrl } = entry;
  if (url === undefined) return [];
  const publishedAt = parseDate(date, now);
  switch (source) {
    case 'web':
      return [{ source, url, title, description: snippet, publishedAt }];
    case 'news': {
      const dateText = publishedAt === undefined ? wordsOfDate(date) : undefined;
      return [{ source, url, title, snippet, publishedAt, dateText, imageUrl }];
    }
    case 'images':
      if (imageUrl === undefined) return [];
      return [{ source, url, title, imageUrl, width: entry.imageWidth, height: entry.imageHeight }];
  }
}
