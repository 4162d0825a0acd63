import type { Queryable } from '../store/database.ts';

/** Removes what a job has delivered and where it has been. Pages under way stay until their workers let go. */
export async function purgeJob(tx: Queryable, jobId: string): Promise<void> {
  await tx.query(
    `delete from scrape s using page p where p.job_id = $1 and p.scrape_id is not null and s.id = p.scrape_id`,
    [jobId],
  );
  await tx.query(
    `delete from page p where p.job_id = $1 and not exists (
       select from page_lease l where l.job_id = p.job_id and l.url_key = p.url_key)`,
    [jobId],
  );
  await tx.query('update job_host set queued = 0 where job_id = $1', [jobId]);
  await tx.query(`update job set queued = 0, completed = 0 where id = $1`, [jobId]);
}

/** Removes jobs whose results have expired; returns how many. Pages and documents of others go with their partition. */
export async function purgeExpiredJobs(db: Queryable): Promise<number> {
  await db.query(
    `delete from scrape s using page p, job j
     where j.expires_at < clock_timestamp() and j.sealed_key is not null and p.job_id = j.id
       and p.scrape_id is not null and s.id = p.scrape_id`,
  );
  await db.query(
    `delete from page p using job j
     where j.expires_at < clock_timestamp() and j.sealed_key is not null and p.job_id = j.id`,
  );
  const { rowCount } = await db.query('delete from job where expires_at < clock_timestamp()');
  await db.query(`delete from idempotency_key where created_at < clock_timestamp() - interval '24 hours'`);
  await db.query(`delete from call where created_at < clock_timestamp() - interval '48 hours'`);
  return rowCount;
}
