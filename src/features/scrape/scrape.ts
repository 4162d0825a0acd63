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
import { toTarget, withoutCredentials } from '../../lib/url.ts';
import type { CheckAvailability } from '../../scraper/check-availability.ts';
import { leastPriceOf } from '../../scraper/price.ts';
import type { ScrapeOutcome, ScrapePage } from '../../scraper/scrape-page.ts';
import { createTrace } from '../../scraper/trace.ts';
import type { ScrapeRun, SettleScrape } from './settle-scrape.ts';

/** The part of its timeout that a scrape spends at most on waiting for a slot (wire contract 3.4). */
const QUEUE_SHARE = 2 / 3;

export interface ScrapeParts {
  scrapePage: ScrapePage;
  slots: Slots;
  checkAvailability: CheckAvailability;
  checkCredits: CreditCheck;
  settle: SettleScrape;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed: (hostname: string) => boolean;
  clock: Clock;
  log: Log;
}

/** What a caller asks for: a URL and options, parsed by the contract. */
export type ScrapeInput = ScrapeOptions & { url: string };

export type Scrape = (caller: Caller, input: ScrapeInput, signal: AbortSignal) => Promise<Document>;

/** POST /v2/scrape: one URL, one document, in one call stack. */
export function createScrape(parts: ScrapeParts): Scrape {
  const { scrapePage, slots, checkAvailability, checkCredits, settle, clock, log } = parts;

  async function run(scrape: ScrapeRun, url: URL, deadline: Deadline): Promise<ScrapeOutcome> {
    const { id, caller, sourceUrl, options, trace } = scrape;
    using slot = await trace.measure('slot', async (details) => {
      const taken = await slots.acquire(caller.team, options.timeout * QUEUE_SHARE, deadline.signal);
      if (taken.waitedMs > 0) details['waitedMs'] = taken.waitedMs;
      return taken;
    });
    const outcome = await scrapePage({
      id,
      teamId: caller.team.id,
      url,
      sourceUrl,
      options,
      deadline,
      trace,
    });
    const { metadata } = outcome.document;
    const waitedMs = slot.waitedMs + outcome.queuedMs;
    metadata.concurrencyLimited = waitedMs > 0;
    if (waitedMs > 0) metadata.concurrencyQueueDurationMs = waitedMs;
    return outcome;
  }

  return async (caller, { url: requested, ...options }, signal) => {
    const url = toTarget(requested, { isHostAllowed: parts.isHostAllowed });
    if (options.zeroDataRetention && !caller.team.features.zeroDataRetention) {
      throw new ServiceError('FEATURE_NOT_ENABLED', {
        message: 'zeroDataRetention is not enabled for this team',
      });
    }
    await checkAvailability(options);
    await checkCredits(caller.team, leastPriceOf(options));

    const scrape: ScrapeRun = {
      id: uuidv7(),
      caller,
      sourceUrl: url.username === '' && url.password === '' ? requested : withoutCredentials(url).href,
      options,
      isSecret: options.zeroDataRetention || options.lockdown,
      createdAt: new Date(clock.now()),
      startedAt: performance.now(),
      trace: createTrace(),
    };
    return withLogFields({ scrapeId: scrape.id }, async () => {
      using deadline = new Deadline(options.timeout, signal);
      let outcome: ScrapeOutcome;
      try {
        outcome = await run(scrape, url, deadline);
      } catch (error) {
        await settle.failed(scrape, error);
        throw scrape.isSecret ? withoutTraces(error, log) : error;
      }
      await settle.succeeded(scrape, outcome);
      return outcome.document;
    });
  };
}

/** The error for the caller alone: its causes would put names of the target into the log. */
function withoutTraces(error: unknown, log: Log): ServiceError {
  if (error instanceof ServiceError) {
    return new ServiceError(error.code, { message: error.message, details: error.details });
  }
  log.error('unexpected error', { error: describeErrorBriefly(error) });
  return new ServiceError('UNKNOWN_ERROR');
}
