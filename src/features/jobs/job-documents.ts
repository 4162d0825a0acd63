import type { Caller } from '../../accounts/caller.ts';
import type { Seals } from '../../jobs/model/seal.ts';
import { readDocuments } from '../../jobs/status/read-documents.ts';
import type { JsonText } from '../../lib/json/json-text.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';
import { listJobs } from './list-jobs.ts';
import { findTeamJob } from './find-team-job.ts';

/** Documents that are read at a time, at most, as long as one alone is not larger. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH = 100;

/** All documents that a job has now. */
export interface JobDocuments {
  /** Start URL of a crawl, first URL of a batch; null under zero data retention. */
  target: string | null;
  createdAt: Date;
  /** Each as JSON, in order; a few are in memory at a time. Rejects with NOT_FOUND when they go meanwhile. */
  documents: AsyncGenerator<JsonText>;
}

/** Opens the documents of a job. NOT_FOUND for one that is unknown, expired, of another team or has kept nothing. */
export function createJobDocuments(parts: { db: Queryable; seals: Seals }) {
  return async function openJobDocuments(caller: Caller, id: string): Promise<JobDocuments> {
    const { row, seal } = await findTeamJob(parts, caller, id);
    if (seal.isGone) throw gone();
    async function* documents(): AsyncGenerator<JsonText> {
      for (let from = 0; from < row.completed;) {
        const until = Math.min(row.completed, from + BATCH);
        const batch = await readDocuments(parts.db, { id, seal }, { from, until, maxBytes: BATCH_BYTES });
        if (batch.length === 0) throw gone();
        yield* batch;
        from += batch.length;
      }
    }
    const [job] = await listJobs(parts.db, { teamId: caller.team.id, id, limit: 1 });
    return { target: job?.target ?? null, createdAt: row.createdAt, documents: documents() };
  };
}

function gone(): ServiceError {
  return new ServiceError('NOT_FOUND', { message: 'The documents of this job are gone' });
}
