import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SiteFiles, SiteRobots } from '../../frontier/site-files.ts';
import type { LinkCollection } from './link-collection.ts';

/** Entries between two turns of the event loop: a file may hold 50,000. */
const ENTRIES_A_TURN = 500;
const LIMITS = { maxSitemaps: 1_000, maxUrls: 1_000_000, maxDepth: 4 };

export interface ReadSitemapsOptions {
  /** Whose turn and cache it is; undefined: nothing is read from the database or written to it. */
  teamId: string | undefined;
  ignoreCache: boolean;
  signal: AbortSignal;
}

export interface SitemapReading {
  robots: SiteRobots;
  /** Entries of the files, those of other sites included. */
  count: number;
  /** The first thing that went wrong, in words. */
  problem: string | undefined;
}

/** Adds what the sitemaps of the start's host list; rejects with the signal's reason, and as `RobotsOf` does. */
export async function readSitemaps(
  { robotsOf, sitemapEntries }: SiteFiles,
  start: URL,
  links: LinkCollection,
  { teamId, ignoreCache, signal }: ReadSitemapsOptions,
): Promise<SitemapReading> {
  const robots = await robotsOf(start, { userAgent: undefined, teamId, signal });
  const reading: SitemapReading = { robots, count: 0, problem: undefined };
  const entries = sitemapEntries({
    start,
    teamId: teamId ?? '',
    robots,
    ignoreCache,
    isCached: teamId !== undefined,
    limits: LIMITS,
    onProblem({ reason, status }) {
      // Nobody promised that there is one in the usual places.
      if (status === 404 || status === 410) return;
      reading.problem ??= status === undefined ? reason : `${reason} (status ${status})`;
    },
    signal,
  });
  for await (const { url, title } of entries) {
    links.add(url, 'sitemap', { title });
    if (links.isFullFor('sitemap')) break;
    if (++reading.count % ENTRIES_A_TURN === 0) await nextTurn(undefined, { signal });
  }
  return reading;
}
