import { createHash } from 'node:crypto';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import { compress } from '../../lib/bytes/compress.ts';
import { withoutCredentials } from '../../lib/addresses/url.ts';
import type { EncodedBody } from '../../net/body/content-codings.ts';
import { decompress } from '../../net/body/decompress.ts';
import { statement, type Queryable } from '../../store/database.ts';
import type { Page } from '../page.ts';

/** Larger bodies are not kept: one row should stay cheap to read and write. */
const MAX_BODY_BYTES = 20_000_000;

/** The identity of a cached page: a team, and a hash of the URL and the options that change what the site sends. */
export interface CacheKey {
  teamId: string;
  hash: Buffer;
}

/** The part of a page that is stored beside its body; `codings` are those of the stored bytes. */
type StoredResponse = Omit<Page, 'body' | 'encoded'> & Pick<EncodedBody, 'codings'>;

/** A row of `cached_page`, ready to be written in the statement that writes the scrape. */
export interface CachedPageRow {
  key: CacheKey;
  fetchedAt: Date;
  url: string;
  response: string;
  body: Buffer;
  bodyBytes: number;
}

/** A stored copy of a page, with the time when the page was fetched. */
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
export function cacheKey(teamId: string, url: URL, options: ScrapeOptions): CacheKey {
  const screenshot = options.formats.find((format) => format.type === 'screenshot');
  const address = /^#!?\//.test(url.hash) ? url.href : url.href.slice(0, url.href.length - url.hash.length);
  const parts = [
    address,
    options.mobile,
    options.location?.country ?? 'US',
    options.location?.languages ?? [],
    options.waitFor,
    options.blockAds,
    screenshot ? [screenshot.fullPage, screenshot.quality, screenshot.viewport] : null,
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
    // They are of the very page that is in the picture.
    !options.formats.some((format) => format.type === 'screenshot' && format.elements === true) &&
    options.profile === undefined
  );
}

const FIND = statement(
  'cached_page_find',
  `select fetched_at as "fetchedAt", response, body from cached_page
   where team_id = $1 and page_key = $2 and fetched_at <= $3 and fetched_at >= $4`,
);

/** The copy that a request takes: its key and the ages that are acceptable. */
export interface WantedCopy {
  key: CacheKey;
  age: AgeRange;
  /** The time that ages count back from, ms since 1970. */
  now: number;
}

/** Finds the stored page; undefined when there is none of an acceptable age. */
export async function findCachedPage(
  db: Queryable,
  { key, age, now }: WantedCopy,
  signal: AbortSignal,
): Promise<CachedPage | undefined> {
  const { rows } = await db.query<{ fetchedAt: Date; response: StoredResponse; body: Buffer }>(FIND, [
    key.teamId,
    key.hash,
    new Date(Math.max(0, now - age.minMs)),
    new Date(Math.max(0, now - age.maxMs)),
  ]);
  const row = rows[0];
  if (!row) return undefined;
  const { codings, ...response } = row.response;
  const body = await decompress(row.body, codings, { maxBytes: MAX_BODY_BYTES, signal });
  return { page: { ...response, body }, fetchedAt: row.fetchedAt };
}

/** Whether the cache takes a page: none with an error status, and none that is too large. */
export function fitsCache({ status, body }: Pick<Page, 'status' | 'body'>): boolean {
  return status < 400 && body.length <= MAX_BODY_BYTES;
}

/** Makes the row that keeps `page`; undefined for a page that does not fit the cache. */
export async function cachedPageRow(
  key: CacheKey,
  url: URL,
  page: Page,
  fetchedAt: Date,
): Promise<CachedPageRow | undefined> {
  if (!fitsCache(page)) return undefined;
  const { body, encoded, ...response } = page;
  const kept = encoded ?? { bytes: await compress(body), codings: ['zstd'] };
  const stored: StoredResponse = { ...response, codings: kept.codings };
  return {
    key,
    fetchedAt,
    url: withoutCredentials(url).href,
    response: JSON.stringify(stored),
    body: kept.bytes,
    bodyBytes: body.length,
  };
}
