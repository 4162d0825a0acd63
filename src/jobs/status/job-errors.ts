import { PAGE_STATE } from '../model/page-state.ts';
import type { Caller } from '../../accounts/caller.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { createTimeSlices } from '../../lib/turns/time-slices.ts';
import type { Queryable } from '../../store/database.ts';
import type { JobKind } from '../model/job-request.ts';
import { findJob } from '../model/job-row.ts';
import { reportableUrl } from '../model/reportable-url.ts';
import type { Seals } from '../model/seal.ts';

/** Pages that failed, and those that robots.txt forbids (wire contract 5.6). */
export interface JobErrors {
  errors: { id: string; timestamp: string; url: string; code: string; error: string }[];
  robotsBlocked: string[];
}

interface TroubleRow {
  id: string | null;
  timestamp: Date;
  url: string;
  code: string | null;
  error: string | null;
}

/** FORBIDDEN for a job of another team, NOT_FOUND for one that is unknown, expired or of another kind. */
export function createJobErrors({ db, seals }: { db: Queryable; seals: Seals }) {
  return async function readJobErrors(caller: Caller, kind: JobKind, id: string): Promise<JobErrors> {
    const row = await findJob(db, id);
    if (row === undefined || row.kind !== kind || row.isExpired) {
      throw new ServiceError('NOT_FOUND', { message: 'No such job: unknown or expired' });
    }
    if (row.teamId !== caller.team.id) {
      throw new ServiceError('FORBIDDEN', { message: 'This job belongs to another team' });
    }
    const seal = seals.sealOf(row.sealedKey);
    if (seal.isGone) return { errors: [], robotsBlocked: [] };
    const { rows } = await db.query<TroubleRow>(
      `select scrape_id as id, ended_at as timestamp, url, error_code as code, error from page
       where job_id = $1 and (state = ${PAGE_STATE.failed} or (state = ${PAGE_STATE.dropped} and drop_reason = 'robots')) order by seq`,
      [id],
    );
    const found: JobErrors = { errors: [], robotsBlocked: [] };
    const slices = createTimeSlices();
    for (const page of rows) {
      if (slices.isOver()) await slices.rest();
      const url = reportableUrl(seal.open(page.url));
      if (page.code === null) {
        found.robotsBlocked.push(url);
        continue;
      }
      found.errors.push({
        id: page.id ?? row.id,
        timestamp: page.timestamp.toISOString(),
        url,
        code: page.code,
        error: page.error === null ? '' : seal.open(page.error),
      });
    }
    return found;
  };
}
