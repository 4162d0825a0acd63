import { z } from 'zod';
import { abilitiesBut } from './abilities.ts';
import type { AdapterContext, ProviderAdapter, ProviderRefusal, ReadRefusal } from './adapter.ts';
import { countryCode } from './country-name.ts';
import { parseDate } from './parse-date.ts';
import type { ProviderPage, ProviderRequest, ProviderResult, SearchRange, SearchSource } from './provider.ts';
import { dayText } from './range-words.ts';
import {
  loosePixels,
  looseList,
  looseText,
  looseTitle,
  looseUrl,
  readEntries,
  wordsOfDate,
} from './read-values.ts';

const PAGE_SIZES: Readonly<Record<SearchSource, number>> = { web: 20, news: 50, images: 200 };
const MAX_PAGES = 10;
const MAX_CHARACTERS = 400;
const MAX_WORDS = 50;
const COUNTRIES: ReadonlySet<string> = new Set(
  'AR AU AT BE BR CA CL DK FI FR DE GR HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US'.split(
    ' ',
  ),
);
const LANGUAGES: ReadonlySet<string> = new Set(
  'ar eu bn bg ca hr cs da nl en et fi fr gl de el gu he hi hu is it kn ko lv lt ms ml mr nb pl pa ro ru sr sk sl es sv ta te th tr uk vi'.split(
    ' ',
  ),
);

const picture = z.object({ src: looseUrl }).nullish().catch(undefined);
const resultSchema = z.object({
  title: looseTitle,
  url: looseUrl,
  description: looseText,
  age: z.unknown().optional(),
  page_age: z.unknown().optional(),
  thumbnail: picture,
  properties: z.object({ url: looseUrl, width: loosePixels, height: loosePixels }).nullish().catch(undefined),
});
type Result = z.output<typeof resultSchema>;

const listSchema = z.object({ results: looseList.nullish() });
const moreSchema = z.object({ more_results_available: z.unknown().optional() }).nullish().catch(undefined);
/** An answer without results has no `web`, but still says what it is. */
const webSchema = z.union([
  z.object({ web: listSchema, query: moreSchema }),
  z.object({ type: z.literal('search'), web: z.null().optional(), query: moreSchema }),
]);
const otherSchema = z.object({ results: looseList, query: moreSchema });

export const brave: ProviderAdapter = {
  name: 'brave',
  label: 'Brave Search',
  variables: { url: 'DECANT_BRAVE_URL', key: 'DECANT_BRAVE_API_KEY' },
  abilities: abilitiesBut({
    inurl: 'results',
    allinurl: 'results',
    related: 'none',
    imagesize: 'results',
    larger: 'results',
    'range:hour': 'results',
    sortByDate: 'results',
  }),
  parameters: new Set(['allintitle']),
  loose: new Set(['allintitle']),
  limits: { pageSize: PAGE_SIZES, maxPages: MAX_PAGES, maxCharacters: MAX_CHARACTERS, maxWords: MAX_WORDS },
  headersOf: (apiKey) => ({ 'x-subscription-token': apiKey ?? '' }),
  readRefusal,
  search,
};

/** An unknown key is told by a status of its own. */
function readRefusal({ status, json }: ProviderRefusal): ReadRefusal | undefined {
  const isKey = status === 422 && /SUBSCRIPTION_TOKEN/.test(JSON.stringify(json ?? '').slice(0, 2_000));
  return isKey
    ? {
        kind: 'refused',
        detail: 'answered with status 422: it does not accept our key (DECANT_BRAVE_API_KEY)',
      }
    : undefined;
}

async function search(request: ProviderRequest, { ask, now }: AdapterContext): Promise<ProviderPage> {
  const { source } = request;
  const question = {
    path: `res/v1/${source}/search`,
    query: source === 'images' ? imageQuery(request) : pageQuery(request),
    headers: placeHeaders(request.location),
  };
  const [list, more] =
    source === 'web' ? webOf(await ask(question, webSchema)) : otherOf(await ask(question, otherSchema));
  const results = readEntries(list, resultSchema).flatMap((entry) => resultOf(entry, source, now));
  const isPaged = source !== 'images' && request.page < MAX_PAGES - 1;
  return {
    results,
    hasMore: isPaged && (typeof more === 'boolean' ? more : results.length > 0),
    remarks: remarksOn(request),
  };
}

type Found = [list: readonly unknown[] | null | undefined, more: unknown];

function webOf({ web, query }: z.output<typeof webSchema>): Found {
  return [web?.results, query?.more_results_available];
}

function otherOf({ results, query }: z.output<typeof otherSchema>): Found {
  return [results, query?.more_results_available];
}

function pageQuery(request: ProviderRequest): Record<string, string | number | undefined> {
  const { source, page, range, isSafe } = request;
  return {
    ...commonQuery(request),
    // The offset counts pages of this size.
    count: PAGE_SIZES[source],
    offset: page,
    safesearch: isSafe === undefined ? undefined : isSafe ? 'strict' : 'off',
    freshness: freshnessOf(range),
    ...(source === 'web' && { result_filter: 'web', text_decorations: 'false' }),
  };
}

/** Pictures come at once: there are no pages of them, and no dates. */
function imageQuery(request: ProviderRequest): Record<string, string | number | undefined> {
  const { count, isSafe } = request;
  return {
    ...commonQuery(request),
    count: Math.min(Math.max(1, count), PAGE_SIZES.images),
    safesearch: isSafe === undefined ? undefined : isSafe ? 'strict' : 'off',
  };
}

function commonQuery(request: ProviderRequest): Record<string, string | undefined> {
  const { country, language, query } = request;
  const hasOperators = query.filters.length > 0 || query.phrases.length > 0 || query.excluded.length > 0;
  return {
    q: queryText(request),
    country: country !== undefined && COUNTRIES.has(country) ? country : undefined,
    search_lang: languageName(language),
    spellcheck: hasOperators ? '0' : undefined,
  };
}

/** Languages by the names of Brave; undefined for one that it does not know. */
function languageName(tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined;
  const { language, region, script } = new Intl.Locale(tag).maximize();
  switch (language) {
    case 'zh':
      return script === 'Hant' ? 'zh-hant' : 'zh-hans';
    case 'pt':
      return region === 'BR' ? 'pt-br' : 'pt-pt';
    case 'ja':
      return 'jp';
    case 'no':
      return 'nb';
    default:
      return LANGUAGES.has(language ?? '') ? language : undefined;
  }
}

/** `allintitle:` is an `intitle:` for each word, as long as there is room. */
function queryText({ text, query }: ProviderRequest): string {
  const words = query.filters
    .filter(({ operator }) => operator === 'allintitle')
    .flatMap(({ value, isNegated }) =>
      value
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => `${isNegated ? '-' : ''}intitle:${word}`),
    );
  let whole = text;
  for (const word of words) {
    const longer = `${whole} ${word}`.trim();
    if (longer.length > MAX_CHARACTERS || longer.split(/\s+/).length > MAX_WORDS) break;
    whole = longer;
  }
  return whole;
}

const FRESHNESS = { hour: 'pd', day: 'pd', week: 'pw', month: 'pm', year: 'py' } as const;
const FIRST_DAY = '1990-01-01';

function freshnessOf(range: SearchRange | undefined): string | undefined {
  if (range === undefined) return undefined;
  if (range.kind !== 'custom') return FRESHNESS[range.kind];
  const { from, to } = range;
  if (from === undefined && to === undefined) return undefined;
  return `${from ? dayText(from) : FIRST_DAY}to${dayText(to ?? new Date())}`;
}

/** "City,Region,Country", "City,Country" or a country alone; headers hold ASCII, so other letters are escaped. */
function placeHeaders(location: string | undefined): Record<string, string> {
  const parts = (location ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const code = countryCode(parts.at(-1) ?? '');
  const [city, region] = code === undefined ? parts : parts.slice(0, -1);
  return {
    ...(city !== undefined && { 'x-loc-city': asHeader(city) }),
    ...(region !== undefined && { 'x-loc-state-name': asHeader(region) }),
    ...(code !== undefined && { 'x-loc-country': code }),
  };
}

function asHeader(text: string): string {
  return /^[\x20-\x7e]{1,200}$/.test(text) ? text : encodeURIComponent(text.slice(0, 200).toWellFormed());
}

function remarksOn({ country, range, source }: ProviderRequest): string[] {
  return [
    ...(country !== undefined && !COUNTRIES.has(country)
      ? [`Brave Search does not know the country ${country}.`]
      : []),
    ...(range !== undefined && source === 'images' ? ['Brave Search knows no times of images.'] : []),
  ];
}

function resultOf(entry: Result, source: SearchSource, now: number): ProviderResult[] {
  const { url, title, description, age, page_age: pageAge, thumbnail, properties } = entry;
  if (url === undefined) return [];
  const publishedAt = parseDate(pageAge, now) ?? parseDate(age, now);
  switch (source) {
    case 'web':
      return [{ source, url, title, description, publishedAt }];
    case 'news': {
      const dateText = publishedAt === undefined ? wordsOfDate(age) : undefined;
      return [{ source, url, title, snippet: description, publishedAt, dateText, imageUrl: thumbnail?.src }];
    }
    case 'images': {
      // The thumbnail is a copy of Brave's own.
      const imageUrl = properties?.url;
      if (imageUrl === undefined) return [];
      return [{ source, url, title, imageUrl, width: properties?.width, height: properties?.height }];
    }
  }
}
