import type { Caller } from '../../accounts/caller.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Database } from '../../store/database.ts';
import { destroyJobKey } from './destroy-job-key.ts';
import { KEEP_RESULTS } from './end-job.ts';
import { DELIVERIES_CHANNEL, enqueueDeliveries } from '../model/enqueue-deliveries.ts';
import { CANCELLED_CHANNEL, PROGRESS_CHANNEL } from '../model/job-events.ts';
import type { JobKind, JobRequest } from '../model/job-request.ts';
import { lockJob } from '../model/job-row.ts';
import { purgeJob } from './purge-job.ts';
import type { Seals } from '../model/seal.ts';

/**
 * Cancels a job: no page is fetched from now on, pages under way are given up, documents stay. Cancelling again changes
 * nothing; a job that has ended by itself is a CONFLICT. Under zero data retention the documents go too.
 */
export function createCancelJob({ db, seals, log }: { db: Database; seals: Seals; log: Log }) {
  return async function cancelJob(caller: Caller, kind: JobKind, id: string): Promise<void> {
    const outcome = await db.transaction(async (tx) => {
      const row = await lockJob(tx, id);
      if (row?.teamId !== caller.team.id || row.kind !== kind || row.isExpired) return 'unknown';
      if (row.status === 'cancelled') return 'cancelled';
      const isRunning = row.status === 'scraping';
      if (isRunning) {
        await tx.query(
          `update job set status = 'cancelled', ended_at = clock_timestamp(),
             expires_at = clock_timestamp() + ${KEEP_RESULTS} where id = $1`,
          [id],
        );
        const { webhook } = JSON.parse(seals.sealOf(row.sealedKey).open(row.request)) as JobRequest;
        await enqueueDeliveries(tx, { id, teamId: row.teamId, webhook }, [
          { event: 'cancelled', error: seals.sealOf(row.sealedKey).seal('The job was cancelled') },
        ]);
      }
      if (row.sealedKey !== null) await purgeJob(tx, id);
      if (isRunning) {
        log.info('job cancelled', { jobId: id, kind, pages: row.completed });
        return 'cancelled';
      }
      return row.sealedKey === null ? 'ended' : 'removed';
    });
    if (outcome === 'unknown')
      throw new ServiceError('NOT_FOUND', { message: 'No such job: unknown or expired' });
    await destroyJobKey(db, seals, id);
    if (outcome === 'ended' || outcome === 'removed') {
      const removed = outcome === 'removed' ? '; what was kept of it is removed' : '';
      throw new ServiceError('CONFLICT', {
        message: `This job has already ended and cannot be cancelled${removed}`,
      });
    }
    db.notify(CANCELLED_CHANNEL, id);
    db.notify(PROGRESS_CHANNEL, id);
    db.notify(DELIVERIES_CHANNEL, '');
  };
}
