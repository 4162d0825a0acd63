import { z } from 'zod';
import { abilitiesBut } from './abilities.ts';
import type { AdapterContext, ProviderAdapter, ProviderRefusal, ReadRefusal } from './adapter.ts';
import { parseDate } from './parse-date.ts';
import type { ProviderPage, ProviderRequest, ProviderResult, SearchSource } from './provider.ts';
import { coveringRange, rangeTimes } from './range-words.ts';
import { looseList, looseText, looseTitle, looseUrl, readEntries } from './read-values.ts';

const CATEGORIES: Readonly<Record<SearchSource, string>> = { web: 'general', news: 'news', images: 'images' };
const SAFEST = 2;

const answerSchema = z.object({ results: looseList, unresponsive_engines: looseList.nullish() });
type Answer = z.output<typeof answerSchema>;

const resultSchema = z.object({
  url: looseUrl,
  title: looseTitle,
  content: looseText,
  category: z.unknown().optional(),
  publishedDate: z.unknown().optional(),
  thumbnail: looseUrl,
  img_src: looseUrl,
  resolution: z.unknown().optional(),
});
type Result = z.output<typeof resultSchema>;

const FORBIDDEN =
  'answered with status 403: its settings.yml must list json under search.formats, or its limiter refuses us (pass_ip in limiter.toml)';
const LIMITED =
  'answered with status 429: its limiter refuses us (pass_ip in limiter.toml), or it is asked too often';

export const searxng: ProviderAdapter = {
  name: 'searxng',
  label: 'SearXNG',
  variables: { url: 'DECANT_SEARXNG_URL', key: undefined },
  abilities: abilitiesBut({
    imagesize: 'results',
    larger: 'results',
    'range:hour': 'results',
    'range:custom': 'results',
    sortByDate: 'results',
    location: 'none',
  }),
  parameters: new Set(),
  loose: new Set([
    'excluded',
    'site',
    'filetype',
    'inurl',
    'allinurl',
    'intitle',
    'allintitle',
    'includeDomains',
    'excludeDomains',
    'category:github',
    'category:research',
    'category:pdf',
  ]),
  limits: { pageSize: { web: 10, news: 10, images: 20 }, maxPages: 10, maxCharacters: 500, maxWords: 100 },
  headersOf: () => ({}),
  readRefusal,
  search,
};

function readRefusal({ status }: ProviderRefusal): ReadRefusal | undefined {
  if (status === 403) return { kind: 'refused', detail: FORBIDDEN };
  return status === 429 ? { kind: 'limited', detail: LIMITED } : undefined;
}

async function search(request: ProviderRequest, context: AdapterContext): Promise<ProviderPage> {
  const timeRange = coveringRange(request.range, context.now);
  const answer = await ask(request, timeRange, context);
  if (answer.results.length > 0 || timeRange === undefined) return pageOf(answer, request, context);
  // Engines that know no ranges were not asked at all.
  const all = pageOf(await ask(request, undefined, context), request, context);
  return { ...all, ...withinRange(all, request, context.now) };
}

async function ask(
  { text, source, page, country, language, isSafe }: ProviderRequest,
  timeRange: string | undefined,
  { ask: send, refuse }: AdapterContext,
): Promise<Answer> {
  const query = {
    q: text,
    format: 'json',
    categories: CATEGORIES[source],
    pageno: page + 1,
    language: localeOf(language, country),
    time_range: timeRange,
    safesearch: isSafe === true ? SAFEST : undefined,
  };
  const answer = await send({ path: 'search', query }, answerSchema);
  const silent = answer.unresponsive_engines ?? [];
  // A success that found nothing because nobody was there.
  if (answer.results.length === 0 && silent.length > 0 && page === 0) return refuse(readSilence(silent));
  return answer;
}

/**
 * As `de` or `de-DE`: it refuses longer tags. The country is that of the results; the language that most of its people read
 * where only the country is named.
 */
function localeOf(language: string | undefined, country: string | undefined): string | undefined {
  if (language === undefined && country === undefined) return undefined;
  const locale = new Intl.Locale(language ?? `und-${country}`);
  const own = language === undefined ? locale.maximize().language : locale.language;
  const region = country ?? locale.region;
  return region === undefined || !/^[A-Z]{2}$/.test(region) ? own : `${own}-${region}`;
}

/** Entries are pairs of a name and a reason. */
function readSilence(engines: readonly unknown[]): ReadRefusal {
  const reasons = engines.map((engine) => (Array.isArray(engine) ? String(engine[1]).slice(0, 100) : ''));
  const isLimited = reasons.some((reason) => /captcha|too many|suspended|denied|blocked|limit/i.test(reason));
  const how = isLimited ? ', some of them for too many requests or a CAPTCHA' : '';
  return {
    kind: isLimited ? 'limited' : 'down',
    detail: `answered, but ${engines.length} of its engines did not${how}: look at its page /stats, or switch these engines off`,
  };
}

function pageOf(
  { results, unresponsive_engines: silent }: Answer,
  { source }: ProviderRequest,
  { now }: AdapterContext,
): ProviderPage {
  const entries = readEntries(results, resultSchema);
  const remarks = [
    ...(source === 'news' && isGeneral(entries)
      ? ['SearXNG has no engine for news, so these are pages of all kinds.']
      : []),
    ...(entries.length === 0 && (silent ?? []).length > 0
      ? ['Engines of SearXNG stopped answering, so there may be more results.']
      : []),
  ];
  return {
    results: entries.flatMap((entry) => resultOf(entry, source, now)),
    hasMore: entries.length > 0,
    remarks,
  };
}

/** A category that an instance does not have falls back to the general one without a word. */
function isGeneral(entries: readonly Result[]): boolean {
  return entries.length > 0 && entries.every(({ category }) => category === 'general');
}

function resultOf(entry: Result, source: SearchSource, now: number): ProviderResult[] {
  const { url, title, content, thumbnail, img_src: imageUrl } = entry;
  if (url === undefined) return [];
  const publishedAt = parseDate(entry.publishedDate, now);
  switch (source) {
    case 'web':
      return [{ source, url, title, description: content, publishedAt }];
    case 'news':
      return [{ source, url, title, snippet: content, publishedAt, imageUrl: imageUrl ?? thumbnail }];
    case 'images':
      // The general category answers for one that is not there: its results have no picture.
      return imageUrl === undefined ? [] : [{ source, url, title, imageUrl, ...sizeOf(entry.resolution) }];
  }
}

/** As "1920 x 1080" or "1920×1080". */
function sizeOf(resolution: unknown): { width?: number; height?: number } {
  const text = typeof resolution === 'string' ? resolution.slice(0, 40) : '';
  const [, width, height] = /(\d{1,5})\s*[x×*]\s*(\d{1,5})/i.exec(text) ?? [];
  return width === undefined ? {} : { width: Number(width), height: Number(height) };
}

function withinRange(
  { results, remarks }: ProviderPage,
  { range, source }: ProviderRequest,
  now: number,
): Pick<ProviderPage, 'results' | 'remarks'> {
  if (range === undefined || source === 'images') return { results, remarks };
  const { from, to } = rangeTimes(range, now);
  const kept = results.filter((result) => {
    const time = 'publishedAt' in result ? result.publishedAt?.getTime() : undefined;
    return time !== undefined && time >= (from?.getTime() ?? 0) && time <= (to?.getTime() ?? Infinity);
  });
  const remark =
    'No engine of SearXNG found anything in the time asked for: these are results of all times that say a date within it.';
  return { results: kept, remarks: [...remarks, remark] };
}
