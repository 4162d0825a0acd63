import type { JsonText } from '../../lib/json/json-text.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { JobFeed } from './job-feed.ts';
import type { JobProgress } from './job-status.ts';

/**
 * The news for a watcher, in this order: `catchup` once, `documents` as often as there are more, `end` once. With
 * `isAll` the catchup is everything: the job has ended, and no document is missing in it.
 */
export type JobNews =
  | { kind: 'catchup'; progress: JobProgress; documents: JsonText[]; isAll: boolean }
  | { kind: 'documents'; documents: JsonText[] }
  | { kind: 'end'; progress: JobProgress };

export interface WatchOptions {
  /** Ends the watch without a word. */
  signal: AbortSignal;
  /** Documents that come at once have at most so many bytes of JSON; a single larger one comes alone. */
  batchBytes: (news: 'catchup' | 'documents') => number;
}

/**
 * Tells what a job has come to until it has ended and every document was told, each once and in order. Reads on when
 * the last news was taken, so a slow reader holds one batch. NOT_FOUND when the job or its documents are gone.
 */
export async function* watchFeed(
  feed: JobFeed,
  { signal, batchBytes }: WatchOptions,
): AsyncGenerator<JobNews> {
  let told = 0;
  let isFirst = true;
  let hasMissed = false;
  while (!signal.aborted) {
    const { version } = feed;
    const job = await feed.read();
    const { completed } = job.row;
    const kind = isFirst ? 'catchup' : 'documents';
    const documents = told < completed ? await feed.documents(job, told, batchBytes(kind)) : [];
    if (signal.aborted) return;
    if (documents.length === 0 && told < completed) {
      // A cancelled job under zero data retention is purged at once: its row, read again, says so.
      if (hasMissed) throw new ServiceError('NOT_FOUND', { message: 'The documents of this job are gone' });
      hasMissed = true;
      feed.touch();
      continue;
    }
    hasMissed = false;
    told += documents.length;
    const isAll = told >= completed && job.progress.status !== 'scraping';
    if (kind === 'catchup') {
      yield { kind, progress: job.progress, documents, isAll };
      if (isAll) return;
    } else if (documents.length > 0) yield { kind, documents };
    isFirst = false;
    if (told < completed) continue;
    if (isAll) {
      yield { kind: 'end', progress: job.progress };
      return;
    }
    await feed.changedSince(version, signal);
  }
}
