import { v7 as uuidv7 } from 'uuid';
import type { Document } from '../contract/documents/document.ts';
import type { ScrapeOptions } from '../contract/options/scrape-options.ts';
import { scrapeRequest } from '../contract/requests/scrape.ts';
import { Deadline } from '../lib/time/deadline.ts';
import { toTarget } from '../lib/addresses/url.ts';
import { parseWith } from '../lib/validate.ts';
import type { Scraper } from '../scraper/open-scraper.ts';
import { unpackDocument } from '../scraper/packed-document.ts';
import type { GivenFile } from '../scraper/page-task.ts';
import { createTrace, type Trace } from '../scraper/trace.ts';
import type { ScrapeCallOptions } from './calls.ts';
import { refuseServiceOptions } from './service-options.ts';

/** Scrapes one page; pictures and prints are `data:` URIs in the document. */
export async function scrapeUrl(
  scraper: Scraper,
  url: string,
  { signal, ...given }: ScrapeCallOptions = {},
): Promise<Document> {
  refuseServiceOptions(given);
  const { url: sourceUrl, ...options } = parseWith(scrapeRequest, { url, ...given }, { subject: 'The call' });
  const target = toTarget(sourceUrl, scraper);
  return scrapeTask(scraper, { url: target, sourceUrl, options }, { signal });
}

/** The page or file to scrape. */
export interface LocalTask {
  url: URL;
  sourceUrl: string;
  file?: GivenFile;
  options: ScrapeOptions;
}

/** Someone who waits for a scrape. */
export interface LocalWatch {
  signal: AbortSignal | undefined;
  /** Gets the steps. */
  trace?: Trace;
  /** The trace also says why each block was removed. */
  isExplained?: boolean;
}

/** One scrape without a team, a record or a cache. */
export async function scrapeTask(
  { checkAvailability, scrapePage }: Pick<Scraper, 'checkAvailability' | 'scrapePage'>,
  task: LocalTask,
  { signal = NEVER, trace = createTrace(), isExplained = false }: LocalWatch,
): Promise<Document> {
  await checkAvailability(task.options);
  using deadline = new Deadline(task.options.timeout, signal);
  const { document } = await scrapePage({
    id: uuidv7(),
    teamId: undefined,
    ...task,
    deadline,
    trace,
    isExplained,
  });
  return unpackDocument(document);
}

const NEVER = new AbortController().signal;
