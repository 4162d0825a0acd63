import { statement, type Queryable } from '../../store/database.ts';
import type { WorkerAbout } from './worker-note.ts';

/** A process that has not renewed for this long is taken for dead. */
const LEASE = `interval '20 seconds'`;

const RENEW = statement(
  'worker_renew',
  `update worker set expires_at = clock_timestamp() + ${LEASE} where id = $1 and expires_at > clock_timestamp()`,
);

/** Notes a worker as alive, and what it tells of itself. */
export async function registerWorker(db: Queryable, id: string, about?: WorkerAbout): Promise<void> {
  await db.query(`insert into worker (id, expires_at, about) values ($1, clock_timestamp() + ${LEASE}, $2)`, [
    id,
    about === undefined ? null : JSON.stringify(about),
  ]);
}

/** False when the lease has run out: what the worker holds may be another's by now. */
export async function renewWorker(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(RENEW, [id]);
  return rowCount === 1;
}

/** Workers beside this one. */
export async function countOtherWorkers(db: Queryable, id: string): Promise<number> {
  const { rows } = await db.query<{ others: number }>(
    'select count(*)::integer as others from worker where id <> $1 and expires_at > clock_timestamp()',
    [id],
  );
  return rows[0]?.others ?? 0;
}

const FIND_DEAD = statement(
  'worker_find_dead',
  `select distinct l.job_id, l.worker_id as worker from page_lease l
   where not exists (select from worker w where w.id = l.worker_id and w.expires_at > clock_timestamp())`,
);

const FREE = statement(
  'worker_free_pages',
  `with job_lock as (select id from job where id = $1 for update),
   freed as (
     delete from page_lease l using job_lock
     where l.job_id = job_lock.id and l.worker_id = $2 and ($3::bytea[] is null or l.url_key = any($3))
     returning l.host, l.is_seed
   ), hosts as (
     update job_host h set queued = h.queued + f.pages, in_flight = h.in_flight - f.pages
     from (select host, count(*)::integer as pages from freed group by host) f
     where h.job_id = $1 and h.host = f.host
   )
   update job j set queued = j.queued + f.pages, in_flight = j.in_flight - f.pages, attempted = j.attempted - f.places
   from (select count(*)::integer as pages, count(*) filter (where not is_seed)::integer as places from freed) f
   where j.id = $1 and f.pages > 0`,
);

/** Puts back what workers hold that are gone; returns the ids of the jobs that got pages back. */
export async function sweepDeadWorkers(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ job_id: string; worker: string }>(FIND_DEAD);
  for (const { job_id: jobId, worker } of rows) await db.query(FREE, [jobId, worker, null]);
  await db.query('delete from worker where expires_at < clock_timestamp()');
  return rows.map((row) => row.job_id);
}

const FIND_FORGOTTEN = statement(
  'worker_find_forgotten',
  `select l.job_id, l.url_key from page_lease l
   where l.worker_id = $1 and l.claim <> all ($2::bigint[])`,
);

/**
 * Puts back the pages that a living worker holds without knowing: the answer to a claim, or the facts needed to begin a
 * page, were lost with a connection. Returns the number of pages; no claim of the worker may be under way meanwhile.
 */
export async function freeForgottenPages(
  db: Queryable,
  id: string,
  known: ReadonlyArray<{ claim: number }>,
): Promise<number> {
  const { rows } = await db.query<{ job_id: string; url_key: Buffer }>(FIND_FORGOTTEN, [
    id,
    known.map(({ claim }) => claim),
  ]);
  for (const [jobId, pages] of Map.groupBy(rows, (row) => row.job_id)) {
    await db.query(FREE, [jobId, id, pages.map((page) => page.url_key)]);
  }
  return rows.length;
}

/** Puts back what a worker holds, and forgets it: for a worker that stops. */
export async function releaseWorker(db: Queryable, id: string): Promise<void> {
  const { rows } = await db.query<{ job_id: string }>(
    'select distinct job_id from page_lease where worker_id = $1',
    [id],
  );
  for (const { job_id: jobId } of rows) await db.query(FREE, [jobId, id, null]);
  await db.query('delete from worker where id = $1', [id]);
}

/** Declares every worker dead, for a database that no other process can be using (the embedded one at its start). */
export async function freeAllPages(db: Queryable): Promise<void> {
  await db.query('delete from worker');
  await sweepDeadWorkers(db);
}
