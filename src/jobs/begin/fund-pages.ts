import type { Caller } from '../../accounts/caller.ts';
import { lockFreeCredits } from '../../accounts/credits.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';

/** Crawls and batches of one team that have not ended, at most. */
export const MAX_OPEN_JOBS = 1_000;

/** CONCURRENCY_LIMITED when the team has as many jobs open as it may. */
export async function checkOpenJobs(tx: Queryable, teamId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `select from job where team_id = $1 and status = 'scraping' limit ${MAX_OPEN_JOBS}`,
    [teamId],
  );
  if (rowCount < MAX_OPEN_JOBS) return;
  throw new ServiceError('CONCURRENCY_LIMITED', {
    message: `The job queue is full: your team has ${MAX_OPEN_JOBS} crawls and batches that have not ended`,
    retryAfterSeconds: 60,
  });
}

/**
 * Pages of this price that the team's free credits are enough for, Infinity without a limit. The account stays locked
 * until the transaction ends, and what it writes to jobs is a claim on these credits. To be called before a job is locked.
 */
export async function countAffordable(tx: Queryable, { team }: Caller, price: number): Promise<number> {
  if (team.creditsGranted === null) return Infinity;
  const free = await lockFreeCredits(tx, team.id);
  return free === null ? Infinity : Math.max(0, Math.floor(free / price));
}

/** Makes the error for credits that do not suffice for `wanted` pages. */
export function notEnoughFor(wanted: number, affordable: number, price: number): ServiceError {
  const each = price === 1 ? '' : ` of up to ${price} credits`;
  return new ServiceError('PAYMENT_REQUIRED', {
    message: `Not enough credits: those that nothing running may need are enough for ${affordable} of ${wanted} page${wanted === 1 ? '' : 's'}${each}`,
  });
}
