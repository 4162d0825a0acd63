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
     where p.job_id = job_lock.id and p.lease = $2 and p.state = 1 and ($3::bytea[] is null or p.url_key = any($3))
     returning p.host, p.is_seed
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
  for (const { job_id: jobId, lease } of rows) await db.query(FREE, [jobId, lease, null]);
  await db.query('delete from worker where expires_at < clock_timestamp()');
  return rows.map((row) => row.job_id);
}

const FIND_FORGOTTEN = statement(
  'worker_find_forgotten',
  `select p.job_id, p.url_key from page p
   where p.state = 1 and p.lease = $1 and not exists (
     select from unnest($2::uuid[], $3::bytea[], $4::integer[]) as known (job_id, url_key, claims)
     where known.job_id = p.job_id and known.url_key = p.url_key and known.claims = p.claims)`,
);

/**
 * Puts back what a living worker holds without knowing of it: the answer to a claim, or what was needed to begin with a
 * page, was lost together with a connection. Returns how many pages; no claim of the worker may be under way meanwhile.
 */
export async function freeForgottenPages(
  db: Queryable,
  id: string,
  known: ReadonlyArray<{ jobId: string; key: string; claims: number }>,
): Promise<number> {
  const { rows } = await db.query<{ job_id: string; url_key: Buffer }>(FIND_FORGOTTEN, [
    id,
    known.map(({ jobId }) => jobId),
    known.map(({ key }) => Buffer.from(key, 'base64url')),
    known.map(({ claims }) => claims),
  ]);
  for (const [jobId, pages] of Map.groupBy(rows, (row) => row.job_id)) {
    await db.query(FREE, [jobId, id, pages.map((page) => page.url_key)]);
  }
  return rows.length;
}

/** Puts back what a worker holds, and forgets it: for a worker that stops. */
export async function releaseWorker(db: Queryable, id: string): Promise<void> {
  const { rows } = await db.query<{ job_id: string }>(
    'select distinct job_id from page where state = 1 and lease = $1',
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
