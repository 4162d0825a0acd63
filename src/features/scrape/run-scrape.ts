import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../accounts/caller.ts';
import { holdForCall, type CreditHold, type CreditHolds } from '../../accounts/credit-holds.ts';
import type { Slots } from '../../accounts/slots.ts';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import type { Clock } from '../../lib/clock.ts';
import { Deadline } from '../../lib/deadline.ts';
import { describeErrorBriefly } from '../../lib/describe-error.ts';
import { withLogFields, type Log } from '../../lib/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { CheckAvailability } from '../../scraper/check-availability.ts';
import type { PackedDocument } from '../../scraper/packed-document.ts';
import { mostPriceOf } from '../../scraper/price.ts';
import type { GivenFile } from '../../scraper/page-task.ts';
import type { ScrapeOutcome, ScrapePage } from '../../scraper/scrape-page.ts';
import { createTrace } from '../../scraper/trace.ts';
import type { ScrapeKind } from './record-scrapes.ts';
import type { ScrapeRun, SettleScrape } from './settle-scrape.ts';

/** The part of its timeout that a scrape spends at most on waiting for a slot (wire contract 3.4). */
const QUEUE_SHARE = 2 / 3;

export interface RunScrapeParts {
  scrapePage: ScrapePage;
  slots: Slots;
  checkAvailability: CheckAvailability;
  credits: CreditHolds;
  settle: SettleScrape;
  clock: Clock;
  log: Log;
}

/** One page or file to turn into a document. */
export interface ScrapeTask {
  kind: ScrapeKind;
  url: URL;
  /** The URL as the caller wrote it, without user name and password. */
  sourceUrl: string;
  file?: GivenFile;
  options: ScrapeOptions;
}

/** Takes what counts the memory of a result; it is disposed when the result has been answered. */
export type KeepMemory = (memory: Disposable) => void;

export type RunScrape = (
  caller: Caller,
  task: ScrapeTask,
  signal: AbortSignal,
  keepMemory?: KeepMemory,
) => Promise<PackedDocument>;

/** What a scrape is given beside its task. */
interface ScrapeMeans {
  deadline: Deadline;
  hold: CreditHold | undefined;
  keepMemory: KeepMemory;
}

/** What every scrape goes through: checks, a slot, the scraper, the record. */
export function createRunScrape(parts: RunScrapeParts): RunScrape {
  const { checkAvailability, credits, settle, clock, log } = parts;

  return async function runScrape(caller, task, signal, keepMemory) {
    const { kind, sourceUrl, options } = task;
    if (options.zeroDataRetention && !caller.team.features.zeroDataRetention) {
      throw new ServiceError('FEATURE_NOT_ENABLED', {
        message: 'zeroDataRetention is not enabled for this team',
      });
    }
    await checkAvailability(options);
    const id = uuidv7();
    // Let go of when the charge is written.
    await using hold = await holdForCall(credits, caller.team, { id, credits: mostPriceOf(options) });
    const scrape: ScrapeRun = {
      id,
      caller,
      kind,
      sourceUrl,
      options,
      isSecret: options.zeroDataRetention || options.lockdown,
      createdAt: new Date(clock.now()),
      startedAt: performance.now(),
      trace: createTrace(),
    };
    return await withLogFields({ scrapeId: id }, async () => {
      using deadline = new Deadline(options.timeout, signal);
      using recording = new DisposableStack();
      let outcome: ScrapeOutcome;
      try {
        outcome = await run(parts, scrape, task, {
          deadline,
          hold,
          keepMemory: keepMemory ?? ((memory) => void recording.use(memory)),
        });
      } catch (error) {
        await settle.failed(scrape, error);
        throw scrape.isSecret ? withoutTraces(error, log) : error;
      }
      await settle.succeeded(scrape, outcome);
      return outcome.document;
    });
  };
}

/** Takes a slot and scrapes. */
async function run(
  { slots, scrapePage }: Pick<RunScrapeParts, 'slots' | 'scrapePage'>,
  scrape: ScrapeRun,
  task: ScrapeTask,
  { deadline, hold, keepMemory }: ScrapeMeans,
): Promise<ScrapeOutcome> {
  const { id, caller, trace } = scrape;
  const { url, sourceUrl, options, file } = task;
  using slot = await trace.measure('slot', async (details) => {
    const taken = await slots.acquire(caller.team, options.timeout * QUEUE_SHARE, deadline.signal);
    if (taken.waitedMs > 0) details['waitedMs'] = taken.waitedMs;
    return taken;
  });
  const outcome = await scrapePage({
    id,
    teamId: caller.team.id,
    url,
    ...(file && { file }),
    sourceUrl,
    options,
    deadline,
    trace,
    afford: hold && ((price) => hold.raise(price)),
    keepMemory,
  });
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
