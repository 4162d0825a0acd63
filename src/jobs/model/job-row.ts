import { statement, type Queryable } from '../../store/database.ts';
import type { JobKind } from './job-request.ts';

/** The status of a job, as the wire contract names it. */
export type JobStatus = 'scraping' | 'completed' | 'failed' | 'cancelled';

/** A job as its row keeps it. */
export interface JobRow {
  id: string;
  teamId: string;
  apiKeyId: string;
  kind: JobKind;
  status: JobStatus;
  createdAt: Date;
  endedAt: Date | null;
  expiresAt: Date | null;
  /** By the clock of the database, as all times of a job. */
  isExpired: boolean;
  /** When the row was read, by that clock: the one of this machine may be hours ahead. */
  readAt: Date;
  /** JSON of a `JobRequest`; sealed under zero data retention. */
  request: string;
  sealedKey: Buffer | null;
  error: string | null;
  /** Sentences by subject; sealed under zero data retention. */
  warnings: Record<string, string>;
  /** Where the start was redirected to when that is another host; sealed under zero data retention. */
  movedTo: string | null;
  /** Pages queued for each sign of a crawler trap, by digest of the sign. */
  trapCounts: Record<string, number>;
  pageLimit: number;
  /** The most that a page costs as far as its options tell, credits. */
  pagePrice: number;
  maxConcurrency: number;
  delayMs: number;
  queued: number;
  inFlight: number;
  attempted: number;
  completed: number;
  credits: number;
}

const COLUMNS = `
  id, team_id as "teamId", api_key_id as "apiKeyId", kind, status, created_at as "createdAt", ended_at as "endedAt",
  expires_at as "expiresAt", coalesce(expires_at <= clock_timestamp(), false) as "isExpired",
  clock_timestamp() as "readAt", request, sealed_key as "sealedKey", error, warnings, moved_to as "movedTo",
  trap_counts as "trapCounts", page_limit as "pageLimit", page_price as "pagePrice",
  max_concurrency as "maxConcurrency", delay_ms as "delayMs", queued, in_flight as "inFlight", attempted, completed,
  credits`;

const FIND = statement('job_find', `select ${COLUMNS} from job where id = $1`);
const LOCK = statement('job_lock', `select ${COLUMNS} from job where id = $1 for update`);

export async function findJob(db: Queryable, id: string): Promise<JobRow | undefined> {
  return (await db.query<JobRow>(FIND, [id])).rows[0];
}

/** Locks the job until the transaction ends: whoever changes its pages or counters does this first. */
export async function lockJob(tx: Queryable, id: string): Promise<JobRow | undefined> {
  return (await tx.query<JobRow>(LOCK, [id])).rows[0];
}
