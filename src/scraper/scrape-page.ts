import type { Document } from '../contract/document.ts';
import type { ScrapeOptions } from '../contract/scrape-options.ts';
import type { Clock } from '../lib/clock.ts';
import type { Deadline } from '../lib/deadline.ts';
import { ServiceError } from '../lib/service-error.ts';
import { detectContentKind } from '../readers/detect-content-kind.ts';
import { readerFor } from '../readers/index.ts';
import type { Queryable } from '../store/database.ts';
import { createChangeTracker } from './change-tracker.ts';
import type { TrackedChanges } from './change-tracking.ts';
import type { ConvertedPage } from './convert-page.ts';
import type { Converter } from './converter.ts';
import type { Discovery } from './discover.ts';
import type { Engines } from './engines/index.ts';
import { formats } from './formats/index.ts';
import {
  cachedPageRow,
  findCachedPage,
  isCacheable,
  pageKey,
  type AgeRange,
  type CachedPage,
  type CachedPageRow,
  type PageKey,
} from './page-cache.ts';
import type { Page } from './page.ts';
import { priceOf } from './price.ts';
import type { SnapshotRow } from './snapshots.ts';
import type { Trace } from './trace.ts';

export interface ScrapeRequest {
  /** Becomes `metadata.scrapeId`. */
  id: string;
  /** Whose cache to use; undefined: no cache at all. */
  teamId: string | undefined;
  url: URL;
  /** The URL as the caller wrote it, without user name and password. */
  sourceUrl: string;
  options: ScrapeOptions;
  deadline: Deadline;
  trace: Trace;
  /** Also put into the trace why each block was removed. */
  isExplained?: boolean;
  /** False: the page is known from before, but no link leads to it any more. */
  isLinked?: boolean;
  /** Also say where the page leads: for crawls. */
  isDiscovering?: boolean;
  /** Nobody waits for this page alone. */
  isBackground?: boolean;
  /** Asked before a redirect is followed; throwing ends the scrape with that error. */
  onRedirect?: ((target: URL) => void | Promise<void>) | undefined;
}

export interface ScrapeOutcome {
  document: Document;
  credits: number;
  /** What to keep of the page, to be written with the rest of the scrape; undefined: nothing. */
  toCache: CachedPageRow | undefined;
  /** The version that later changes are told from, to be written likewise; undefined: none. */
  toSnapshot: SnapshotRow | undefined;
  /** The page's headers, names in lower case, as they came or as they were kept. */
  headers: Readonly<Record<string, string>>;
  /** Time that the site took to answer, ms; undefined for a copy from the cache. */
  fetchMs: number | undefined;
  /** Only when asked for. */
  discovery: Discovery | undefined;
}

export interface ScrapePageParts {
  /** Undefined without a database (command line): nothing is cached. */
  db: Queryable | undefined;
  /** Where earlier versions of pages are; undefined: changes cannot be tracked. */
  history: Queryable | undefined;
  engines: Engines;
  converter: Converter;
  clock: Clock;
}

export type ScrapePage = (request: ScrapeRequest) => Promise<ScrapeOutcome>;

interface Obtained {
  page: Page;
  /** When the stored copy was fetched; undefined for a fresh page. */
  cachedAt: Date | undefined;
}

/** One URL in, one document out: cache, fetch, convert. Writes nothing itself. */
export function createScrapePage({ db, history, engines, converter, clock }: ScrapePageParts): ScrapePage {
  const tracker = createChangeTracker(history);

  async function lookUp(key: PageKey, request: ScrapeRequest): Promise<CachedPage | undefined> {
    const age = acceptedAge(request.options);
    if (!db || !age) return undefined;
    return request.trace.measure('cache', async (details) => {
      const found = await findCachedPage(db, key, age, clock.now(), request.deadline.signal);
      details['found'] = found !== undefined;
      return found;
    });
  }

  async function obtain(request: ScrapeRequest, key: PageKey | undefined): Promise<Obtained> {
    const { options } = request;
    const cached = key && (await lookUp(key, request));
    if (cached) return { page: cached.page, cachedAt: cached.fetchedAt };
    if (options.lockdown) throw new ServiceError('SCRAPE_LOCKDOWN_CACHE_MISS');
    if (options.minAge !== undefined) throw new ServiceError('SCRAPE_NO_CACHED_DATA');
    return { page: await fetchFresh(engines, request), cachedAt: undefined };
  }

  return async (request) => {
    const { options, url, teamId } = request;
    tracker.check(request);
    const canCache = db !== undefined && teamId !== undefined && isCacheable(options);
    const key = canCache ? pageKey(teamId, url, options) : undefined;
    const startedAt = performance.now();
    const { page, cachedAt } = await obtain(request, key);
    const fetchMs = cachedAt ? undefined : performance.now() - startedAt;
    const converted = await convert(converter, request, page);
    const credits = priceOf(options, { isLockdown: options.lockdown, isEnhancedProxyUsed: false });
    const fetchedAt = new Date(clock.now());
    const tracked = await tracker.track(request, {
      markdown: converted.content.markdown,
      statusCode: page.status,
      scrapedAt: cachedAt ?? fetchedAt,
    });
    const isKept = key !== undefined && !cachedAt && options.storeInCache && !options.zeroDataRetention;
    const toCache = isKept ? await cachedPageRow(key, url, page, fetchedAt) : undefined;
    return {
      document: createDocument(request, page, converted, {
        credits,
        cachedAt: cachedAt ?? (toCache && fetchedAt),
        isHit: cachedAt !== undefined,
        tracked,
      }),
      credits,
      toCache,
      toSnapshot: tracked?.snapshot,
      headers: page.headers,
      fetchMs,
      discovery: converted.discovery,
    };
  };
}

/** Asks the engines in order. */
async function fetchFresh(engines: Engines, request: ScrapeRequest): Promise<Page> {
  const reasons: string[] = [];
  for (const engine of engines) {
    request.deadline.check();
    const result = await engine.fetch(request);
    if (result.kind === 'page') return result.page;
    request.trace.note('escalate', { engine: engine.name, reason: result.reason });
    reasons.push(`${engine.name}: ${result.reason}`);
  }
  throw new ServiceError('SCRAPE_ALL_ENGINES_FAILED', {
    message: `Every way to fetch this page failed (${reasons.join('; ')})`,
  });
}

async function convert(converter: Converter, request: ScrapeRequest, page: Page): Promise<ConvertedPage> {
  const { options, deadline, trace } = request;
  const kind = detectContentKind(page.contentType, page.body, new URL(page.url));
  // Throws for kinds that cannot be read, before a thread is woken for them.
  readerFor(kind);
  return trace.measure('convert', async (details) => {
    const converted = await converter.convert(
      {
        body: page.body,
        kind,
        contentType: page.contentType,
        contentLanguage: page.headers['content-language'],
        url: page.url,
        formats: options.formats.filter(({ type }) => formats[type].needs !== 'history'),
        onlyMainContent: options.onlyMainContent,
        includeTags: options.includeTags ?? [],
        excludeTags: options.excludeTags ?? [],
        removeBase64Images: options.removeBase64Images,
        isExplained: request.isExplained ?? false,
        isDiscovering: request.isDiscovering ?? false,
      },
      deadline,
      { isBackground: request.isBackground ?? false },
    );
    Object.assign(details, { kind, timings: converted.timings });
    if (converted.pageType) details['pageType'] = converted.pageType;
    if (converted.removals) details['removals'] = converted.removals;
    return converted;
  });
}

/** Which stored copies a request takes; undefined: none. */
function acceptedAge(options: ScrapeOptions): AgeRange | undefined {
  // Whoever keeps nothing also reads nothing, unless a stored copy is all that is asked for.
  const isCacheOnly = options.lockdown || options.minAge !== undefined;
  if (options.zeroDataRetention && !isCacheOnly) return undefined;
  if (options.maxAge === 0 && !isCacheOnly) return undefined;
  // A stored copy is no news: whoever asks for changes gets the page as it is now, unless they ask for a copy.
  const isTracking = options.formats.some(({ type }) => type === 'changeTracking');
  if (isTracking && !options.given.maxAge && !isCacheOnly) return undefined;
  return { minMs: options.minAge ?? 0, maxMs: options.maxAge };
}

interface DocumentFacts {
  credits: number;
  cachedAt: Date | undefined;
  isHit: boolean;
  tracked: TrackedChanges | undefined;
}

function createDocument(
  request: ScrapeRequest,
  page: Page,
  converted: ConvertedPage,
  facts: DocumentFacts,
): Document {
  const { changeTracking, warning } = facts.tracked ?? {};
  const warnings = [...request.options.warnings, ...converted.warnings];
  if (warning !== undefined) warnings.push(warning);
  return {
    ...converted.content,
    ...(changeTracking && { changeTracking }),
    metadata: {
      ...converted.metadata,
      sourceURL: request.sourceUrl,
      url: page.url,
      statusCode: page.status,
      ...(page.contentType !== undefined && { contentType: page.contentType }),
      ...(page.status >= 400 && { error: `The page answered with status ${page.status}` }),
      scrapeId: request.id,
      proxyUsed: 'basic',
      cacheState: facts.isHit ? 'hit' : 'miss',
      ...(facts.cachedAt && { cachedAt: facts.cachedAt.toISOString() }),
      creditsUsed: facts.credits,
    },
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  };
}
