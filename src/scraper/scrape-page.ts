import { formatNames, type FormatName } from '../contract/options/formats.ts';
import type { ScrapeOptions } from '../contract/options/scrape-options.ts';
import type { Clock } from '../lib/time/clock.ts';
import { ServiceError } from '../lib/service-error.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import type { Queryable } from '../store/database.ts';
import type { ConvertedOutline } from './convert/outline-converted.ts';
import { createChangeTracker } from './changes/change-tracker.ts';
import type { TrackedChanges } from './changes/change-tracking.ts';
import type { Discovery } from './convert/discover.ts';
import { asksFor } from './formats/asks-for.ts';
import type { FormatOutput } from './formats/format.ts';
import type { TakeMedia } from './take-media.ts';
import type { FetchAndConvert, FetchOutcome } from './fetch/fetch-and-convert.ts';
import { missingParts } from './fetch/missing-parts.ts';
import {
  cachedPageRow,
  findCachedPage,
  fitsCache,
  isCacheable,
  cacheKey,
  type AgeRange,
  type CachedPage,
  type CachedPageRow,
  type CacheKey,
} from './cache/page-cache.ts';
import type { PageForModel, WriteByModel } from './meaning/write-by-model.ts';
import { nothingByModel, type WrittenByModel } from './meaning/written-by-model.ts';
import type { PackedDocument } from './packed-document.ts';
import { priceOf } from './price.ts';
import type { PageMemory } from './memory/page-memory.ts';
import type { IndexChange } from '../search-index/write-pages.ts';
import { indexChangeOf } from './index-change.ts';
import type { Page } from './page.ts';
import { turnOf, type PageTask, type RunningScrape } from './page-task.ts';
import type { SnapshotRow } from './changes/snapshots.ts';
import { writeRendered, type WrittenRendering } from './write-rendered.ts';

/** The result of one scrape: the document, its price, and the rows that the caller writes with it. */
export interface ScrapeOutcome {
  document: PackedDocument;
  credits: number;
  /** The copy for the cache, to be written with the rest of the scrape; undefined when none is kept. */
  toCache: CachedPageRow | undefined;
  /** The change of the team's search index, to be written likewise; undefined when there is none. */
  toIndex: IndexChange | undefined;
  /** The version that later ones are compared with, to be written likewise; undefined when none is kept. */
  toSnapshot: SnapshotRow | undefined;
  /** The page's headers, names in lower case, as they came or as they were kept. */
  headers: Readonly<Record<string, string>>;
  /** Time until the page was fetched and converted, ms; undefined for a copy from the cache. */
  fetchMs: number | undefined;
  /** Time that it waited for a place in a browser, ms. */
  queuedMs: number;
  /** The links and canonical address of the page, only when asked for. */
  discovery: Discovery | undefined;
  /** The parts of the page, only when asked for. */
  outline?: ConvertedOutline | undefined;
}

/** The parts that `scrapePage` works with. */
export interface ScrapePageParts {
  /** The database of the cache; undefined on the command line, where nothing is cached. */
  db: Queryable | undefined;
  /** Pages that may be cached can be searched too. */
  isIndexing: boolean;
  /** The database with earlier versions of pages; undefined: changes cannot be tracked. */
  history: Queryable | undefined;
  /** The most bytes of earlier versions that are kept for each team. */
  historyMaxBytes: number;
  fetchAndConvert: FetchAndConvert;
  takeMedia: TakeMedia;
  pageMemory: PageMemory;
  /** Undefined where there is no language model. */
  writeByModel?: WriteByModel | undefined;
  /** The store for pictures and prints; undefined: they are put into the document itself. */
  blobs: BlobStore | undefined;
  clock: Clock;
}

/** Scrapes one page. Rejects with a ServiceError, or with the error that `onRedirect` throws. */
export type ScrapePage = (request: PageTask) => Promise<ScrapeOutcome>;

/**
 * Scrapes one page: looks into the cache, else fetches and converts, tracks changes, takes media. Writes nothing but
 * the files that documents refer to; the caller writes the outcome. Rejects with a ServiceError.
 */
export function createScrapePage(parts: ScrapePageParts): ScrapePage {
  const { history, historyMaxBytes, fetchAndConvert, takeMedia, pageMemory, writeByModel, blobs, clock } =
    parts;
  const tracker = createChangeTracker(history, historyMaxBytes);

  async function scrape(request: RunningScrape): Promise<ScrapeOutcome> {
    const { options, url } = request;
    tracker.check(request);
    const key = keyOf(request, parts.db !== undefined);
    const startedAt = performance.now();
    const cached = await findCopy(key, request, parts);
    const mayKeep = createMayKeep(options, key, cached);
    const mayIndex = createMayIndex(request, parts.isIndexing, cached);
    const fetched = await fetchAndConvert({ ...request, mayKeep, mayIndex }, cached?.page);
    const cachedAt = fetched.isFresh ? undefined : cached?.fetchedAt;
    const { page, converted } = fetched;
    const fetchMs = cachedAt ? undefined : performance.now() - startedAt;
    await affordMost(request, fetched, writeByModel !== undefined);
    const fetchedAt = new Date(clock.now());
    const tracked = await tracker.track(request, {
      compared: converted.compared,
      statusCode: page.status,
      scrapedAt: cachedAt ?? fetchedAt,
    });
    const media = await takeMedia(request, fetched);
    const byModel = (await writeByModel?.(request, pageForModel(fetched, tracked))) ?? nothingByModel();
    const credits = priceOfPage(options, fetched, byModel);
    const written = await writeFiles(request, fetched, blobs);
    const keptAs = isWorthKeeping(fetched, mayKeep) ? key : undefined;
    const stored = { ...page, rendered: written?.stored };
    const toCache = keptAs && (await cachedPageRow(keptAs, url, stored, fetchedAt));
    const toIndex = toIndexOf(request, fetched, { mayIndex, fetchedAt });
    request.keepPage?.(page);
    const document = createDocument(request, fetched, {
      credits,
      cachedAt: cachedAt ?? (toCache && fetchedAt),
      isHit: cachedAt !== undefined,
      tracked,
      byModel,
      extras: { ...written?.content, ...media.content },
      remarks: media.warnings,
    });
    return { ...factsOf(request, fetched, tracked), document, credits, toCache, toIndex, fetchMs };
  }

  return withMemory(scrape, pageMemory);
}

function factsOf(
  { memory }: RunningScrape,
  { page, converted }: FetchOutcome,
  tracked: TrackedChanges | undefined,
): Pick<ScrapeOutcome, 'headers' | 'queuedMs' | 'discovery' | 'toSnapshot' | 'outline'> {
  const queuedMs = queuedMsOf(page) + memory.waitedMs;
  const { discovery, outline } = converted;
  return { headers: page.headers, queuedMs, discovery, outline, toSnapshot: tracked?.snapshot };
}

/** Gives the page's key in the cache; undefined when no copy is taken and none is kept. */
function keyOf({ options, url, teamId, file }: PageTask, hasCache: boolean): CacheKey | undefined {
  const canCache = file === undefined && hasCache && teamId !== undefined && isCacheable(options);
  return canCache ? cacheKey(teamId, url, options) : undefined;
}

/**
 * Gives the copy that the task came with, else a stored one. Throws where there is none with all that was asked for and nothing
 * may be fetched.
 */
async function findCopy(
  key: CacheKey | undefined,
  request: RunningScrape,
  parts: Pick<ScrapePageParts, 'db' | 'blobs' | 'clock'>,
): Promise<CachedPage | undefined> {
  const { copy, memory } = request;
  if (copy === undefined) {
    const cached = await lookUp(key, request, parts);
    const missing = cached && missingParts(request.options, cached.page.rendered);
    if (cached === undefined || missing?.length !== 0) checkMayFetch(request, missing);
    // A copy may be of the page that the address led to, which a crawl may not want.
    else if (cached.page.url !== request.url.href.split('#', 1)[0])
      await request.onRedirect?.(new URL(cached.page.url));
    return cached;
  }
  await memory.expectArrival();
  memory.noteArrival(copy.page.body.length);
  return copy;
}

/** Finds a stored copy that the request takes and whose files are all there. */
async function lookUp(
  key: CacheKey | undefined,
  request: RunningScrape,
  { db, blobs, clock }: Pick<ScrapePageParts, 'db' | 'blobs' | 'clock'>,
): Promise<CachedPage | undefined> {
  const age = acceptedAge(request.options);
  if (!db || !key || !age) return undefined;
  return request.trace.measure('cache', async function lookIntoCache(details) {
    const { signal } = request.deadline;
    await request.memory.expectArrival();
    const found = await findCachedPage(db, { key, age, now: clock.now() }, signal);
    request.memory.noteArrival(found?.page.body.length ?? 0);
    const picture = found?.page.rendered?.screenshot;
    const isWhole = !picture || !('blob' in picture) || (await blobs?.has(picture.blob, signal)) === true;
    details['found'] = found !== undefined && isWhole;
    return isWhole ? found : undefined;
  });
}

/** Writes the files that the document refers to. */
async function writeFiles(
  { options, deadline }: PageTask,
  { page, converted }: FetchOutcome,
  blobs: BlobStore | undefined,
): Promise<WrittenRendering | undefined> {
  const { rendered, url } = page;
  const { metadata } = converted;
  return rendered && writeRendered(rendered, { blobs, options, url, metadata, signal: deadline.signal });
}

/** Opens the memory for a large page, which goes to `keepMemory` with the result, or ends with a failure. */
function withMemory(
  scrape: (request: RunningScrape) => Promise<ScrapeOutcome>,
  pageMemory: PageMemory,
): ScrapePage {
  return async function scrapePage(request) {
    const { deadline, keepMemory } = request;
    using parting = new DisposableStack();
    const memory = parting.use(pageMemory.open({ ...turnOf(request), deadline }));
    try {
      const outcome = await scrape({ ...request, memory });
      keepMemory?.(parting.move());
      return outcome;
    } catch (error) {
      throw memory.explain(error);
    }
  };
}

function queuedMsOf({ rendered }: Page): number {
  return rendered?.queuedMs ?? 0;
}

function pageForModel({ page, converted }: FetchOutcome, tracked: TrackedChanges | undefined): PageForModel {
  const { forModel, renderNeed } = converted;
  const { url, status } = page;
  const obstacle = renderNeed?.reason === 'challenge' ? 'a challenge in its place' : undefined;
  return { forModel, versions: tracked?.versions, url, status, obstacle };
}

/** Holds what a page may cost before a model is asked for its formats. */
async function affordMost(request: PageTask, fetched: FetchOutcome, hasModel: boolean): Promise<void> {
  const { options } = request;
  const made = new Set(hasModel ? formatNames : []);
  const isInjectionChecked =
    hasModel && options.formats.some((format) => format.type === 'json' && format.checkPromptInjection);
  await request.afford?.(priceOfPage(options, fetched, { made, isInjectionChecked }));
}

function priceOfPage(
  options: ScrapeOptions,
  { converted, proxyUsed }: FetchOutcome,
  { made: madeByModel, isInjectionChecked }: Pick<WrittenByModel, 'made' | 'isInjectionChecked'>,
): number {
  return priceOf(options, {
    isLockdown: options.lockdown,
    isEnhancedProxyUsed: proxyUsed === 'stealth',
    pages: converted.pageCounts?.numPages,
    madeByModel,
    isInjectionChecked,
  });
}

/** Tells before the end of a scrape which pages may go to the cache: not the one that came from there. */
function createMayKeep(
  { storeInCache, zeroDataRetention }: ScrapeOptions,
  key: CacheKey | undefined,
  cached: CachedPage | undefined,
): (page: Page) => boolean {
  const canKeep = key !== undefined && storeInCache && !zeroDataRetention;
  return function mayKeep(page) {
    return canKeep && page !== cached?.page && fitsCache(page);
  };
}

/**
 * Tells before the end of a scrape of which pages others of the team may know: those that may go to the cache, whatever their
 * status and wherever the cache is.
 */
function createMayIndex(
  { file, options, teamId }: PageTask,
  isIndexing: boolean,
  cached: CachedPage | undefined,
): (page: Page) => boolean {
  const isShareable = file === undefined && teamId !== undefined && isCacheable(options);
  const canIndex = isIndexing && isShareable && options.storeInCache && !options.zeroDataRetention;
  return function mayIndex(page) {
    return canIndex && page !== cached?.page && fitsCache({ body: page.body, status: 200 });
  };
}

/** A page with a warning may be none of the site's own. */
function toIndexOf(
  request: PageTask,
  { page, converted, warnings }: FetchOutcome,
  { mayIndex, fetchedAt }: { mayIndex: (page: Page) => boolean; fetchedAt: Date },
): IndexChange | undefined {
  if (warnings.length > 0 || !mayIndex(page)) return undefined;
  return indexChangeOf(request, { page, facts: converted.indexed, fetchedAt });
}

/** A page with a warning is not kept: the next caller would get the copy without the warning. */
function isWorthKeeping({ page, warnings }: FetchOutcome, mayKeep: (page: Page) => boolean): boolean {
  return warnings.length === 0 && mayKeep(page);
}

/** Throws for a request that takes a stored copy or nothing. `missing` are the formats that the copy lacks, where there is one. */
function checkMayFetch({ file, options: { lockdown, minAge } }: PageTask, missing?: FormatName[]): void {
  if (file) return;
  const reason = missing && { message: `The stored copy of this page has no ${missing.join(' and no ')}` };
  if (lockdown) throw new ServiceError('SCRAPE_LOCKDOWN_CACHE_MISS', reason);
  if (minAge !== undefined) throw new ServiceError('SCRAPE_NO_CACHED_DATA', reason);
}

/** Tells which stored copies a request takes; undefined for none. */
function acceptedAge(options: ScrapeOptions): AgeRange | undefined {
  // A request that keeps nothing also reads nothing, unless it asks for a stored copy alone.
  const isCacheOnly = options.lockdown || options.minAge !== undefined;
  if (options.zeroDataRetention && !isCacheOnly) return undefined;
  if (options.maxAge === 0 && !isCacheOnly) return undefined;
  // A stored copy has no sound or film.
  if (asksFor(options, 'media')) return undefined;
  // A stored copy shows no change: a request for changes gets the page as it is now, unless it asks for a copy.
  if (asksFor(options, 'history') && !options.given.maxAge && !isCacheOnly) return undefined;
  return { minMs: options.minAge ?? 0, maxMs: options.maxAge };
}

interface DocumentFacts {
  credits: number;
  cachedAt: Date | undefined;
  isHit: boolean;
  tracked: TrackedChanges | undefined;
  byModel: WrittenByModel;
  /** The fields that are not made of the page's HTML. */
  extras: FormatOutput;
  /** Sentences about those fields. */
  remarks: readonly string[];
}

function createDocument(
  request: PageTask,
  { page, converted, proxyUsed, warnings: remarks }: FetchOutcome,
  facts: DocumentFacts,
): PackedDocument {
  const { changeTracking, warning } = facts.tracked ?? {};
  const { byModel } = facts;
  const warnings = [...request.options.warnings, ...converted.warnings, ...remarks, ...facts.remarks];
  warnings.push(...byModel.warnings);
  if (warning !== undefined) warnings.push(warning);
  return {
    ...converted.content,
    ...byModel.content,
    ...facts.extras,
    ...(changeTracking && {
      changeTracking: { ...changeTracking, ...(byModel.changes && { json: byModel.changes }) },
    }),
    metadata: {
      ...converted.metadata,
      ...byModel.metadata,
      sourceURL: request.sourceUrl,
      url: page.url,
      statusCode: page.status,
      ...sentType(page),
      ...(page.status >= 400 && { error: `The page answered with status ${page.status}` }),
      ...(page.rendered?.timezone !== undefined && { timezone: page.rendered.timezone }),
      scrapeId: request.id,
      ...converted.pageCounts,
      ...(proxyUsed && { proxyUsed, cacheState: facts.isHit ? 'hit' : 'miss' }),
      ...(facts.cachedAt && { cachedAt: facts.cachedAt.toISOString() }),
      creditsUsed: facts.credits,
    },
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  };
}

/** As the site sent it: what a browser read as text has become UTF-8 since. */
function sentType({ headers, contentType }: Page): { contentType?: string } {
  const sent = headers['content-type'] ?? contentType;
  return sent === undefined ? {} : { contentType: sent };
}
