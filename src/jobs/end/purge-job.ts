import { statement, type Queryable } from '../../store/database.ts';
import type { Seals } from '../model/seal.ts';

/** Rows that one statement removes: however large a job is, none takes as long as a statement may. */
const CHUNK = 10_000;
/** Jobs that are looked up at once. */
const JOBS_AT_ONCE = 100;

/** Documents go with their pages. Those under way stay until their workers let go. */
const PURGE_PAGES = statement(
  'job_purge_pages',
  `with gone as (
     delete from page p where p.job_id = $1 and p.url_key = any(array(
       select q.url_key from page q where q.job_id = $1 and not exists (
         select from page_lease l where l.job_id = q.job_id and l.url_key = q.url_key)
       limit ${CHUNK}))
     returning p.scrape_id
   ), documents as (
     delete from scrape s using gone where s.id = gone.scrape_id
   )
   select count(*)::integer as pages from gone`,
);

async function purgePages(db: Queryable, jobId: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await db.query<{ pages: number }>(PURGE_PAGES, [jobId]);
    if ((rows[0]?.pages ?? 0) < CHUNK) return;
  }
}

/** Removes what a sealed job has delivered and where it has been. Pages under way stay until their workers let go. */
export async function purgeJob(tx: Queryable, jobId: string): Promise<void> {
  await purgePages(tx, jobId);
  await tx.query('update job_host set queued = 0 where job_id = $1', [jobId]);
  await tx.query(`update job set queued = 0, completed = 0, is_removed = true where id = $1`, [jobId]);
}

/** In small pieces, so that a job of any size goes in the end. */
async function purgeDeliveries(db: Queryable, jobIds: readonly string[], signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } = await db.query(
      `delete from delivery where id = any(array(select id from delivery where job_id = any($1::uuid[]) limit ${CHUNK}))`,
      [jobIds],
    );
    if (rowCount < CHUNK) return;
  }
}

/**
 * Removes jobs whose results have expired; returns how many. Pages and documents of jobs without a seal go with their
 * partition, keys of those with one are destroyed. Rejects with the signal's reason between two statements.
 */
export async function purgeExpiredJobs(
  db: Queryable,
  seals: Pick<Seals, 'destroyKey'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await db.query<{ id: string; sealedKey: Buffer | null }>(
      `select id, sealed_key as "sealedKey" from job where expires_at < clock_timestamp()
       order by expires_at limit ${JOBS_AT_ONCE}`,
    );
    if (rows.length === 0) break;
    for (const { id, sealedKey } of rows) if (sealedKey !== null) await purgePages(db, id, signal);
    const ids = rows.map(({ id }) => id);
    await purgeDeliveries(db, ids, signal);
    const gone = await db.query<{ sealedKey: Buffer | null }>(
      `delete from job where id = any($1::uuid[]) and expires_at < clock_timestamp()
       returning sealed_key as "sealedKey"`,
      [ids],
    );
    for (const { sealedKey } of gone.rows) if (sealedKey !== null) await seals.destroyKey(sealedKey);
    removed += gone.rowCount;
    if (gone.rowCount === 0) break;
  }
  await db.query(`delete from idempotency_key where created_at < clock_timestamp() - interval '24 hours'`);
  await db.query(`delete from call where created_at < clock_timestamp() - interval '48 hours'`);
  return removed;
}
