import { ServiceError } from '../../lib/service-error.ts';
import { agentToken } from './robots-agent.ts';
import { robotsForStatus } from './robots-for-status.ts';
import type { SiteFile } from '../fetch-site-file.ts';

/** The rules of one site's robots.txt for us, or for the crawler whose name a caller gives. */
export interface SiteRobots {
  /** Scheme, host and port of the site, the only one it speaks for. */
  readonly origin: string;
  /** The caller's `robotsUserAgent`; undefined: we are Decant. */
  readonly userAgent: string | undefined;
  /**
   * - `read`: the file says it;
   * - `unavailable`: there is none (4xx, too many redirects), so everything may be fetched;
   * - `unreachable`: the site could not be asked (5xx, no answer), so nothing may be fetched.
   */
  readonly state: 'read' | 'unavailable' | 'unreachable';
  /** The failure that came instead of an answer. */
  readonly failure: ServiceError | undefined;
  /** Whether a page of this origin may be fetched. */
  isAllowed(url: URL): boolean;
  /** As written, however large; undefined when nothing is. */
  readonly crawlDelayS: number | undefined;
  /** Absolute URLs, each once: those of the `sitemap` lines that are http(s) URLs. */
  readonly sitemaps: readonly string[];
}

/** The product token that rules are looked up by, unless the caller gives another. */
const PRODUCT_TOKEN = 'Decant';

interface Asked {
  origin: string;
  userAgent: string | undefined;
}

/** Makes the rules that follow from the answer to the request for robots.txt, or from the failure to get one. */
export function createSiteRobots(answer: SiteFile | ServiceError, asked: Asked): SiteRobots {
  const failure = answer instanceof ServiceError ? answer : undefined;
  const robots =
    answer instanceof ServiceError ? 'all disallowed' : robotsForStatus(answer.status, answer.body);
  if (typeof robots === 'string') {
    const isAllowed = robots === 'all allowed';
    return {
      ...asked,
      state: isAllowed ? 'unavailable' : 'unreachable',
      failure,
      isAllowed: (url) => isAllowed || isRobotsTxt(url),
      crawlDelayS: undefined,
      sitemaps: [],
    };
  }
  const token = asked.userAgent === undefined ? PRODUCT_TOKEN : agentToken(asked.userAgent);
  return {
    ...asked,
    state: 'read',
    failure,
    isAllowed: (url) => robots.isAllowed(url, token),
    crawlDelayS: robots.crawlDelayS(token),
    sitemaps: absoluteUrls(robots.sitemaps, asked.origin),
  };
}

/** Relative ones are against the protocol (sitemaps.org) and meant all the same. */
function absoluteUrls(written: readonly string[], origin: string): string[] {
  const urls = written.flatMap((text) => URL.parse(text, origin) ?? []);
  const isHttp = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
  return [...new Set(urls.filter(isHttp).map(({ href }) => href))];
}

function isRobotsTxt({ pathname, search }: URL): boolean {
  return pathname === '/robots.txt' && search === '';
}
