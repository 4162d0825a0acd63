import type { Caller } from '../../accounts/caller.ts';
import { ERRORS } from '../../contract/errors.ts';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import type { PackedDocument } from '../../scraper/packed-document.ts';
import { FAILURE_PRICES } from '../../scraper/price.ts';

/** Scrapes one page for a caller, which takes a slot of the team by itself. Rejects as a scrape does. */
export type ScrapeResult = (
  caller: Caller,
  request: ScrapeOptions & { url: string },
  signal: AbortSignal,
  keepMemory?: (memory: Disposable) => void,
) => Promise<PackedDocument>;

/** The reason why a result has no content, as its metadata say. */
export interface FailedScrape {
  sourceURL: string;
  statusCode: number;
  error: string;
}

/** The document of a result, or why there is none; neither when the time was over. */
export interface ScrapedResult {
  document?: PackedDocument;
  failure?: FailedScrape;
  credits: number;
}

interface ScrapingContext {
  caller: Caller;
  options: ScrapeOptions;
  scrape: ScrapeResult;
  deadline: Deadline;
  signal: AbortSignal;
  keepMemory: ((memory: Disposable) => void) | undefined;
  log: Log;
}

/** Scrapes pages in parallel, each with an end of its own; the deadline ends all. By URL. */
export async function scrapeResults(
  urls: readonly string[],
  context: ScrapingContext,
): Promise<Map<string, ScrapedResult>> {
  const scraped = await Promise.all(
    [...new Set(urls)].map(async function scrapeOne(url) {
      return [url, await scrapeResult(url, context)] as const;
    }),
  );
  context.signal.throwIfAborted();
  return new Map(scraped);
}

async function scrapeResult(url: string, context: ScrapingContext): Promise<ScrapedResult> {
  const { caller, options, scrape, deadline, signal, keepMemory } = context;
  const { remainingMs } = deadline;
  // The deadline is what ends a page that may take longer.
  const isCut = options.timeout >= remainingMs;
  const timeout = isCut ? Math.max(1, Math.ceil(remainingMs)) : options.timeout;
  try {
    const scraping = scrape(caller, { ...options, timeout, url }, deadline.signal, keepMemory);
    const document = await untilAborted(scraping, deadline.signal);
    return { document, credits: document.metadata.creditsUsed ?? 0 };
  } catch (error) {
    if (signal.aborted || deadline.signal.aborted) return { credits: 0 };
    const known = error instanceof ServiceError ? error : unexpected(error, context);
    if (isCut && known.code === 'SCRAPE_TIMEOUT') return { credits: 0 };
    const { status } = ERRORS[known.code];
    const statusCode = status < 400 ? ERRORS.UNKNOWN_ERROR.status : status;
    const failure = { sourceURL: url, statusCode, error: known.message };
    return { failure, credits: FAILURE_PRICES[known.code] ?? 0 };
  }
}

function unexpected(error: unknown, { log }: ScrapingContext): ServiceError {
  log.error('unexpected error', { error });
  return new ServiceError('UNKNOWN_ERROR');
}
