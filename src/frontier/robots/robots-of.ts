import type { Clock } from '../../lib/time/clock.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { SharedWork } from '../../lib/sharing/shared-work.ts';
import type { FetchSiteFile, SiteFile } from '../fetch-site-file.ts';
import { RobotsCache, type KnownRobots } from './robots-cache.ts';
import { createSiteRobots, type SiteRobots } from './site-robots.ts';

/** Which file, as whom. */
interface Asked {
  /** The caller's `robotsUserAgent`: sent with the request and used to find the rules. */
  userAgent: string | undefined;
  /** The team of the request; see `Asker`. */
  teamId: string | undefined;
}

interface RobotsOfOptions extends Asked {
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
  const underWay = new SharedWork<SiteRobots>();

  const knownNow = (key: string): SiteRobots | undefined => {
    const known = cache.get(key);
    return known !== undefined && clock.now() < known.retryAt ? known.robots : undefined;
  };

  async function ask(
    keys: Keys,
    asked: Asked & { origin: string },
    signal: AbortSignal,
  ): Promise<SiteRobots> {
    const answer = await answerOf(fetch, asked, signal);
    const askedAt = clock.now();
    const robots = createSiteRobots(answer, asked);
    if (robots.state !== 'unreachable') {
      const bytes = answer instanceof ServiceError ? 0 : answer.body.length;
      cache.set(keys.ofAll, { robots, bytes, askedAt, retryAt: askedAt + FRESH_MS });
      return robots;
    }
    const retryAt = askedAt + UNREACHABLE_FRESH_MS;
    const earlier = cache.get(keys.ofAll);
    if (earlier !== undefined && isUsable(earlier, askedAt)) {
      cache.set(keys.ofAll, { ...earlier, retryAt: Math.min(retryAt, earlier.askedAt + USABLE_MS) });
      return earlier.robots;
    }
    const bytes = answer instanceof ServiceError ? 0 : answer.body.length;
    cache.set(keys.ofTeam, { robots, bytes, askedAt, retryAt });
    return robots;
  }

  return async function robotsOf(url, { userAgent, teamId, signal }) {
    signal.throwIfAborted();
    const { origin } = url;
    const keys = keysOf(origin, { userAgent, teamId });
    const known = knownNow(keys.ofAll) ?? knownNow(keys.ofTeam);
    if (known !== undefined) return known;
    return underWay.join(keys.ofTeam, signal, (ended) => ask(keys, { origin, userAgent, teamId }, ended));
  };
}

/**
 * The answer of a site is kept for all teams. The failure to ask it is kept for one: the reason may be that this team's
 * requests have to wait for one another.
 */
interface Keys {
  ofAll: string;
  ofTeam: string;
}

function keysOf(origin: string, { userAgent = '', teamId = '' }: Asked): Keys {
  const ofAll = `${origin} ${userAgent}`;
  return { ofAll, ofTeam: `${teamId} ${ofAll}` };
}

function isUsable({ robots, askedAt }: KnownRobots, now: number): boolean {
  return robots.state !== 'unreachable' && now - askedAt < USABLE_MS;
}

async function answerOf(
  fetch: FetchSiteFile,
  { origin, userAgent, teamId }: Asked & { origin: string },
  signal: AbortSignal,
): Promise<SiteFile | ServiceError> {
  try {
    return await fetch(new URL('/robots.txt', origin), {
      userAgent,
      teamId,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    // Everything else is no failure of the site: a header that cannot be sent, our own limits, a bug.
    if (error instanceof ServiceError && error.code.startsWith('SCRAPE_')) return error;
    throw error;
  }
}
