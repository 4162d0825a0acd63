import { Deadline } from '../lib/time/deadline.ts';
import { readRetryAfterMs } from '../lib/time/retry-after.ts';
import { ServiceError } from '../lib/service-error.ts';
import { withoutCredentials } from '../lib/addresses/url.ts';
import type { Outbound } from '../net/outbound.ts';
import { createVisit, type SiteVisit } from '../net/headers/visit.ts';

export interface SiteFileRequest {
  /** Sent as the User-Agent header in place of a browser's, with none of the headers that only browsers send. */
  userAgent?: string | undefined;
  /** For the whole of it, redirects included. */
  timeoutMs: number;
  /** Larger files are a failure. */
  maxBytes: number;
  /** The team of the request; see `Asker`. */
  teamId: string | undefined;
  signal: AbortSignal;
}

export interface SiteFile {
  /** That of a redirect (302) when there were too many of them. */
  status: number;
  /** After redirects. */
  url: URL;
  contentType: string | undefined;
  /** After content decoding. */
  body: Uint8Array;
  /** The rest that the site asks for, ms. */
  retryAfterMs?: number | undefined;
}

/**
 * Fetches a file that a site offers to crawlers; any HTTP status is an answer, and at most five redirects are followed
 * (RFC 9309 section 2.3.1.2). Throws what `FetchPage` does, or the signal's reason.
 */
export type FetchSiteFile = (url: URL, request: SiteFileRequest) => Promise<SiteFile>;

const MAX_REDIRECTS = 5;

/** The headers of `browserHeaders` that only a browser would send. */
const NOT_OF_A_BROWSER: Readonly<Record<string, string>> = {
  'sec-ch-ua': '',
  'sec-ch-ua-mobile': '',
  'sec-ch-ua-platform': '',
  'Upgrade-Insecure-Requests': '',
  Accept: '*/*',
  'Sec-Fetch-Site': '',
  'Sec-Fetch-Mode': '',
  'Sec-Fetch-User': '',
  'Sec-Fetch-Dest': '',
  'Accept-Language': '',
};

export function createSiteFileFetch({ fetchPage }: Pick<Outbound, 'fetchPage'>): FetchSiteFile {
  return async function fetchFile(target, { userAgent, timeoutMs, maxBytes, teamId, signal }) {
    signal.throwIfAborted();
    using deadline = new Deadline(timeoutMs, signal);
    const url = withoutCredentials(target);
    const visit = createShortVisit(url);
    try {
      const page = await fetchPage({
        url,
        headers: userAgent === undefined ? {} : { ...NOT_OF_A_BROWSER, 'User-Agent': userAgent },
        isMobile: false,
        languages: [],
        // As pages are by default: nobody would gain from a page that is fetched and a robots.txt that is not.
        skipTlsVerification: true,
        maxBodyBytes: maxBytes,
        deadline,
        teamId,
        visit,
      });
      const { status, contentType, body } = page;
      const retryAfterMs = readRetryAfterMs({ 'retry-after': page.headers['retry-after'] ?? '' });
      return { status, url: new URL(page.url), contentType, body, retryAfterMs };
    } catch (error) {
      if (!visit.isGivenUp) throw error;
      return { status: 302, url: visit.at, contentType: undefined, body: new Uint8Array() };
    }
  };
}

interface ShortVisit extends SiteVisit {
  /** The page that was asked for last. */
  readonly at: URL;
  readonly isGivenUp: boolean;
}

/** A visit that takes five redirects, and the user agent along to wherever they lead. */
function createShortVisit(start: URL): ShortVisit {
  const state = { at: start, requests: 0, isGivenUp: false };
  return {
    cookies: createVisit(start).cookies,
    get origin() {
      return state.at.origin;
    },
    get at() {
      return state.at;
    },
    get isGivenUp() {
      return state.isGivenUp;
    },
    step(url) {
      state.isGivenUp = state.requests++ > MAX_REDIRECTS;
      if (state.isGivenUp)
        throw new ServiceError('SCRAPE_SITE_ERROR', {
          message: `${start.hostname} redirects more than ${MAX_REDIRECTS} times`,
        });
      state.at = url;
    },
  };
}
