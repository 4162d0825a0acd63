import type { SiteFiles, SiteRobots } from '../../frontier/site-files.ts';
import { addLinks } from './add-links.ts';
import type { FoundLink, LinkCollection } from './link-collection.ts';

/** Entries that are added together: a file may hold 50,000. */
const BATCH = 500;
const LIMITS = { maxSitemaps: 1_000, maxUrls: 1_000_000, maxDepth: 4 };

export interface ReadSitemapsOptions {
  /** The team whose turn and cache are used; undefined: nothing is read from the database or written to it. */
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
  let batch: FoundLink[] = [];
  for await (const { url: href, title } of entries) {
    reading.count++;
    batch.push({ href, title });
    if (batch.length < Math.min(BATCH, links.roomFor('sitemap'))) continue;
    await addLinks(links, batch, 'sitemap', signal);
    batch = [];
    if (links.isFullFor('sitemap')) break;
  }
  await addLinks(links, batch, 'sitemap', signal);
  return reading;
}
