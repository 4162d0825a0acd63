import { ServiceError } from '../../lib/service-error.ts';
import { createCookieJar, type CookieJar } from './cookie-jar.ts';

/** WHATWG Fetch, "HTTP-redirect fetch", step 5. */
const MAX_REDIRECTS = 20;

/**
 * The state that one visit of a page carries from request to request, over redirects and over a meta refresh: pass the
 * visit of the first `fetchPage` on to the one that follows the refresh.
 */
export interface SiteVisit {
  readonly cookies: CookieJar;
  /** The caller's headers go here and nowhere else. */
  readonly origin: string;
  /** Counts a request; throws SCRAPE_SITE_ERROR when it is one redirect too many or goes in a circle. */
  step(url: URL): void;
}

/** Begins a visit of a page, with no cookies. */
export function createVisit(start: URL): SiteVisit {
  const cookies = createCookieJar();
  const seen = new Set<string>();
  return {
    cookies,
    origin: start.origin,
    step(url) {
      if (seen.size > MAX_REDIRECTS) {
        throw new ServiceError('SCRAPE_SITE_ERROR', {
          message: `${start.hostname} redirects more than ${MAX_REDIRECTS} times`,
        });
      }
      // Sites do send a visitor back to the same page once they have set a cookie.
      const request = `${url.origin}${url.pathname}${url.search} ${cookies.headerFor(url)}`;
      if (seen.has(request)) {
        throw new ServiceError('SCRAPE_SITE_ERROR', { message: `${start.hostname} redirects in a circle` });
      }
      seen.add(request);
    },
  };
}
