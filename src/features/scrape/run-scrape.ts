import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../accounts/caller.ts';
import { holdForCall, type CreditHolds } from '../../accounts/credit-holds.ts';
import type { Slots } from '../../accounts/slots.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { describeErrorBriefly } from '../../lib/log/describe-error.ts';
import { withLogFields, type Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { CheckAvailability } from '../../scraper/check-availability.ts';
import type { PackedDocument } from '../../scraper/packed-document.ts';
import { mostPriceOf } from '../../scraper/price.ts';
import type { PageTask } from '../../scraper/page-task.ts';
import type { ScrapeOutcome, ScrapePage } from '../../scraper/scrape-page.ts';
import { createTrace } from '../../scraper/trace.ts';
import type { ScrapeKind } from './record-scrapes.ts';
import type { ScrapeRun, SettleScrape } from './settle-scrape.ts';

/** The part of its timeout that a scrape spends at most on waiting for a slot (wire contract 3.4). */
const QUEUE_SHARE = 2 / 3;

/** The parts that a scrape goes through. */
export interface RunScrapeParts {
  scrapePage: ScrapePage;
  slots: Slots;
  checkAvailability: CheckAvailability;
  credits: CreditHolds;
  settle: SettleScrape;
  clock: Clock;
  log: Log;
}

/** The page or file that a caller wants as a document: the part of a `PageTask` that the request's body says. */
export interface ScrapeTask extends Pick<PageTask, 'url' | 'sourceUrl' | 'file' | 'options'> {
  kind: ScrapeKind;
}

/** Takes what counts the memory of a result; it is disposed when the result has been answered. */
export type KeepMemory = (memory: Disposable) => void;

/**
 * Runs a scrape for a caller and resolves once its record is on disk. Rejects with a ServiceError; `signal` ends it.
 */
export type RunScrape = (
  caller: Caller,
  task: ScrapeTask,
  signal: AbortSignal,
  keepMemory?: KeepMemory,
) => Promise<PackedDocument>;

/** Runs a scrape through its steps: checks, credits, a slot, the scraper, the record. */
export function createRunScrape(parts: RunScrapeParts): RunScrape {
  const { checkAvailability, credits, settle, clock, log } = parts;

  return async function runScrape(caller, { kind, ...asked }, signal, keepMemory) {
    const { options } = asked;
    if (options.zeroDataRetention && !caller.team.features.zeroDataRetention) {
      throw new ServiceError('FEATURE_NOT_ENABLED', {
        message: 'zeroDataRetention is not enabled for this team',
      });
    }
    await checkAvailability(options);
    const id = uuidv7();
    // The hold ends with this call, after the charge has been written.
    await using hold = await holdForCall(credits, caller.team, { id, credits: mostPriceOf(options) });
    return await withLogFields({ scrapeId: id }, async function scrapeAndSettle() {
      using deadline = new Deadline(options.timeout, signal);
      using recording = new DisposableStack();
      const run: ScrapeRun = {
        task: {
          ...asked,
          id,
          teamId: caller.team.id,
          deadline,
          trace: createTrace(),
          afford: hold && ((price) => hold.raise(price)),
          keepMemory: keepMemory ?? ((memory) => void recording.use(memory)),
        },
        kind,
        caller,
        isSecret: options.zeroDataRetention || options.lockdown,
        createdAt: new Date(clock.now()),
        startedAt: performance.now(),
      };
      let outcome: ScrapeOutcome;
      try {
        outcome = await scrapeInSlot(parts, run);
      } catch (error) {
        await settle.failed(run, error);
        throw run.isSecret ? withoutTraces(error, log) : error;
      }
      await settle.succeeded(run, outcome);
      return outcome.document;
    });
  };
}

/** Takes one of the team's slots and scrapes. */
async function scrapeInSlot(
  { slots, scrapePage }: Pick<RunScrapeParts, 'slots' | 'scrapePage'>,
  { caller, task }: ScrapeRun,
): Promise<ScrapeOutcome> {
  using slot = await task.trace.measure('slot', async function takeSlot(details) {
    const patienceMs = task.options.timeout * QUEUE_SHARE;
    const taken = await slots.acquire(caller.team, patienceMs, task.deadline.signal);
    if (taken.waitedMs > 0) details['waitedMs'] = taken.waitedMs;
    return taken;
  });
  const outcome = await scrapePage(task);
  const { metadata } = outcome.document;
  const waitedMs = slot.waitedMs + outcome.queuedMs;
  metadata.concurrencyLimited = waitedMs > 0;
  if (waitedMs > 0) metadata.concurrencyQueueDurationMs = waitedMs;
  return outcome;
}

/** The error for the caller alone: its causes would put names of the target into the log. */
function withoutTraces(error: unknown, log: Log): ServiceError {
  if (error instanceof ServiceError) {
    return new ServiceError(error.code, { message: error.message, details: error.details });
  }
  log.error('unexpected error', { error: describeErrorBriefly(error) });
  return new ServiceError('UNKNOWN_ERROR');
}
