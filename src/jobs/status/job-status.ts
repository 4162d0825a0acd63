import type { Caller } from '../../accounts/caller.ts';
import { JsonText } from '../../lib/json/json-text.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';
import type { JobKind } from '../model/job-request.ts';
import { findJob, type JobRow, type JobStatus } from '../model/job-row.ts';
import { readDocuments } from './read-documents.ts';
import type { Seal, Seals } from '../model/seal.ts';

const KEEP_MS = 86_400_000;
const DEFAULT_LIMIT = 100;

/** The members of a status answer beside its documents (wire contract 5.4). */
export interface JobProgress {
  status: JobStatus;
  completed: number;
  total: number;
  creditsUsed: number;
  expiresAt: string;
  createdAt: string;
  completedAt?: string;
  /** Seconds. */
  duration: number;
  warning?: string;
  error?: string;
}

/** A job of the caller's team that can still be read, opened. */
export interface OpenJob {
  row: JobRow;
  seal: Seal;
  progress: JobProgress;
}

/** NOT_FOUND for jobs that are unknown, expired, of another kind or of another team. */
export function createOpenJob({ db, seals }: { db: Queryable; seals: Seals }) {
  return async function openJob(caller: Caller, kind: JobKind, id: string): Promise<OpenJob> {
    const row = await findJob(db, id);
    if (row === undefined || row.kind !== kind || row.teamId !== caller.team.id || row.isExpired) {
      throw new ServiceError('NOT_FOUND', { message: 'No such job: unknown or expired' });
    }
    const seal = seals.sealOf(row.sealedKey);
    return { row, seal, progress: progressOf(row, seal) };
  };
}

function progressOf(row: JobRow, seal: Seal): JobProgress {
  const end = row.endedAt;
  const now = row.readAt.getTime();
  // A page that was under way when the job was removed may have left something.
  const warnings = seal.isGone ? [] : Object.values(row.warnings).map((sentence) => seal.open(sentence));
  return {
    status: row.status,
    completed: row.completed,
    // A batch knows its pages, a crawl finds them.
    total: row.kind === 'batch_scrape' ? row.attempted + row.queued : row.attempted,
    creditsUsed: row.credits,
    expiresAt: (row.expiresAt ?? expiryOfRunning(row.createdAt.getTime(), now)).toISOString(),
    createdAt: row.createdAt.toISOString(),
    ...(end && { completedAt: end.toISOString() }),
    duration: Math.max(0, ((end?.getTime() ?? now) - row.createdAt.getTime()) / 1000),
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    ...(row.status === 'failed' && {
      error: row.error === null || seal.isGone ? 'The crawl failed' : seal.open(row.error),
    }),
  };
}

/** A day after the start (wire contract 5.4). A job that has run for longer expires a day from now at the soonest. */
function expiryOfRunning(createdAt: number, now: number): Date {
  const first = createdAt + KEEP_MS;
  return new Date(first > now ? first : now + KEEP_MS);
}

export interface StatusRequest {
  skip?: number | undefined;
  limit?: number | undefined;
  /** The address of this status, absolute and without query. */
  url: string;
}

/**
 * The answer of GET /v2/crawl/{id} and GET /v2/batch/scrape/{id} as JSON text. `next` is there only when further
 * documents exist already, and its absence says nothing about the job: clients follow it in a loop.
 */
async function writeStatus(
  db: Queryable,
  { row, seal, progress }: OpenJob,
  { skip = 0, limit, url }: StatusRequest,
): Promise<JsonText> {
  const until = Math.min(row.completed, skip + (limit ?? DEFAULT_LIMIT));
  const documents = await readDocuments(db, { id: row.id, seal }, { from: skip, until });
  if (documents.length === 0 && skip < until)
    throw new ServiceError('NOT_FOUND', { message: 'The documents of this job are gone' });
  const reached = skip + documents.length;
  const next =
    reached < row.completed
      ? `${url}?skip=${reached}${limit === undefined ? '' : `&limit=${limit}`}`
      : undefined;
  const head = JSON.stringify({ success: true, ...progress, ...(next !== undefined && { next }) });
  const list = documents.flatMap((document, index) => (index === 0 ? [document] : [',', document]));
  return JsonText.of(`${head.slice(0, -1)},"data":[`, ...list, ']}');
}

/** The status of one of the caller's jobs. */
export function createJobStatus(parts: { db: Queryable; seals: Seals }) {
  const openJob = createOpenJob(parts);
  return async function readJobStatus(
    caller: Caller,
    kind: JobKind,
    id: string,
    request: StatusRequest,
  ): Promise<JsonText> {
    return writeStatus(parts.db, await openJob(caller, kind, id), request);
  };
}
