import type { Caller } from '../../accounts/caller.ts';
import type { Document } from '../../contract/documents/document.ts';
import { createOpenJob } from '../../jobs/status/job-status.ts';
import type { JobRequest } from '../../jobs/model/job-request.ts';
import type { JobRow, JobStatus } from '../../jobs/model/job-row.ts';
import { readDocuments } from '../../jobs/status/read-documents.ts';
import type { Seal, Seals } from '../../jobs/model/seal.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Queryable } from '../../store/database.ts';

/** Documents of one reading, at most. */
const MAX_DOCUMENTS = 100;

/** The progress of a crawl at one moment. */
export interface CrawlLook {
  status: JobStatus;
  /** Where it started. */
  url: string;
  /** The options that it was started with, those of its pages among them. */
  settings: Readonly<Record<string, unknown>>;
  /** Documents that can be read. */
  done: number;
  failed: number;
  /** Pages known so far, whatever became of them; those left out as duplicates or forbidden do not count. */
  found: number;
  /** Pages to try, at most. */
  limit: number;
  /** Sentences. */
  warnings: readonly string[];
  /** Why a failed crawl failed. */
  error: string | undefined;
  /** Documents from index `from` on, some of them; none when there are no more yet. NOT_FOUND when they are gone. */
  documentsFrom(from: number): Promise<Document[]>;
}

/** Looks at a crawl of the caller's; NOT_FOUND when it is unknown, expired or of another team. */
export function createLookAtCrawl(parts: { db: Queryable; seals: Seals }) {
  const openJob = createOpenJob(parts);
  return async function lookAtCrawl(caller: Caller, id: string): Promise<CrawlLook> {
    const { row, seal, progress } = await openJob(caller, 'crawl', id);
    const { crawl, scrapeOptions } = JSON.parse(seal.open(row.request)) as JobRequest;
    return {
      status: row.status,
      url: crawl?.url ?? '',
      settings: { ...scrapeOptions, ...crawl },
      done: row.completed,
      // The reading of the sitemaps is in flight too and takes no place.
      failed: Math.max(0, row.attempted - row.completed - row.inFlight),
      found: row.attempted + row.queued,
      limit: row.pageLimit,
      warnings: Object.values(row.warnings).map((sentence) => seal.open(sentence)),
      error: progress.error,
      documentsFrom: (from) => readSome(parts.db, { row, seal }, from),
    };
  };
}

async function readSome(
  db: Queryable,
  { row, seal }: { row: JobRow; seal: Seal },
  from: number,
): Promise<Document[]> {
  const until = Math.min(row.completed, from + MAX_DOCUMENTS);
  const texts = await readDocuments(db, { id: row.id, seal }, { from, until });
  if (texts.length === 0 && from < until)
    throw new ServiceError('NOT_FOUND', { message: 'The documents of this crawl are gone' });
  return texts.map((text) => text.parse() as Document);
}
