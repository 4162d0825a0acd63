import type { Clock } from '../lib/clock.ts';
import { ServiceError } from '../lib/service-error.ts';
import { untilAborted } from '../net/until-aborted.ts';
import type { FetchSiteFile, SiteFile } from './fetch-site-file.ts';
import { RobotsCache, type KnownRobots } from './robots-cache.ts';
import { createSiteRobots, type SiteRobots } from './site-robots.ts';

interface RobotsOfOptions {
  /** The caller's `robotsUserAgent`: sent with the request and used to find the rules. */
  userAgent: string | undefined;
  signal: AbortSignal;
}

/**
 * The robots.txt of a URL's origin, from memory when it was asked for within the last hour. A site that cannot be asked
 * is an answer too (`unreachable`). Rejects with the signal's reason, with a BAD_REQUEST when the user agent cannot be
 * sent, and when this machine has no more connections.
 */
export type RobotsOf = (url: URL, options: RobotsOfOptions) => Promise<SiteRobots>;

const TIMEOUT_MS = 10_000;
/** More than is parsed, so that a longer file is cut and not a failure. */
const MAX_BYTES = 8 * 1024 * 1024;

const FRESH_MS = 60 * 60_000;
/** A site that could not be asked is soon asked again. */
const UNREACHABLE_FRESH_MS = 60_000;
/** RFC 9309 section 2.4: so long at most a copy may be used, here while the site cannot be asked. */
const USABLE_MS = 24 * 60 * 60_000;

export function createRobotsOf({ fetch, clock }: { fetch: FetchSiteFile; clock: Clock }): RobotsOf {
  const cache = new RobotsCache();
  const underWay = new Map<string, Promise<SiteRobots>>();

  async function ask(
    key: string,
    asked: { origin: string; userAgent: string | undefined },
  ): Promise<SiteRobots> {
    const answer = await answerOf(fetch, asked);
    const askedAt = clock.now();
    const robots = createSiteRobots(answer, asked);
    const earlier = cache.get(key);
    if (robots.state === 'unreachable' && earlier !== undefined && isUsable(earlier, askedAt)) {
      const retryAt = Math.min(askedAt + UNREACHABLE_FRESH_MS, earlier.askedAt + USABLE_MS);
      cache.set(key, { ...earlier, retryAt });
      return earlier.robots;
    }
    const bytes = answer instanceof ServiceError ? 0 : answer.body.length;
    const freshMs = robots.state === 'unreachable' ? UNREACHABLE_FRESH_MS : FRESH_MS;
    cache.set(key, { robots, bytes, askedAt, retryAt: askedAt + freshMs });
    return robots;
  }

  /** One request for all who ask meanwhile; it goes on when one of them goes away, and ends at its time limit. */
  function askOnce(
    key: string,
    asked: { origin: string; userAgent: string | undefined },
  ): Promise<SiteRobots> {
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const work = ask(key, asked).finally(() => underWay.delete(key));
    underWay.set(key, work);
    return work;
  }

  return async (url, { userAgent, signal }) => {
    signal.throwIfAborted();
    const { origin } = url;
    const key = `${origin} ${userAgent ?? ''}`;
    const known = cache.get(key);
    if (known !== undefined && clock.now() < known.retryAt) return known.robots;
    return untilAborted(askOnce(key, { origin, userAgent }), signal);
  };
}

function isUsable({ robots, askedAt }: KnownRobots, now: number): boolean {
  return robots.state !== 'unreachable' && now - askedAt < USABLE_MS;
}

async function answerOf(
  fetch: FetchSiteFile,
  { origin, userAgent }: { origin: string; userAgent: string | undefined },
): Promise<SiteFile | ServiceError> {
  try {
    const { signal } = new AbortController();
    return await fetch(new URL('/robots.txt', origin), {
      userAgent,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal,
    });
  } catch (error) {
    // Everything else is no failure of the site: a header that cannot be sent, our own limits, a bug.
    if (error instanceof ServiceError && error.code.startsWith('SCRAPE_')) return error;
    throw error;
  }
}
