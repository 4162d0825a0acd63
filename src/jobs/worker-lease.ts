import { statement, type Queryable } from '../store/database.ts';

/** A process that has not renewed for this long is taken for dead. */
const LEASE = `interval '20 seconds'`;

const RENEW = statement(
  'worker_renew',
  `update worker set expires_at = clock_timestamp() + ${LEASE} where id = $1 and expires_at > clock_timestamp()`,
);

/** Notes a worker as alive. */
export async function registerWorker(db: Queryable, id: string): Promise<void> {
  await db.query(`insert into worker (id, expires_at) values ($1, clock_timestamp() + ${LEASE})`, [id]);
}

/** False when the lease has run out: what the worker holds may be another's by now. */
export async function renewWorker(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(RENEW, [id]);
  return rowCount === 1;
}

const FIND_DEAD = statement(
  'worker_find_dead',
  `select distinct p.job_id, p.lease from page p
   where p.state = 1 and not exists (select from worker w where w.id = p.lease and w.expires_at > clock_timestamp())`,
);

const FREE = statement(
  'worker_free_pages',
  `with job_lock as (select id from job where id = $1 for update),
   freed as (
     update page p set state = 0, lease = null from job_lock
     where p.job_id = job_lock.id and p.lease = $2 and p.state = 1 returning p.host, p.is_seed
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
  const { rows } = await db.query<{ job_id: string; lease: string }>(FIND_DEAD);
  for (const { job_id: jobId, lease } of rows) await db.query(FREE, [jobId, lease]);
  await db.query('delete from worker where expires_at < clock_timestamp()');
  return rows.map((row) => row.job_id);
}

/** Puts back what a worker holds, and forgets it: for a worker that stops. */
export async function releaseWorker(db: Queryable, id: string): Promise<void> {
  const { rows } = await db.query<{ job_id: string }>(
    'select distinct job_id from page where state = 1 and lease = $1',
    [id],
  );
  for (const { job_id: jobId } of rows) await db.query(FREE, [jobId, id]);
  await db.query('delete from worker where id = $1', [id]);
}

/** Declares every worker dead, for a database that no other process can be using (the embedded one at its start). */
export async function freeAllPages(db: Queryable): Promise<void> {
  await db.query('delete from worker');
  await sweepDeadWorkers(db);
}
