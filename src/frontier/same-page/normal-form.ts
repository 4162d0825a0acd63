import { hash } from 'node:crypto';
import { isHttp } from '../../lib/addresses/url.ts';
import { normalizePercentEncoding } from './percent-encoding.ts';
import { similarPath } from './similar-path.ts';
import { similarQuery } from './similar-query.ts';
import { withoutWww } from './without-www.ts';

export interface NormalFormOptions {
  /** One page for a path, whatever its query. */
  ignoreQueryParameters: boolean;
  /** Also what is only very likely the same page counts as the same. */
  deduplicateSimilarURLs: boolean;
}

export interface NormalForm {
  /** First 16 bytes of the SHA-256 of `url`: what equal pages share. */
  key: Buffer;
  /**
   * The text that is compared. With both options off it may be fetched in place of the URL; with one of them on it
   * may name a host or page that does not exist (`example.com` for `www.example.com`), so the URL as found is fetched.
   */
  url: string;
}

const KEY_BYTES = 16;

/** Sub-delimiters that some writers of URLs escape and others do not; `'` is always escaped in a query. */
const SOFT_IN_PATH = "!'()*";
const SOFT_IN_QUERY = '!()*';

/**
 * The one form in which URLs are compared. The normal form of the normal form is itself.
 *
 * Always (RFC 3986 sections 6.2.2 and 6.2.3): lower-case scheme and host (IDNA), no default port, no dot segments,
 * percent-encoding in normal form, no empty query, no trailing dot of the host; no user name and password; no
 * fragment, but for the routes of single-page applications (`#/...`, `#!...`).
 *
 * With `deduplicateSimilarURLs` also: http and https are one, `www.` is dropped, so are a trailing slash, index files
 * (`/index.html`), tracking parameters (`utm_*`, `gclid`, ...) and session ids (`PHPSESSID`, `;jsessionid=`, ...), and
 * the query is ordered by name.
 *
 * Never throws; linear in the length of the URL but for the ordering of its parameters.
 */
export function normalForm(url: URL, options: NormalFormOptions): NormalForm {
  const text = isHttp(url) ? normalText(url, options) : url.href;
  return { key: hash('sha256', text, 'buffer').subarray(0, KEY_BYTES), url: text };
}

function normalText(url: URL, { ignoreQueryParameters, deduplicateSimilarURLs }: NormalFormOptions): string {
  const parts = deduplicateSimilarURLs ? similarParts(url) : strictParts(url);
  const query = ignoreQueryParameters || parts.query === '' ? '' : `?${parts.query}`;
  return `${parts.origin}${parts.path}${query}${routeOf(url.hash)}`;
}

interface Parts {
  origin: string;
  path: string;
  /** Without `?`. */
  query: string;
}

function strictParts(url: URL): Parts {
  return {
    origin: `${url.protocol}//${hostOf(url)}${portOf(url)}`,
    path: normalizePercentEncoding(url.pathname),
    query: normalizePercentEncoding(url.search.slice(1)),
  };
}

function similarParts(url: URL): Parts {
  // On a port of its own http is another server than https.
  const scheme = url.port === '' ? 'https:' : url.protocol;
  return {
    origin: `${scheme}//${withoutWww(hostOf(url))}${portOf(url)}`,
    path: similarPath(normalizePercentEncoding(url.pathname, SOFT_IN_PATH)),
    query: similarQuery(normalizePercentEncoding(url.search.slice(1), SOFT_IN_QUERY)),
  };
}

/** The host without the root's trailing dot; `a..` is left alone, for `1..` would become an IP address. */
function hostOf({ hostname }: URL): string {
  return /[^.]\.$/.test(hostname) ? hostname.slice(0, -1) : hostname;
}

function portOf({ port }: URL): string {
  return port === '' ? '' : `:${port}`;
}

/** A bare `#!` or `#/` is a link that leads nowhere. */
function routeOf(fragment: string): string {
  return /^#[!/]./.test(fragment) ? normalizePercentEncoding(fragment) : '';
}
