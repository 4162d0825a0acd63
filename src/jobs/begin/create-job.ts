import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../accounts/caller.ts';
import type { Log } from '../../lib/log/log.ts';
import { shownTarget } from '../../lib/addresses/shown-target.ts';
import type { Database, Queryable } from '../../store/database.ts';
import { addPages, type NewPage } from '../model/add-pages.ts';
import { DELIVERIES_CHANNEL, enqueueDeliveries } from '../model/enqueue-deliveries.ts';
import { checkOpenJobs, countAffordable, notEnoughFor } from './fund-pages.ts';
import { JOBS_CHANNEL } from '../model/job-events.ts';
import type { JobKind, JobRequest } from '../model/job-request.ts';
import type { Seal, Seals } from '../model/seal.ts';
import { withRetries } from '../../store/with-retries.ts';

/** A job to create, with its first pages. */
export interface NewJob {
  kind: JobKind;
  caller: Caller;
  request: JobRequest;
  /** For lists of what a team does; not kept under zero data retention. */
  target: string;
  isSecret: boolean;
  /** Pages to try, at most. */
  pageLimit: number;
  /** The most that a page costs as far as its options tell, credits. */
  pagePrice: number;
  maxConcurrency: number;
  delayMs: number;
  /** Whether pages are taken by depth. */
  isByLevel: boolean;
  /** Sentences for the caller by subject. */
  warnings: Readonly<Record<string, string>>;
  /** The pages to begin with, for the way that this job writes things. */
  pages: (seal: Seal) => readonly NewPage[] | Promise<readonly NewPage[]>;
  /** More that belongs into the same transaction. */
  alongside?: (tx: Queryable, jobId: string) => Promise<void>;
}

/**
 * Writes a job and its first pages; resolves to its id when they are safely on disk. The job's limit is a claim on the
 * team's credits: a crawl gets a lower one where they are short, and says so. PAYMENT_REQUIRED when they are enough for no
 * page, or not for all of a batch; CONCURRENCY_LIMITED when the team has too many jobs open.
 */
export async function createJob(db: Database, seals: Seals, log: Log, job: NewJob): Promise<string> {
  const id = uuidv7();
  const sealedKey = job.isSecret ? await seals.createKey() : null;
  const seal = seals.sealOf(sealedKey);
  const pages = await job.pages(seal);
  const teamId = job.caller.team.id;
  await withRetries(db, () =>
    db.transaction(async (tx) => {
      const { pageLimit, warnings } = await fund(tx, job);
      await tx.query(
        `insert into job (id, team_id, api_key_id, kind, target, request, sealed_key, warnings, page_limit,
           max_concurrency, delay_ms, level, page_price)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
        [
          id,
          teamId,
          job.caller.apiKeyId,
          job.kind,
          job.isSecret ? null : job.target,
          seal.seal(JSON.stringify(job.request)),
          sealedKey,
          JSON.stringify(
            Object.fromEntries(
              Object.entries(warnings).map(([subject, text]) => [seal.digest(subject), seal.seal(text)]),
            ),
          ),
          pageLimit,
          job.maxConcurrency,
          job.delayMs,
          job.isByLevel ? 0 : null,
          job.pagePrice,
        ],
      );
      const added = await addPages(tx, { id, teamId, seal }, pages);
      await tx.query('update job set queued = $2 where id = $1', [id, added]);
      await enqueueDeliveries(tx, { id, teamId, webhook: job.request.webhook }, [{ event: 'started' }]);
      await job.alongside?.(tx, id);
    }),
  );
  log.info('job started', {
    jobId: id,
    kind: job.kind,
    ...(!job.isSecret && { target: shownTarget(job.target) }),
    limit: job.pageLimit,
  });
  db.notify(JOBS_CHANNEL, '');
  db.notify(DELIVERIES_CHANNEL, '');
  return id;
}

async function fund(
  tx: Queryable,
  { kind, caller, pageLimit, pagePrice, warnings }: NewJob,
): Promise<Pick<NewJob, 'pageLimit' | 'warnings'>> {
  const affordable = await countAffordable(tx, caller, pagePrice);
  await checkOpenJobs(tx, caller.team.id);
  if (affordable >= pageLimit) return { pageLimit, warnings };
  const needed = kind === 'crawl' ? 1 : pageLimit;
  if (affordable < needed) throw notEnoughFor(needed, affordable, pagePrice);
  const credits = `limit was lowered from ${pageLimit} to ${affordable}: the credits that nothing else may need are enough for no more.`;
  return { pageLimit: affordable, warnings: { ...warnings, credits } };
}
