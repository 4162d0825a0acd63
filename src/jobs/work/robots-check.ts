import type { SiteFiles, SiteRobots } from '../../frontier/site-files.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { JobContext } from '../model/job-context.ts';

/** robots.txt forbids the URL. */
export class RobotsRefused extends Error {
  override readonly name = 'RobotsRefused';
  readonly robots: SiteRobots;

  constructor(robots: SiteRobots) {
    super('robots.txt forbids this URL');
    this.robots = robots;
  }
}

/** The robots.txt that is in charge cannot be had, so nothing may be fetched (RFC 9309 section 2.3.1.4). */
export class RobotsUnreachable extends ServiceError {}

/** Asks the robots.txt of a URL's site; see `createRobotsCheck`. */
export type CheckRobots = (job: JobContext, url: URL) => Promise<SiteRobots | undefined>;

/**
 * Resolves to the rules of the robots.txt that governs the URL; undefined where none is asked: for a batch, which names
 * its pages, for a caller who ignores robots.txt, and under lockdown. Rejects with `RobotsRefused` or
 * `RobotsUnreachable`.
 */
export function createRobotsCheck(siteFiles: Pick<SiteFiles, 'robotsOf'>): CheckRobots {
  return async function checkRobots(job, url) {
    const { crawl, scrapeOptions } = job.request;
    if (crawl === undefined || crawl.ignoreRobotsTxt || scrapeOptions.lockdown) return undefined;
    const robots = await siteFiles.robotsOf(url, {
      userAgent: crawl.robotsUserAgent,
      teamId: job.teamId,
      signal: job.abort.signal,
    });
    if (robots.isAllowed(url)) return robots;
    throw robots.state === 'unreachable' ? unreachable(robots) : new RobotsRefused(robots);
  };
}

function unreachable({ failure }: SiteRobots): RobotsUnreachable {
  if (failure !== undefined && failure.code !== 'SCRAPE_SITE_ERROR') {
    return new RobotsUnreachable(failure.code, { message: failure.message, cause: failure });
  }
  const reason = failure ? `: ${failure.message}` : '';
  return new RobotsUnreachable('SCRAPE_SITE_ERROR', {
    message: `robots.txt of this site cannot be read, so nothing of it is fetched${reason}. ignoreRobotsTxt overrides it.`,
  });
}
