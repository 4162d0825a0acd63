import { randomUUID } from 'node:crypto';
import type { CreditHolds } from '../../accounts/credit-holds.ts';
import { SLOTS_CHANNEL, type Slots } from '../../accounts/slots.ts';
import type { PatternThread } from '../../frontier/patterns/pattern-thread.ts';
import type { SiteFiles } from '../../frontier/site-files.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createLoadGauge } from '../../lib/log/load-gauge.ts';
import type { Telemetry } from '../../lib/log/telemetry.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Database } from '../../store/database.ts';
import type { ScrapePage } from '../../scraper/scrape-page.ts';
import type { ClaimedPage } from '../model/claimed-page.ts';
import { claimPages, findTeamsWithWork, type TeamWithWork } from './claim-pages.ts';
import { createJobContexts, jobCancelled, type JobContext } from '../model/job-context.ts';
import { endPennilessJob, findPennilessJobs } from '../end/end-penniless-job.ts';
import { DELIVERIES_CHANNEL } from '../model/enqueue-deliveries.ts';
import { CANCELLED_CHANNEL, JOBS_CHANNEL, PROGRESS_CHANNEL } from '../model/job-events.ts';
import { createRunPage, type PageRun } from './run-page.ts';
import { createRunSitemaps } from './run-sitemaps.ts';
import type { Seals } from '../model/seal.ts';
import { createSettler } from './settler.ts';
import {
  countOtherWorkers,
  freeForgottenPages,
  registerWorker,
  releaseWorker,
  renewWorker,
  sweepDeadWorkers,
} from './worker-lease.ts';
import type { WorkerAbout } from './worker-note.ts';

/** The backstop while there is work somewhere: a notification is the faster way. */
const POLL_MS = 250;
/** The backstop while there is none. */
const IDLE_POLL_MS = 5_000;
const RENEW_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 5_000;
/** Claims that may bring nothing before other teams get their turn; the next look goes on with the next jobs. */
const MAX_BARREN_CLAIMS = 32;
/** Share of its time that the main thread works from which on more work only waits. */
const SATURATED = 0.8;
/** Pages at a time of a worker that is busy all the time, when there are others. */
const SATURATED_CONCURRENCY = 8;

export interface WorkerOptions {
  db: Database;
  slots: Slots;
  credits: Pick<CreditHolds, 'hold'>;
  scrapePage: ScrapePage;
  siteFiles: SiteFiles;
  seals: Seals;
  patterns: PatternThread;
  clock: Clock;
  telemetry: Telemetry;
  log: Log;
  /** Pages of this process at a time, at most. */
  concurrency: number;
  /** Works on this job only. */
  jobId?: string;
  /** Told to commands that want to work beside this worker. */
  about?: WorkerAbout;
}

/** Opens a worker on the pages of jobs. Disposing it gives unfinished pages back at once. */
export async function openWorker(options: WorkerOptions): Promise<AsyncDisposable> {
  const worker = new Worker(options);
  await worker.start();
  return worker;
}

class Worker implements AsyncDisposable {
  readonly #options: WorkerOptions;
  readonly #stopping = new AbortController();
  readonly #contexts;
  readonly #runPage;
  readonly #runSitemaps;
  readonly #settler;
  readonly #running = new Map<Promise<void>, ClaimedPage>();
  readonly #open = new AsyncDisposableStack();
  #id = randomUUID();
  #looking: Promise<void> | undefined;
  #mustLookAgain = false;
  #mustTakeStock = false;
  #hasWork = false;
  #otherWorkers = 0;
  readonly #load = createLoadGauge({ from: SATURATED });
  #pollTimer: NodeJS.Timeout | undefined;

  constructor(options: WorkerOptions) {
    const { db, seals, patterns, clock, telemetry, log } = options;
    this.#options = options;
    const inUse = (): Set<string> => new Set(this.#running.values().map(({ jobId }) => jobId));
    this.#contexts = createJobContexts({ db, seals, patterns, clock, inUse });
    this.#runPage = createRunPage(options);
    this.#runSitemaps = createRunSitemaps(options);
    this.#settler = createSettler({
      db,
      telemetry,
      log,
      contexts: this.#contexts,
      workerId: () => this.#id,
      signal: this.#stopping.signal,
    });
  }

  async start(): Promise<void> {
    const { db, about } = this.#options;
    await registerWorker(db, this.#id, about);
    this.#otherWorkers = await countOtherWorkers(db, this.#id);
    this.#open.use(await db.listen(JOBS_CHANNEL, () => this.look()));
    this.#open.use(await db.listen(SLOTS_CHANNEL, () => this.#hasWork && this.look()));
    this.#open.use(await db.listen(CANCELLED_CHANNEL, (id) => this.#contexts.abort(id, jobCancelled())));
    this.#every(RENEW_EVERY_MS, () => this.#renew());
    this.#every(SWEEP_EVERY_MS, async () => {
      this.#mustTakeStock = true;
      const jobs = await sweepDeadWorkers(db);
      if (jobs.length > 0 || this.#running.size > 0) this.look();
    });
    this.look();
  }

  /** Claims what there is room for, unless it is being done already. */
  look(): void {
    if (this.#stopping.signal.aborted) return;
    this.#mustLookAgain = true;
    if (this.#looking !== undefined) return;
    clearTimeout(this.#pollTimer);
    this.#looking = this.#lookUntilDone();
  }

  async #lookUntilDone(): Promise<void> {
    try {
      while (this.#mustLookAgain && !this.#stopping.signal.aborted) {
        this.#mustLookAgain = false;
        if (this.#mustTakeStock) await this.#takeStock();
        await this.#claimForTeams();
      }
    } catch (error) {
      // The answer of the claim was lost, so pages may be leased to this worker that it does not know.
      this.#mustTakeStock = true;
      this.#options.log.warn('no pages claimed, tried again', { error });
    } finally {
      this.#looking = undefined;
      if (!this.#stopping.signal.aborted) {
        const isBusy = this.#hasWork || this.#running.size > 0;
        this.#pollTimer = setTimeout(() => this.look(), isBusy ? POLL_MS : IDLE_POLL_MS);
        this.#pollTimer.unref();
      }
    }
  }

  /**
   * Puts back the pages that this worker holds in the database and works on no longer. No claim is under way meanwhile.
   */
  async #takeStock(): Promise<void> {
    const freed = await freeForgottenPages(this.#options.db, this.#id, [...this.#running.values()]);
    this.#mustTakeStock = false;
    if (freed > 0) this.#options.log.warn('pages of this worker were put back', { pages: freed });
  }

  /** One round over the teams with work, each with its share of what is free here. */
  async #claimForTeams(): Promise<void> {
    const { db } = this.#options;
    const concurrency = this.#concurrency();
    if (this.#running.size >= concurrency) return;
    const teams = await findTeamsWithWork(db, this.#options.jobId);
    this.#hasWork = teams.length > 0;
    const ready = teams.filter(({ wanted }) => wanted > 0);
    for (const [index, team] of ready.entries()) {
      const free = concurrency - this.#running.size;
      if (free <= 0) return;
      await this.#claimForTeam(team, Math.min(team.wanted, Math.ceil(free / (ready.length - index))));
    }
  }

  /**
   * Gives the number of pages at a time. A busy worker leaves pages that it could only queue to the others: limits of
   * teams are shared, and the first to claim would have all of them.
   */
  #concurrency(): number {
    const { concurrency } = this.#options;
    if (this.#otherWorkers === 0 || !this.#load.isLoaded()) return concurrency;
    return Math.min(concurrency, SATURATED_CONCURRENCY);
  }

  async #claimForTeam({ teamId, jobs, isLimited }: TeamWithWork, wanted: number): Promise<void> {
    const { db, slots, jobId } = this.#options;
    let granted = await slots.take({ id: teamId }, wanted);
    // A job that gives nothing now must not hold up the team's others, whose turn comes with the next claim.
    let chances = Math.min(jobs, MAX_BARREN_CLAIMS);
    try {
      while (granted > 0 && chances > 0 && !this.#stopping.signal.aborted) {
        const pages = await claimPages(db, { workerId: this.#id, teamId, count: granted, jobId, isLimited });
        if (pages.length === 0) chances--;
        // Pages that arrive while the worker stops go back to the queue with all others that it holds.
        if (this.#stopping.signal.aborted) return;
        granted -= pages.length;
        for (const page of pages) this.#begin(teamId, page);
      }
    } finally {
      slots.give({ id: teamId }, granted);
    }
    if (isLimited && granted > 0) await this.#endPennilessJobs(teamId);
  }

  async #endPennilessJobs(teamId: string): Promise<void> {
    const { db, jobId, log } = this.#options;
    for (const id of await findPennilessJobs(db, teamId, jobId)) {
      const job = await this.#contexts.contextOf(id);
      if (job === undefined || !(await endPennilessJob(db, log, job))) continue;
      this.#contexts.abort(id, new Error('The job has ended'));
      db.notify(PROGRESS_CHANNEL, id);
      db.notify(DELIVERIES_CHANNEL, '');
    }
  }

  #begin(teamId: string, page: ClaimedPage): void {
    const work = this.#work(teamId, page)
      .catch((error: unknown) => {
        this.#mustTakeStock = true;
        this.#options.log.warn('a page of a job was not worked on and is put back', {
          jobId: page.jobId,
          error,
        });
      })
      .finally(() => {
        this.#running.delete(work);
        this.look();
      });
    this.#running.set(work, page);
  }

  async #work(teamId: string, page: ClaimedPage): Promise<void> {
    const done = await this.#run(teamId, page);
    if (done === undefined) return;
    const { job, run } = done;
    using memory = run.memory;
    void memory;
    // A page that the end of this process cut off is left to another worker.
    if (this.#stopping.signal.aborted && run.result.end.kind !== 'document') return;
    await this.#settler.settle(job, run);
    await run.hold?.[Symbol.asyncDispose]();
  }

  /**
   * Runs a page on the slot that was taken for it. The slot goes back before the result is written: a job whose page has
   * been settled asks for the next slot at once, and would hold one more than it has pages at a time.
   */
  async #run(teamId: string, page: ClaimedPage): Promise<{ job: JobContext; run: PageRun } | undefined> {
    try {
      const job = await this.#contexts.contextOf(page.jobId);
      if (job === undefined || this.#stopping.signal.aborted) return undefined;
      const run = page.isSitemapReading ? this.#runSitemaps(job, page) : this.#runPage(job, page);
      return { job, run: await run };
    } finally {
      this.#options.slots.give({ id: teamId }, 1);
    }
  }

  /** A worker whose lease has run out is taken for dead by the others; it goes on as a new one. */
  async #renew(): Promise<void> {
    const { db, log, about } = this.#options;
    this.#otherWorkers = await countOtherWorkers(db, this.#id);
    if (await renewWorker(db, this.#id)) return;
    log.warn('the lease of this worker ran out; what it was doing is done again');
    this.#id = randomUUID();
    await registerWorker(db, this.#id, about);
  }

  #every(ms: number, work: () => Promise<void>): void {
    const timer = setInterval(() => {
      work().catch((error: unknown) => this.#options.log.warn('upkeep of the worker failed', { error }));
    }, ms);
    timer.unref();
    this.#open.defer(() => clearInterval(timer));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#pollTimer);
    const reason = new Error('The worker stops');
    this.#stopping.abort(reason);
    for (const id of this.#contexts.ids) this.#contexts.abort(id, reason);
    await this.#looking;
    await Promise.all(this.#running.keys());
    await this.#open[Symbol.asyncDispose]();
    await releaseWorker(this.#options.db, this.#id).catch((error: unknown) =>
      this.#options.log.warn('the worker did not give its pages back; others take them in 20 seconds', {
        error,
      }),
    );
    this.#options.db.notify(JOBS_CHANNEL, '');
  }
}
