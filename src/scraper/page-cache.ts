import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { ScrapeOptions } from '../contract/scrape-options.ts';
import { withoutCredentials } from '../lib/url.ts';
import { statement, type Queryable } from '../store/database.ts';
import type { Page } from './page.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** Fast: a page is compressed on every fetch, and level 1 already takes HTML to a fifth. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Larger bodies are not kept: one row should stay cheap to read and write. */
const MAX_BODY_BYTES = 20_000_000;

/** Which pages count as the same page. */
export interface PageKey {
  teamId: string;
  hash: Buffer;
}

/** A row of `cached_page`, ready to be written with whatever else its scrape writes. */
export interface CachedPageRow {
  key: PageKey;
  fetchedAt: Date;
  url: string;
  response: string;
  body: Buffer;
  bodyBytes: number;
}

export interface CachedPage {
  page: Page;
  fetchedAt: Date;
}

/** Ages of acceptable cached data, ms. */
export interface AgeRange {
  minMs: number;
  /** Infinity = any age. */
  maxMs: number;
}

/**
 * The key of a page: its URL and everything asked for that changes what the site sends (wire contract section 4).
 * The fragment is left out unless it looks like a route of the page's own script.
 */
export function pageKey(teamId: string, url: URL, options: ScrapeOptions): PageKey {
  const screenshot = options.formats.find((format) => format.type === 'screenshot');
  const address = /^#!?\//.test(url.hash) ? url.href : url.href.slice(0, url.href.length - url.hash.length);
  const parts = [
    address,
    options.mobile,
    options.location?.country ?? 'US',
    options.location?.languages ?? [],
    options.waitFor,
    options.blockAds,
    screenshot ? (screenshot.fullPage ? 'full' : 'viewport') : null,
    options.proxy === 'enhanced',
    options.skipTlsVerification,
  ];
  return { teamId, hash: createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16) };
}

/** Requests that carry something of the caller's own neither read nor write the cache. */
export function isCacheable(options: ScrapeOptions): boolean {
  return (
    Object.keys(options.headers ?? {}).length === 0 &&
    (options.actions?.length ?? 0) === 0 &&
    options.profile === undefined
  );
}

const FIND = statement(
  'cached_page_find',
  `select fetched_at as "fetchedAt", response, body from cached_page
   where team_id = $1 and page_key = $2 and fetched_at <= $3 and fetched_at >= $4`,
);

/** The stored page, when it is of an acceptable age. */
export async function findCachedPage(
  db: Queryable,
  key: PageKey,
  age: AgeRange,
  now: number,
): Promise<CachedPage | undefined> {
  const { rows } = await db.query<{ fetchedAt: Date; response: Omit<Page, 'body'>; body: Buffer }>(FIND, [
    key.teamId,
    key.hash,
    new Date(Math.max(0, now - age.minMs)),
    new Date(Math.max(0, now - age.maxMs)),
  ]);
  const row = rows[0];
  if (!row) return undefined;
  return { page: { ...row.response, body: await decompress(row.body) }, fetchedAt: row.fetchedAt };
}

/** The row that keeps `page`; undefined when it is not worth keeping (an error status, too large). */
export async function cachedPageRow(
  key: PageKey,
  url: URL,
  page: Page,
  fetchedAt: Date,
): Promise<CachedPageRow | undefined> {
  if (page.status >= 400 || page.body.length > MAX_BODY_BYTES) return undefined;
  const { body, ...response } = page;
  return {
    key,
    fetchedAt,
    url: withoutCredentials(url).href,
    response: JSON.stringify(response),
    body: await compress(body, COMPRESSION),
    bodyBytes: body.length,
  };
}
