import { hash } from 'node:crypto';
import { compress, decompressZstd } from '../../lib/bytes/compress.ts';
import { statement, type Queryable } from '../../store/database.ts';
import { createFairTrim } from '../../store/trim-fairly.ts';

/** How long a stored sitemap is taken for the site's, ms: seven days, as the specification of map says. */
const MAX_AGE_MS = 7 * 86_400_000;
/** Larger files, compressed, are not kept: one row should stay cheap to read and write. */
const MAX_STORED_BYTES = 8_000_000;
/** Bytes that a row takes besides those that are counted. */
const ROW_BYTES = 200;

/** A file as its site sent it. */
interface SitemapFileContent {
  contentType: string | undefined;
  /** After redirects. */
  url: URL;
  body: Uint8Array;
}

/** Which file is meant; `url` without user name and password. */
export interface SitemapFileKey {
  teamId: string;
  url: URL;
}

const FIND = statement(
  'sitemap_file_find',
  `select content_type as "contentType", final_url as "finalUrl", body from sitemap_file
   where team_id = $1 and url_hash = $2 and url = $3 and fetched_at > $4`,
);

/** The stored file, when it is less than seven days old. */
export async function findSitemapFile(
  db: Queryable,
  { teamId, url }: SitemapFileKey,
  now: number,
): Promise<SitemapFileContent | undefined> {
  const values = [teamId, hashOf(url), url.href, new Date(now - MAX_AGE_MS)];
  const { rows } = await db.query<{ contentType: string | null; finalUrl: string; body: Buffer }>(
    FIND,
    values,
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    contentType: row.contentType ?? undefined,
    url: new URL(row.finalUrl),
    body: await decompressZstd(row.body),
  };
}

const KEEP = statement(
  'sitemap_file_keep',
  `insert into sitemap_file (team_id, url_hash, url, fetched_at, content_type, final_url, body)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (team_id, url_hash) do update set url = excluded.url, fetched_at = excluded.fetched_at,
     content_type = excluded.content_type, final_url = excluded.final_url, body = excluded.body
   where sitemap_file.fetched_at <= excluded.fetched_at`,
);

/** Stores a file in place of an older copy, unless it is too large to be kept. Returns the bytes that it takes. */
export async function keepSitemapFile(
  db: Queryable,
  { teamId, url }: SitemapFileKey,
  file: SitemapFileContent,
  now: number,
): Promise<number> {
  const body = await compress(file.body);
  if (body.length > MAX_STORED_BYTES) return 0;
  await db.query(KEEP, [
    teamId,
    hashOf(url),
    url.href,
    new Date(now),
    file.contentType ?? null,
    file.url.href,
    body,
  ]);
  return body.length;
}

const trimToSize = createFairTrim({
  table: 'sitemap_file',
  key: 'url_hash',
  bytes: `octet_length(body) + 2 * octet_length(url) + ${ROW_BYTES}`,
  age: 'fetched_at',
});

/**
 * Removes what is older than seven days, then, of each team with more than its share, the oldest until the rest fits into
 * `maxBytes` as stored. Returns how many files it removed.
 */
export async function trimSitemapFiles(db: Queryable, maxBytes: number, now = Date.now()): Promise<number> {
  const { rowCount } = await db.query('delete from sitemap_file where fetched_at <= $1', [
    new Date(now - MAX_AGE_MS),
  ]);
  return rowCount + (await trimToSize(db, maxBytes));
}

function hashOf(url: URL): Buffer {
  return hash('sha256', url.href, 'buffer').subarray(0, 16);
}
