import { compressPieces } from '../../lib/bytes/compress.ts';
import type { Queryable } from '../../store/database.ts';
import { createRowWriter } from '../../store/row-values.ts';
import type { PageEnd } from '../model/page-result.ts';
import type { DecidedEnd } from './decide-ends.ts';
import type { JobContext } from '../model/job-context.ts';

/** A row of `scrape`, for a page of a job. */
export interface DocumentRow {
  id: string;
  createdAt: Date;
  target: string | null;
  credits: number;
  durationMs: number;
  statusCode: number | null;
  errorCode: string | null;
  trace: string | null;
  document: Buffer | null;
}

const COLUMNS = {
  id: 'uuid',
  team_id: 'uuid',
  api_key_id: 'uuid',
  job_id: 'uuid',
  is_sealed: 'boolean',
  created_at: 'timestamptz',
  target: 'text',
  credits: 'integer',
  duration_ms: 'integer',
  status_code: 'integer',
  error_code: 'text',
  trace: 'json',
  document: 'bytea',
} as const;

const NAMES = Object.keys(COLUMNS).join(', ');

const writeRows = createRowWriter(
  'job_document_write',
  COLUMNS,
  (rows) => `insert into scrape (${NAMES}) select ${NAMES} from ${rows}`,
);

/**
 * Compresses and seals the document of a page, before the transaction that writes it begins; null for a page without
 * one.
 */
export async function packDocument(job: JobContext, { end }: DecidedEnd['result']): Promise<Buffer | null> {
  if (end.kind !== 'document') return null;
  return job.seal.sealBytes(await compressPieces(end.json.pieces));
}

/** Makes the row of `scrape` for an end; undefined for a page that neither delivers nor fails. */
export function documentRow(
  job: JobContext,
  { result: { end }, document, failure }: DecidedEnd,
  packed: Buffer | null,
): DocumentRow | undefined {
  if (!('scrapeId' in end) || (!document && !failure)) return undefined;
  return {
    id: end.scrapeId,
    createdAt: end.startedAt,
    target: job.seal.isSealed ? null : end.sourceUrl,
    credits: document?.outcome.credits ?? creditsOfFailure(end, failure?.code),
    durationMs: end.durationMs,
    statusCode: document?.outcome.document.metadata.statusCode ?? null,
    errorCode: failure?.code ?? null,
    trace: end.trace === undefined ? null : JSON.stringify(end.trace),
    document: document ? packed : null,
  };
}

/** Gives the price of a failure: a page that came too late for its job costs nothing. */
function creditsOfFailure(end: PageEnd, code: string | undefined): number {
  return end.kind === 'failed' && end.code === code ? end.credits : 0;
}

/** Writes the rows of `scrape` for pages of a job. */
export async function writeDocuments(
  tx: Queryable,
  job: JobContext,
  rows: readonly DocumentRow[],
): Promise<void> {
  await writeRows(
    tx,
    rows.map((row) => [
      row.id,
      job.teamId,
      job.apiKeyId,
      job.id,
      job.seal.isSealed,
      row.createdAt,
      row.target,
      row.credits,
      row.durationMs,
      row.statusCode,
      row.errorCode,
      row.trace,
      row.document,
    ]),
  );
}
