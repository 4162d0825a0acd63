import {
  ignoredMapOptions,
  MAX_MAP_LIMIT,
  type MapLink,
  type MapRequest,
} from '../../contract/requests/map.ts';
import { rankByRelevance } from '../../frontier/relevance/relevance.ts';
import type { PatternThread } from '../../frontier/patterns/pattern-thread.ts';
import { PatternsTooSlow } from '../../frontier/patterns/path-patterns.ts';
import type { Scope } from '../../frontier/scope.ts';
import type { SiteFiles } from '../../frontier/site-files.ts';
import { createSite } from '../../frontier/site.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import type { CachedPageRow } from '../../scraper/cache/page-cache.ts';
import type { ScrapePage } from '../../scraper/scrape-page.ts';
import type { IndexChange } from '../../search-index/write-pages.ts';
import { addUrls } from './add-links.ts';
import { CachedCopies, type UseCopy } from './cached-copies.ts';
import { explorePages, type Explored } from './explore-pages.ts';
import type { FindKnownPages } from './known-pages.ts';
import type { FindKnownTitles } from './known-titles.ts';
import { LinkCollection, type LinkSource } from './link-collection.ts';
import { mapRemarks } from './map-remarks.ts';
import { PageVisits } from './page-visits.ts';
import { readSitemaps, type SitemapReading } from './read-sitemaps.ts';
import { siteHosts } from './site-hosts.ts';
import { siteRules, type SiteRules } from './site-rules.ts';
import { StartPatience } from './start-patience.ts';
import { throwForNothing } from './throw-for-nothing.ts';
import type { VisitedPage } from './visit-page.ts';

const PAGE_TIMEOUT_MS = 8_000;
/** The time that further pages may take beyond sitemaps and start page. */
const EXPLORE_MS = 10_000;
const MAX_FURTHER_PAGES = 50;
/** The newest copies in the cache that are looked through, and those of them that are read. */
const MAX_CACHED_CANDIDATES = 1_000;
const MAX_CACHED_PAGES = 30;
/** With a query a few links are no answer yet: the best one may not be among them. */
const ENOUGH_FOR_SEARCH = 1_000;
/** Links among which those below the start's path are looked for, at least. */
const FOLDER_SEARCH = 20_000;

export interface FindLinksParts {
  scrapePage: ScrapePage;
  siteFiles: SiteFiles;
  patterns: PatternThread;
  /** Undefined without a database. */
  findKnownPages: FindKnownPages | undefined;
  findKnownTitles: FindKnownTitles | undefined;
  clock: Clock;
  log: Log;
}

export interface FindLinksOptions {
  /** The team whose cache and earlier pages are used; undefined: none is. */
  teamId: string | undefined;
  /** See `mapTimeoutMs`. */
  deadline: Deadline;
  /** The caller's own: when it aborts, nothing is returned. */
  signal: AbortSignal;
  /** No page beside the start is looked at. */
  isShallow?: boolean;
}

/** The links of a site, best first, and the pages to put into the cache. */
export interface SiteLinks {
  links: MapLink[];
  warning: string | undefined;
  /** Pages that were fetched on the way. */
  toCache: CachedPageRow[];
  /** Their changes of the search index. */
  toIndex: IndexChange[];
}

export type FindLinks = (start: URL, request: MapRequest, options: FindLinksOptions) => Promise<SiteLinks>;

/**
 * Finds the links of a site: those of its sitemaps, of its start page, of pages that the team has scraped, and when
 * these are few, of further pages. Throws MAP_TIMEOUT when the time is over and nothing was found, the failure of the
 * start page when there is nothing else, a BAD_REQUEST for a pattern that does not compile or is too slow.
 */
export function createFindLinks(parts: FindLinksParts): FindLinks {
  return async function findLinks(start, request, options) {
    const run = new MapRun(parts, start, request, options);
    await run.gather();
    options.signal.throwIfAborted();
    return await run.result();
  };
}

class MapRun {
  readonly #parts: FindLinksParts;
  readonly #request: MapRequest;
  readonly #options: FindLinksOptions;
  readonly #links: LinkCollection;
  readonly #visits: PageVisits;
  readonly #copies: CachedCopies;
  readonly #warnings: string[] = [];
  readonly #asked: URL;
  /** Where the site is; elsewhere than asked for when the start page redirects there. */
  #start: URL;
  #scope: Scope;
  /** URLs of the team's copies of pages of the site, newest first. */
  #cached: readonly string[] = [];
  #startFailure: ServiceError | undefined;
  #tooSlow: PatternsTooSlow | undefined;
  #startPage: VisitedPage | undefined;
  #sitemap: SitemapReading | undefined;
  #explored: Explored | undefined;

  constructor(parts: FindLinksParts, start: URL, request: MapRequest, options: FindLinksOptions) {
    this.#parts = parts;
    this.#request = request;
    this.#options = options;
    this.#asked = start;
    this.#start = start;
    const { teamId } = options;
    this.#visits = new PageVisits({ scrapePage: parts.scrapePage, teamId, asked: start, request });
    this.#copies = new CachedCopies(this.#visits, parts.log);
    const { scope, folder } = this.#site(start);
    this.#scope = scope;
    this.#links = new LinkCollection({
      scope,
      folder,
      ignoreQueryParameters: request.ignoreQueryParameters,
      deduplicateSimilarURLs: request.deduplicateSimilarURLs,
      capacity: this.#capacity(folder),
    });
    for (const name of ignoredMapOptions(request))
      this.#warnings.push(`${name} is not supported by map and was ignored.`);
  }

  async gather(): Promise<void> {
    const { sitemap } = this.#request;
    using patience = new StartPatience(this.#options.deadline.signal);
    const startPage =
      sitemap === 'only' ? undefined : this.#unlessOver(() => this.#readStart(patience.signal));
    const sitemaps = sitemap === 'skip' ? undefined : this.#unlessOver(() => this.#readSitemap(this.#start));
    const known = sitemap === 'only' ? undefined : this.#unlessOver(() => this.#recall());
    const others = Promise.all([sitemaps, known]).then(() => {
      if (this.#request.timeout === undefined && this.#links.size > 0) patience.limit();
    });
    await Promise.all([startPage, others]);
    if (sitemap !== 'skip') await this.#unlessOver(() => this.#readOtherSitemaps());
    // There it only tells titles of what the sitemaps have named.
    if (sitemap === 'only') await this.#unlessOver(() => this.#recall());
    await this.#unlessOver(() => this.#explore());
    await this.#unlessOver(() => this.#describeListed());
  }

  async result(): Promise<SiteLinks> {
    const { deadline } = this.#options;
    const isOver = deadline.signal.aborted;
    const { timeout, limit } = this.#request;
    if (this.#links.size === 0) {
      const failure = this.#startFailure ?? this.#sitemap?.robots.failure;
      throwForNothing({ tooSlow: this.#tooSlow, overAfterMs: isOver ? timeout : undefined, failure });
    }
    const listed = this.#listed();
    const ranked = this.#query === undefined ? listed : await rankByRelevance(this.#query, listed);
    const links = ranked.slice(0, limit);
    const warnings = [...this.#warnings, ...this.#remarks(links.length), ...this.#visits.warnings()];
    if (this.#tooSlow !== undefined)
      warnings.push(`${this.#tooSlow.message}. These are the links found until then.`);
    if (isOver)
      warnings.push(`The map did not finish within ${timeout} ms: these are the links found until then.`);
    return {
      links,
      warning: warnings.length > 0 ? warnings.join(' ') : undefined,
      toCache: this.#visits.toCache,
      toIndex: this.#visits.toIndex,
    };
  }

  /** The links that the answer has, or that it has the best of. */
  #listed(): MapLink[] {
    const all = this.#links.toLinks();
    return this.#query === undefined ? all.slice(0, this.#request.limit) : all;
  }

  get #query(): string | undefined {
    const { search } = this.#request;
    return search === undefined || search.trim() === '' ? undefined : search;
  }

  /** Whether `limit` leaves room for more. */
  #isEnough(): boolean {
    const { limit } = this.#request;
    return this.#links.size >= (this.#query === undefined ? limit : Math.max(limit, ENOUGH_FOR_SEARCH));
  }

  /** More links are collected than asked for: a URL far back in a sitemap may fit best. */
  #capacity(folder: string | undefined): number {
    const { limit } = this.#request;
    if (this.#query !== undefined) return MAX_MAP_LIMIT;
    return folder === undefined ? limit : Math.min(MAX_MAP_LIMIT, Math.max(FOLDER_SEARCH, 4 * limit));
  }

  #site(start: URL): SiteRules {
    const { teamId = '' } = this.#options;
    return siteRules(start, this.#request, { patterns: this.#parts.patterns, teamId });
  }

  /** Work that the time limit, the caller's leaving or a slow pattern interrupts stays undone, without an error. */
  async #unlessOver(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#options.deadline;
    if (signal.aborted || this.#tooSlow !== undefined) return;
    try {
      await work();
    } catch (error) {
      if (error instanceof PatternsTooSlow) this.#tooSlow = error;
      else if (!signal.aborted) throw error;
    }
  }

  async #readStart(signal: AbortSignal): Promise<void> {
    const asked = this.#asked;
    let page: VisitedPage;
    try {
      // A map shows the links that the start page has now.
      page = await this.#visits.visit(asked, {
        options: { ...this.#visits.options, maxAge: 0 },
        // The map's own end, which comes first, is no failure of the page.
        timeoutMs: this.#options.deadline.remainingMs + 1_000,
        signal,
      });
    } catch (error) {
      if (!(error instanceof ServiceError) || this.#options.deadline.signal.aborted) throw error;
      this.#startFailure = error;
      return;
    }
    this.#startPage = page;
    const relation = createSite(asked).relationOf(page.url);
    if (relation === 'external' || (relation === 'subdomain' && !this.#request.includeSubdomains)) {
      this.#start = page.url;
      const site = this.#site(page.url);
      this.#scope = site.scope;
      await this.#links.moveTo(site, this.#options.deadline.signal);
    }
    await this.#take(asked, page, {
      self: 'start',
      links: 'start page',
      signal: this.#options.deadline.signal,
    });
  }

  async #readSitemap(start: URL): Promise<void> {
    const { siteFiles } = this.#parts;
    const reading = await readSitemaps(siteFiles, start, this.#links, {
      teamId: this.#options.teamId,
      ignoreCache: this.#request.ignoreCache,
      signal: this.#options.deadline.signal,
    });
    if (this.#sitemap === undefined || reading.count > 0) this.#sitemap = reading;
  }

  /** Reads sitemaps of the host that the start page led to; while none is found, of the host with or without `www.`. */
  async #readOtherSitemaps(): Promise<void> {
    const target = this.#startPage?.url ?? this.#asked;
    const isElsewhere = createSite(this.#asked).relationOf(target) !== 'same';
    const read = new Set([this.#asked.host]);
    for (const host of [target.host, ...siteHosts(target).own]) {
      const isNeeded = (isElsewhere && host === target.host) || (this.#sitemap?.count ?? 0) === 0;
      if (read.has(host) || !isNeeded) continue;
      read.add(host);
      const start = new URL(target);
      start.host = host;
      await this.#readSitemap(start);
    }
  }

  /** Adds pages that the team has seen before. A copy in the cache also tells its title and its links. */
  async #recall(): Promise<void> {
    const { findKnownPages } = this.#parts;
    const { teamId, deadline } = this.#options;
    const { ignoreCache, sitemap, limit } = this.#request;
    if (findKnownPages === undefined || teamId === undefined || ignoreCache) return;
    // Copies of the links that are listed in the end may be older than others.
    const most = Math.max(limit, MAX_CACHED_CANDIDATES);
    const known = await untilAborted(findKnownPages(teamId, this.#start, most), deadline.signal);
    this.#cached = known.cached;
    const isListed = sitemap !== 'only';
    if (isListed) await addUrls(this.#links, [...known.cached, ...known.scraped], 'known', deadline.signal);
    const newest = known.cached.slice(0, MAX_CACHED_CANDIDATES);
    const readable = newest.filter((href) => this.#links.has(href)).slice(0, MAX_CACHED_PAGES);
    const use: UseCopy = async (url, page, signal) => {
      if (isListed) await this.#take(url, page, { self: 'known', links: 'further page', signal });
      else this.#links.describe(page.url.href, page);
    };
    await this.#copies.readAll(readable, use, deadline.signal);
  }

  /** Reads titles of links that are listed and were not looked at from their copies in the cache. */
  async #describeListed(): Promise<void> {
    await this.#recallTitles();
    if (this.#cached.length === 0) return;
    const copies = new Map(this.#cached.map((href) => [this.#links.listedAs(href), href]));
    const hrefs = this.#listed().flatMap(({ url, title }) =>
      title === undefined ? (copies.get(url) ?? []) : [],
    );
    const describe: UseCopy = async (_url, page) => this.#links.describe(page.url.href, page);
    await this.#copies.readAll(hrefs, describe, this.#options.deadline.signal);
  }

  async #recallTitles(): Promise<void> {
    const { teamId, deadline: whole } = this.#options;
    if (teamId === undefined || this.#request.ignoreCache) return;
    const bare = this.#listed().flatMap(({ url, title }) => (title === undefined ? [url] : []));
    const titles = await this.#parts.findKnownTitles?.(teamId, bare, whole.signal);
    for (const [url, facts] of titles ?? []) this.#links.describe(url, facts);
  }

  async #explore(): Promise<void> {
    if (this.#options.isShallow === true || this.#request.sitemap === 'only' || this.#isEnough()) return;
    const { siteFiles, clock } = this.#parts;
    using time = new Deadline(EXPLORE_MS, this.#options.deadline.signal);
    this.#explored = await explorePages({
      from: [...this.#links.urlsFrom('start page'), ...this.#links.urlsFrom('further page')],
      spare: () => [...this.#links.urlsFrom('known'), ...this.#links.urlsFrom('sitemap')],
      seen: [...this.#copies.read, this.#start.href, this.#startPage?.url.href ?? ''],
      robotsOf: siteFiles.robotsOf,
      teamId: this.#options.teamId,
      visit: (url) => this.#visitFurther(url, time.signal),
      isEnough: () => this.#isEnough() || this.#tooSlow !== undefined,
      maxPages: MAX_FURTHER_PAGES,
      expiresAt: time.expiresAt,
      signal: time.signal,
      now: new Date(clock.now()),
    });
  }

  async #visitFurther(url: URL, signal: AbortSignal): Promise<URL[]> {
    try {
      const page = await this.#visits.visit(url, {
        options: this.#visits.options,
        timeoutMs: PAGE_TIMEOUT_MS,
        signal,
        onRedirect: (target) => this.#checkRedirect(target, signal),
      });
      return await this.#take(url, page, { self: 'further page', links: 'further page', signal });
    } catch (error) {
      if (error instanceof PatternsTooSlow) this.#tooSlow = error;
      else if (!(error instanceof ServiceError) && !signal.aborted)
        this.#parts.log.warn('a page was not read for a map', { error });
      return [];
    }
  }

  async #checkRedirect(target: URL, signal: AbortSignal): Promise<void> {
    const discovery = { depth: 0, fromExternal: false };
    const { isInScope } = await this.#scope.judge(target, discovery, signal);
    const { teamId } = this.#options;
    const robots = isInScope
      ? await this.#parts.siteFiles.robotsOf(target, { userAgent: undefined, teamId, signal })
      : undefined;
    if (robots?.isAllowed(target) !== true)
      throw new ServiceError('SCRAPE_SITE_ERROR', { message: 'The page leads to where a map does not go' });
  }

  /** Enters what a page tells; returns the URLs that it named first. */
  async #take(
    asked: URL,
    page: VisitedPage,
    sources: { self: LinkSource; links: LinkSource; signal: AbortSignal },
  ): Promise<URL[]> {
    const { url, status } = page;
    const isStart = sources.self === 'start';
    if (status === 404 || status === 410) this.#links.remove(asked.href);
    // A site's error page leads into the site; that of one of its pages says nothing more.
    if (status >= 400 && !isStart) return [];
    if (status < 400) {
      await this.#links.add([{ href: url.href }], sources.self, sources.signal);
      this.#links.describe(url.href, page);
    }
    return addUrls(this.#links, page.links, sources.links, sources.signal);
  }

  #remarks(found: number): string[] {
    return mapRemarks({
      isSitemapOnly: this.#request.sitemap === 'only',
      startFailure: this.#startFailure,
      startPage: this.#startPage,
      sitemap: this.#sitemap,
      explored: this.#explored,
      found,
    });
  }
}
