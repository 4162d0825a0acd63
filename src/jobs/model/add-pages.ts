import { randomBytes } from 'node:crypto';
import type { TrapSign } from '../../frontier/traps/trap-sign.ts';
import { storable } from '../../lib/storable.ts';
import { statement, type Queryable } from '../../store/database.ts';
import { PAGE_KEY_BYTES, type PageKey } from './page-key.ts';
import type { Seal } from './seal.ts';

/** A page to be queued: the first shape of a page in a job, which a worker gets back as a `ClaimedPage`. */
export interface NewPage extends PageKey {
  url: string;
  /** Links between the start and the page. */
  depth: number;
  /** The page is outside of the site; its links are not followed. */
  isExternal: boolean;
  /** The words of the link that led to the page first. */
  linkText?: string | undefined;
  /** The signs of a crawler trap in the URL: pages with such signs are counted over all processes of the job. */
  trapSigns?: readonly TrapSign[];
  /** The row stands for the reading of the site's sitemaps and for no page. */
  isSitemapReading?: boolean;
}

/**
 * Makes the page under which a batch delivers a URL once more. Repeats are a level of their own, so that they come when
 * the first pages of their URLs have ended.
 */
export function repeatOf(page: NewPage): NewPage {
  return { ...page, key: randomBytes(PAGE_KEY_BYTES).toString('base64url'), depth: 1 };
}

/** A job needs at most so many times its limit in the queue, even when many pages give their places back. */
const QUEUE_PER_LIMIT = 10;
const QUEUE_AT_LEAST = 10_000;

/** The most pages that a job has waiting, but for some of one statement. */
export function mostQueued(pageLimit: number): number {
  return pageLimit * QUEUE_PER_LIMIT + QUEUE_AT_LEAST;
}

/** Whether the queue of a job takes further links. */
export function hasRoomForLinks({ pageLimit, queued }: { pageLimit: number; queued: number }): boolean {
  return queued < mostQueued(pageLimit);
}

/** Reads which of these keys the job has pages of. */
export async function readKnownKeys(
  tx: Queryable,
  jobId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await tx.query<{ url_key: Buffer }>(
    'select url_key from page where job_id = $1 and url_key = any($2::bytea[])',
    [jobId, keys.map((key) => Buffer.from(key, 'base64url'))],
  );
  return new Set(rows.map((row) => row.url_key.toString('base64url')));
}

/** Rows of one statement; more are written in several. */
const CHUNK = 2_000;

const ADD = statement(
  'page_add',
  `with offered as (
     select * from unnest($3::bytea[], $4::text[], $5::text[], $6::integer[], $7::boolean[], $8::boolean[], $9::text[])
       with ordinality as o (url_key, host, url, depth, is_external, is_seed, link_text, place)
   ), added as (
     insert into page (job_id, url_key, host, url, depth, is_external, is_seed, link_text)
     select $1, url_key, host, url, depth, is_external, is_seed, link_text from offered order by place
     on conflict do nothing returning host
   ), counted as (
     select host, count(*)::integer as pages from added group by host
   ), hosts as (
     insert into job_host (job_id, host, team_id, queued) select $1, host, $2, pages from counted
     on conflict (job_id, host) do update set queued = job_host.queued + excluded.queued
   )
   select coalesce(sum(pages), 0)::integer as added from counted`,
);

/**
 * Queues the pages that the job does not know yet, in the given order; returns how many those are. The caller holds the
 * lock of the job's row and adds the number to `job.queued`. No further statement is sent once `room` pages are added.
 */
export async function addPages(
  tx: Queryable,
  job: { id: string; teamId: string; seal: Seal },
  pages: readonly NewPage[],
  room = Infinity,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < pages.length && added < room; from += CHUNK) {
    const chunk = pages.slice(from, from + CHUNK);
    const { rows } = await tx.query<{ added: number }>(ADD, [
      job.id,
      job.teamId,
      chunk.map(({ key }) => Buffer.from(key, 'base64url')),
      chunk.map(({ host }) => host),
      chunk.map(({ url }) => job.seal.seal(url)),
      chunk.map(({ depth }) => depth),
      chunk.map(({ isExternal }) => isExternal),
      chunk.map(({ isSitemapReading }) => isSitemapReading ?? false),
      // Nothing of a sealed job is indexed.
      chunk.map(({ linkText }) => (linkText && !job.seal.isSealed ? storable(linkText) : null)),
    ]);
    added += rows[0]?.added ?? 0;
  }
  return added;
}
