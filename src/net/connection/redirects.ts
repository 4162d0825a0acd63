import { ServiceError } from '../../lib/service-error.ts';
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'undici/types/header.js';

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** RFC 9110 section 15.4. A redirect status without a Location is a page like any other. */
export function isRedirect(status: number, headers: IncomingHttpHeaders): boolean {
  return REDIRECT_STATUSES.has(status) && locationOf(headers) !== undefined;
}

/**
 * Where a redirect leads, resolved against the page that sent it; undefined when Location is no URL. It inherits the
 * page's fragment (RFC 9110 section 10.2.2) and loses user name and password, which are for the caller to give.
 */
function redirectTarget(headers: IncomingHttpHeaders, from: URL): URL | undefined {
  const location = locationOf(headers);
  const target = location === undefined ? null : URL.parse(readLocation(location), from.href);
  if (!target) return undefined;
  if (target.hash === '') target.hash = from.hash;
  target.username = '';
  target.password = '';
  return target;
}

/** Browsers take the first Location that is not empty. */
function locationOf({ location }: IncomingHttpHeaders): string | undefined {
  const values = Array.isArray(location) ? location : [location];
  return values.find((value) => value !== undefined && value !== '');
}

/** Header bytes arrive as Latin-1; servers that do not escape a Location mostly write it in UTF-8. */
function readLocation(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

/** Gives the URL that a redirect leads to; throws SCRAPE_SITE_ERROR when the header is no URL. */
export function nextUrl(headers: IncomingHttpHeaders, from: URL): URL {
  const target = redirectTarget(headers, from);
  if (target) return target;
  throw new ServiceError('SCRAPE_SITE_ERROR', {
    message: `${from.hostname} redirects to something that is not a URL`,
  });
}

/** Throws SCRAPE_ADDRESS_NOT_ALLOWED for every scheme but the web's. */
export function requireHttp({ protocol }: URL): void {
  if (protocol === 'http:' || protocol === 'https:') return;
  throw new ServiceError('SCRAPE_ADDRESS_NOT_ALLOWED', {
    message: `Only http and https can be fetched, not ${protocol}`,
  });
}
