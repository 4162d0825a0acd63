import type { Clock } from '../lib/time/clock.ts';
import type { Log } from '../lib/log/log.ts';
import type { Queryable } from '../store/database.ts';
import type { FetchSiteFile } from './fetch-site-file.ts';
import { createRobotsOf, type RobotsOf } from './robots/robots-of.ts';
import { createSitemapEntries, type SitemapEntries } from './sitemap/sitemap-entries.ts';

export type { SiteRobots } from './robots/site-robots.ts';

/** The files in which sites speak to crawlers: robots.txt and sitemaps. */
export interface SiteFiles {
  robotsOf: RobotsOf;
  sitemapEntries: SitemapEntries;
}

interface SiteFilesParts {
  /** See `createSiteFileFetch`. */
  fetch: FetchSiteFile;
  db: Queryable;
  clock: Clock;
  log: Log;
}

/** One for the whole process: robots.txt files are kept in its memory. */
export function createSiteFiles({ fetch, db, clock, log }: SiteFilesParts): SiteFiles {
  const robotsOf = createRobotsOf({ fetch, clock });
  return { robotsOf, sitemapEntries: createSitemapEntries({ fetch, robotsOf, db, clock, log }) };
}
