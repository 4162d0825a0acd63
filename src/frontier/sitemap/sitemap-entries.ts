import type { Clock } from '../../lib/time/clock.ts';
import type { Log } from '../../lib/log/log.ts';
import { withoutCredentials } from '../../lib/addresses/url.ts';
import type { Queryable } from '../../store/database.ts';
import type { FetchSiteFile, SiteFile } from '../fetch-site-file.ts';
import type { RobotsOf } from '../robots/robots-of.ts';
import type { SiteRobots } from '../robots/site-robots.ts';
import { createPatientFetch } from './patient-fetch.ts';
import { MAX_SITEMAP_BYTES } from './sitemap.ts';
import type { SitemapEntry } from './sitemap-content.ts';
import { findSitemapFile, keepSitemapFile, type SitemapFileKey } from './sitemap-files.ts';
import type { SitemapProblem } from './sitemap-problem.ts';
import { walkSitemaps, type FetchedSitemap, type SitemapLimits } from './sitemap-walk.ts';
import { startFolder } from '../start-folder.ts';

export interface SitemapEntriesOptions {
  /** The page whose site is meant. */
  start: URL;
  teamId: string;
  /** The robots.txt of the start's origin. Files on other origins are asked for as their own robots.txt allows. */
  robots: SiteRobots;
  /** Fetch whatever robots.txt says; its `sitemap` lines still count. */
  isRobotsIgnored?: boolean;
  /** Fetch every file anew; it takes the place of the stored one. */
  ignoreCache: boolean;
  /** False under zero data retention: nothing is read from the database or written to it. */
  isCached: boolean;
  /** A busy site is asked again for a file; see `createPatientFetch`. */
  isPatient?: boolean;
  limits: SitemapLimits;
  onProblem?(problem: SitemapProblem): void;
  signal: AbortSignal;
}

export type SitemapEntries = (options: SitemapEntriesOptions) => AsyncGenerator<SitemapEntry>;

interface SitemapEntriesParts {
  fetch: FetchSiteFile;
  robotsOf: RobotsOf;
  db: Queryable;
  clock: Clock;
  log: Log;
}

const TIMEOUT_MS = 30_000;
/** The most bytes that are kept of one site at a time: the tables are trimmed only now and then. */
const MAX_KEPT_BYTES = 100_000_000;

/** One reading of a site's sitemaps. */
interface Reading {
  readonly options: SitemapEntriesOptions;
  readonly fetch: FetchSiteFile;
  keptBytes: number;
}

/**
 * The entries of a site's sitemaps: those that its robots.txt names, or if they hold nothing, those in the usual
 * places. A file that was fetched is kept for the team for seven days. Failures are told to `onProblem`; rejects with
 * the signal's reason only.
 */
export function createSitemapEntries(parts: SitemapEntriesParts): SitemapEntries {
  const { fetch, robotsOf, db, clock, log } = parts;
  async function stored(key: SitemapFileKey): Promise<FetchedSitemap | undefined> {
    try {
      const file = await findSitemapFile(db, key, clock.now());
      return file && { ...file, status: 200 };
    } catch (error) {
      log.warn('A stored sitemap cannot be read and is fetched again', { error });
      return undefined;
    }
  }

  async function keep(key: SitemapFileKey, file: SiteFile, reading: Reading): Promise<void> {
    if (reading.keptBytes >= MAX_KEPT_BYTES) return;
    try {
      const bytes = await keepSitemapFile(db, key, file, clock.now());
      reading.keptBytes += bytes;
    } catch (error) {
      log.warn('A sitemap was read and cannot be stored', { error });
    }
  }

  async function fetchSitemap(url: URL, reading: Reading, signal: AbortSignal): Promise<FetchedSitemap> {
    const { teamId, isCached, ignoreCache } = reading.options;
    const key = { teamId, url: withoutCredentials(url) };
    const known = isCached && !ignoreCache ? await stored(key) : undefined;
    if (known !== undefined) return known;
    const request = { teamId, timeoutMs: TIMEOUT_MS, maxBytes: MAX_SITEMAP_BYTES, signal };
    const file = await reading.fetch(url, request);
    return isCached ? { ...file, keep: () => keep(key, file, reading) } : file;
  }

  return async function* sitemapEntries(options) {
    const { start, robots, limits, isPatient = false, onProblem, signal } = options;
    const fetchFile = isPatient ? createPatientFetch(fetch) : fetch;
    const reading: Reading = { options, fetch: fetchFile, keptBytes: 0 };
    for (const urls of [robots.sitemaps, ...usualPlaces(start)]) {
      let hasEntries = false;
      const walk = walkSitemaps({
        start: urls,
        site: start,
        fetch: (url, ended) => fetchSitemap(url, reading, ended),
        isAllowed: (url, ended) => isAllowed(url, options, robotsOf, ended),
        limits,
        onProblem: (problem) => onProblem?.(problem),
        signal,
      });
      for await (const entry of walk) {
        hasEntries = true;
        yield entry;
      }
      if (hasEntries) return;
    }
  };
}

/** Whether the robots.txt of the URL's own origin allows it. */
async function isAllowed(
  url: URL,
  options: SitemapEntriesOptions,
  robotsOf: RobotsOf,
  signal: AbortSignal,
): Promise<boolean> {
  const { robots, teamId } = options;
  if (options.isRobotsIgnored === true) return true;
  const ofOrigin =
    url.origin === robots.origin
      ? robots
      : await robotsOf(url, { userAgent: robots.userAgent, teamId, signal });
  return ofOrigin.isAllowed(url);
}

/**
 * Where sitemaps lie that nothing names, the likely places first. A project in a folder of somebody's site, such as its
 * documentation, often has one of its own.
 */
function usualPlaces(start: URL): string[][] {
  const [, project] = startFolder(start).split('/');
  const ofProject = project === undefined || project === '' ? [] : [`/${project}/sitemap.xml`];
  const places = [[...ofProject, '/sitemap.xml'], ['/sitemap_index.xml']];
  return places.map((paths) => paths.map((path) => new URL(path, start.origin).href));
}
