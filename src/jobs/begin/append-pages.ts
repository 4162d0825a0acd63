import type { Caller } from '../../accounts/caller.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { addPages, readKnownKeys, repeatOf, type NewPage } from '../model/add-pages.ts';
import { checkOpenJobs, countAffordable, notEnoughFor } from './fund-pages.ts';
import { JOBS_CHANNEL } from '../model/job-events.ts';
import type { JobRequest } from '../model/job-request.ts';
import { lockJob } from '../model/job-row.ts';
import type { Seal, Seals } from '../model/seal.ts';
import { withRetries } from '../../store/with-retries.ts';

/** Pages to add to a batch that runs. */
export interface Append {
  caller: Caller;
  id: string;
  pages: (seal: Seal) => Promise<readonly NewPage[]>;
  /** Whether the options of the request are those of the batch, as its row keeps them. */
  isSame: (kept: { request: JobRequest; maxConcurrency: number }) => boolean;
  /** More that belongs into the same transaction. */
  alongside?: (tx: Queryable, jobId: string) => Promise<void>;
}

const OTHER_OPTIONS =
  'URLs were added with other options than the batch was made with; those of the batch hold for all pages.';

/** Adds pages to a batch; one that was completed goes on. NOT_FOUND, or CONFLICT for one that was cancelled. Credits and open jobs as when it was made. */
export async function appendPages(db: Database, seals: Seals, append: Append): Promise<void> {
  await withRetries(db, () =>
    db.transaction(async (tx) => {
      const free = await countAffordable(tx, append.caller, 1);
      const row = await lockJob(tx, append.id);
      if (row?.kind !== 'batch_scrape' || row.teamId !== append.caller.team.id || row.isExpired) {
        throw new ServiceError('NOT_FOUND', { message: 'appendToId: no such batch, unknown or expired' });
      }
      const seal = seals.sealOf(row.sealedKey);
      if (seal.isGone) {
        throw new ServiceError('NOT_FOUND', {
          message: 'appendToId: what was kept of this batch is removed',
        });
      }
      if (row.status === 'cancelled') {
        throw new ServiceError('CONFLICT', { message: 'appendToId: this batch was cancelled' });
      }
      const pages = await withRepeats(tx, row.id, await append.pages(seal));
      const added = await addPages(tx, { id: row.id, teamId: row.teamId, seal }, pages);
      const affordable = Math.floor(free / row.pagePrice);
      if (affordable < added) throw notEnoughFor(added, affordable, row.pagePrice);
      if (added > 0 && row.status !== 'scraping') await checkOpenJobs(tx, row.teamId);
      const request = JSON.parse(seal.open(row.request)) as JobRequest;
      const warnings = append.isSame({ request, maxConcurrency: row.maxConcurrency })
        ? {}
        : { [seal.digest('appendToId')]: seal.seal(OTHER_OPTIONS) };
      await tx.query(
        `update job set queued = queued + $2, level = case when $4 then coalesce(level, 0) else level end, page_limit = page_limit + $2, warnings = warnings || $3::jsonb,
           status = case when $2 > 0 then 'scraping' else status end,
           ended_at = case when $2 > 0 then null else ended_at end,
           expires_at = case when $2 > 0 then null else expires_at end
         where id = $1`,
        [row.id, added, JSON.stringify(warnings), pages.some(({ depth }) => depth > 0)],
      );
      await append.alongside?.(tx, row.id);
    }),
  );
  db.notify(JOBS_CHANNEL, '');
}

/** Makes repeats of the pages that the batch has already: each is delivered once more. */
async function withRepeats(tx: Queryable, jobId: string, pages: readonly NewPage[]): Promise<NewPage[]> {
  const known = await readKnownKeys(
    tx,
    jobId,
    pages.map(({ key }) => key),
  );
  return pages.map((page) => (known.has(page.key) ? repeatOf(page) : page));
}
