import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../accounts/caller.ts';
import type { CreditCheck } from '../../accounts/credits.ts';
import type { Slots } from '../../accounts/slots.ts';
import type { Document } from '../../contract/document.ts';
import type { ScrapeOptions } from '../../contract/scrape-options.ts';
import type { Clock } from '../../lib/clock.ts';
import { Deadline } from '../../lib/deadline.ts';
import { describeErrorBriefly } from '../../lib/describe-error.ts';
import { withLogFields, type Log } from '../../lib/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { Telemetry } from '../../lib/telemetry.ts';
import { toTarget, withoutCredentials } from '../../lib/url.ts';
import { checkAvailability } from '../../scraper/check-availability.ts';
import { FAILURE_PRICES, leastPriceOf } from '../../scraper/price.ts';
import type { ScrapeOutcome, ScrapePage } from '../../scraper/scrape-page.ts';
import { createTrace, type Trace } from '../../scraper/trace.ts';
import type { RecordScrape } from './record-scrapes.ts';

/** The part of its timeout that a scrape spends at most on waiting for a slot (wire contract 3.4). */
const QUEUE_SHARE = 2 / 3;

export interface ScrapeParts {
  scrapePage: ScrapePage;
  slots: Slots;
  checkCredits: CreditCheck;
  record: RecordScrape;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed: (hostname: string) => boolean;
  telemetry: Telemetry;
  clock: Clock;
  log: Log;
}

/** What a caller asks for: a URL and options, parsed by the contract. */
export type ScrapeInput = ScrapeOptions & { url: string };

export type Scrape = (caller: Caller, input: ScrapeInput, signal: AbortSignal) => Promise<Document>;

/** POST /v2/scrape: one URL, one document, in one call stack. */
export function createScrape(parts: ScrapeParts): Scrape {
  const { scrapePage, slots, checkCredits, record, telemetry, clock, log } = parts;

  return async (caller, input, signal) => {
    const { url: requested, ...options } = input;
    const url = toTarget(requested, { isHostAllowed: parts.isHostAllowed });
    const isSecret = options.zeroDataRetention || options.lockdown;
    if (options.zeroDataRetention && !caller.team.features.zeroDataRetention) {
      throw new ServiceError('FEATURE_NOT_ENABLED', {
        message: 'zeroDataRetention is not enabled for this team',
      });
    }
    checkAvailability(options);
    await checkCredits(caller.team, leastPriceOf(options));

    const id = uuidv7();
    const createdAt = new Date(clock.now());
    const startedAt = performance.now();
    const trace = createTrace();
    const sourceUrl = url.username === '' && url.password === '' ? requested : withoutCredentials(url).href;

    async function settle(ending: { outcome: ScrapeOutcome } | { error: unknown }): Promise<void> {
      const outcome = 'outcome' in ending ? ending.outcome : undefined;
      const errorCode =
        'error' in ending
          ? ending.error instanceof ServiceError
            ? ending.error.code
            : 'UNKNOWN_ERROR'
          : undefined;
      const durationMs = Math.round(performance.now() - startedAt);
      telemetry.scraped({
        errorCode,
        durationMs,
        isCacheHit: outcome?.document.metadata.cacheState === 'hit',
      });
      log.debug('scraped', { scrapeId: id, durationMs, errorCode, ...(!isSecret && { url: sourceUrl }) });
      await record({
        id,
        caller,
        kind: 'scrape',
        createdAt,
        target: isSecret ? undefined : sourceUrl,
        options: isSecret ? undefined : options,
        credits: outcome?.credits ?? FAILURE_PRICES[errorCode ?? ''] ?? 0,
        durationMs,
        statusCode: outcome?.document.metadata.statusCode,
        errorCode,
        trace: isSecret ? undefined : trace.steps,
        document: isSecret ? undefined : outcome?.document,
        toCache: outcome?.toCache,
      });
    }

    /** The caller is told why the scrape failed, not that the failure could not be written, unless it costs something. */
    async function settleFailure(error: unknown): Promise<void> {
      try {
        await settle({ error });
      } catch (cause) {
        if (error instanceof ServiceError && FAILURE_PRICES[error.code] !== undefined) throw cause;
        log.warn('a failed scrape was not recorded', { error: cause });
      }
    }

    return withLogFields({ scrapeId: id }, async () => {
      using deadline = new Deadline(options.timeout, signal);
      let outcome: ScrapeOutcome;
      try {
        using slot = await acquireSlot(slots, caller, options, deadline, trace);
        outcome = await scrapePage({ id, teamId: caller.team.id, url, sourceUrl, options, deadline, trace });
        if (slot.waitedMs > 0) {
          outcome.document.metadata.concurrencyLimited = true;
          outcome.document.metadata.concurrencyQueueDurationMs = slot.waitedMs;
        } else outcome.document.metadata.concurrencyLimited = false;
      } catch (error) {
        await settleFailure(error);
        throw isSecret ? withoutTraces(error, log) : error;
      }
      await settle({ outcome });
      return outcome.document;
    });
  };
}

async function acquireSlot(
  slots: Slots,
  caller: Caller,
  options: ScrapeOptions,
  deadline: Deadline,
  trace: Trace,
) {
  return trace.measure('slot', async (details) => {
    const slot = await slots.acquire(caller.team, options.timeout * QUEUE_SHARE, deadline.signal);
    if (slot.waitedMs > 0) details['waitedMs'] = slot.waitedMs;
    return slot;
  });
}

/** The error for the caller alone: its causes would put names of the target into the log. */
function withoutTraces(error: unknown, log: Log): ServiceError {
  if (error instanceof ServiceError) {
    return new ServiceError(error.code, { message: error.message, details: error.details });
  }
  log.error('unexpected error', { error: describeErrorBriefly(error) });
  return new ServiceError('UNKNOWN_ERROR');
}
