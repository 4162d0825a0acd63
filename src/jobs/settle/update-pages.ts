import { statement, type Queryable } from '../../store/database.ts';
import type { NewPage } from '../model/add-pages.ts';
import type { DecidedEnd } from './decide-ends.ts';
import { PAGE_STATE } from '../model/page-state.ts';
import type { PageResult } from '../model/page-result.ts';
import type { Seal } from '../model/seal.ts';
import { storable } from '../../lib/storable.ts';

const LET_GO = statement(
  'page_let_go',
  `delete from page_lease l using unnest($3::bytea[], $4::bigint[]) as mine (url_key, claim)
   where l.job_id = $1 and l.url_key = mine.url_key and l.claim = mine.claim and l.worker_id = $2
   returning l.url_key`,
);

/** Ends the leases that the worker still holds and returns their keys; others were taken back while the worker slept. */
export async function releaseLeases(
  tx: Queryable,
  jobId: string,
  workerId: string,
  results: readonly PageResult[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ url_key: Buffer }>(LET_GO, [
    jobId,
    workerId,
    results.map(({ page }) => Buffer.from(page.key, 'base64url')),
    results.map(({ page }) => page.claim),
  ]);
  return new Set(rows.map((row) => row.url_key.toString('base64url')));
}

const UPDATE = statement(
  'page_update',
  `update page p
   set state = e.state,
     retries = p.retries + case when e.state = ${PAGE_STATE.queued} then 1 else 0 end,
     not_before = case when e.wait_ms > 0 then clock_timestamp() + e.wait_ms * interval '1 ms' end,
     ended_at = case when e.state > ${PAGE_STATE.leased} then clock_timestamp() end,
     scrape_id = e.scrape_id, document_index = e.document_index, document_bytes = e.document_bytes,
     error_code = e.error_code, error = e.error, drop_reason = e.drop_reason,
     canonical_key = e.canonical_key, content_hash = e.content_hash
   from unnest($2::bytea[], $3::smallint[], $4::integer[], $5::uuid[], $6::integer[], $7::integer[], $8::text[],
     $9::text[], $10::text[], $11::bytea[], $12::bytea[])
     as e (url_key, state, wait_ms, scrape_id, document_index, document_bytes, error_code, error, drop_reason,
       canonical_key, content_hash)
   where p.job_id = $1 and p.url_key = e.url_key`,
);

/** Writes the ends of pages into their rows: state, document, error, canonical address. */
export async function updatePages(
  tx: Queryable,
  job: { id: string; seal: Seal },
  ends: readonly DecidedEnd[],
): Promise<void> {
  const bytes = (text: string | undefined): Buffer | null =>
    text === undefined ? null : Buffer.from(text, 'base64url');
  await tx.query(UPDATE, [
    job.id,
    ends.map(({ result }) => Buffer.from(result.page.key, 'base64url')),
    ends.map(({ state }) => state),
    ends.map(({ result: { end } }) => (end.kind === 'retry' ? Math.round(end.waitMs) : 0)),
    ends.map(({ result: { end } }) => ('scrapeId' in end ? end.scrapeId : null)),
    ends.map(({ document }) => document?.index ?? null),
    ends.map(({ document }) => (document ? document.json.bytes : null)),
    ends.map(({ failure }) => failure?.code ?? null),
    ends.map(({ failure }) => (failure ? job.seal.seal(storable(failure.message)) : null)),
    ends.map(({ dropReason }) => dropReason ?? null),
    ends.map(({ document }) => bytes(document?.canonical?.key)),
    ends.map(({ document }) => bytes(document?.canonical?.contentHash)),
  ]);
}

const COVER = statement(
  'page_cover',
  `with target as (
     select * from unnest($2::bytea[], $3::text[], $4::text[], $5::integer[]) as t (url_key, host, url, depth)
   ), added as (
     insert into page (job_id, url_key, host, url, depth, state, drop_reason, ended_at)
     select $1, url_key, host, url, depth, ${PAGE_STATE.dropped}, 'duplicate', clock_timestamp() from target
     on conflict do nothing
   ), taken as (
     update page p set state = ${PAGE_STATE.dropped}, drop_reason = 'duplicate', ended_at = clock_timestamp()
     from target t where p.job_id = $1 and p.url_key = t.url_key and p.state = ${PAGE_STATE.queued}
     returning p.host
   ), hosts as (
     update job_host h set queued = h.queued - taken.pages
     from (select host, count(*)::integer as pages from taken group by host) taken
     where h.job_id = $1 and h.host = taken.host
   )
   select count(*)::integer as taken from taken`,
);

/** Drops the targets of redirects as duplicates; returns how many of them waited in the queue. */
export async function dropRedirectTargets(
  tx: Queryable,
  job: { id: string; seal: Seal },
  targets: readonly NewPage[],
): Promise<number> {
  if (targets.length === 0) return 0;
  const { rows } = await tx.query<{ taken: number }>(COVER, [
    job.id,
    targets.map(({ key }) => Buffer.from(key, 'base64url')),
    targets.map(({ host }) => host),
    targets.map(({ url }) => job.seal.seal(url)),
    targets.map(({ depth }) => depth),
  ]);
  return rows[0]?.taken ?? 0;
}

const LEAVE_OUT = statement(
  'page_leave_out',
  `insert into page (job_id, url_key, host, url, depth, is_external, state, error_code, error, scrape_id, ended_at)
   select $1, url_key, host, url, depth, true, ${PAGE_STATE.failed}, 'EXTERNAL_LINK', $6, gen_random_uuid(), clock_timestamp()
   from unnest($2::bytea[], $3::text[], $4::text[], $5::integer[]) as t (url_key, host, url, depth)
   on conflict do nothing`,
);

/** Notes links that are reported instead of followed. */
export async function leaveOutPages(
  tx: Queryable,
  job: { id: string; seal: Seal },
  pages: readonly NewPage[],
): Promise<void> {
  if (pages.length === 0) return;
  await tx.query(LEAVE_OUT, [
    job.id,
    pages.map(({ key }) => Buffer.from(key, 'base64url')),
    pages.map(({ host }) => host),
    pages.map(({ url }) => job.seal.seal(url)),
    pages.map(({ depth }) => depth),
    job.seal.seal('The home page of another site is not followed'),
  ]);
}
