import type { Caller } from '../../accounts/caller.ts';
import { findJob, type JobRow } from '../../jobs/model/job-row.ts';
import type { Seal, Seals } from '../../jobs/model/seal.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';

/** A job that its team looks at, and what opens its texts. */
export interface TeamJob {
  row: JobRow;
  seal: Seal;
}

/** Finds a job of the caller's team. NOT_FOUND for one that is unknown, expired or of another team. */
export async function findTeamJob(
  { db, seals }: { db: Queryable; seals: Seals },
  { team }: Caller,
  id: string,
): Promise<TeamJob> {
  const row = await findJob(db, id);
  if (row === undefined || row.teamId !== team.id || row.isExpired)
    throw new ServiceError('NOT_FOUND', { message: 'No such job: unknown or expired' });
  return { row, seal: seals.sealOf(row.sealedKey) };
}
