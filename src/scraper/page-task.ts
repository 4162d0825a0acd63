import type { ScrapeOptions } from '../contract/options/scrape-options.ts';
import type { Deadline } from '../lib/deadline.ts';
import type { ScrapeMemory } from './memory/scrape-memory.ts';
import type { Trace } from './trace.ts';

/** One page to scrape, and for whom. */
export interface PageTask {
  /** Becomes `metadata.scrapeId`. */
  id: string;
  /** Whose cache to use; undefined: no cache at all. */
  teamId: string | undefined;
  url: URL;
  /** Given by the caller: nothing is fetched. */
  file?: GivenFile;
  /** The URL as the caller wrote it, without user name and password. */
  sourceUrl: string;
  options: ScrapeOptions;
  deadline: Deadline;
  trace: Trace;
  /** Also put into the trace why each block was removed. */
  isExplained?: boolean;
  /** False: the page is known from before, but no link leads to it any more. */
  isLinked?: boolean;
  /** Also say where the page leads: for crawls. */
  isDiscovering?: boolean;
  /** Nobody waits for this page alone. */
  isBackground?: boolean;
  /** How long the site wants to be left alone between two requests for pages, ms. */
  spacingMs?: number;
  /** The job that it belongs to: pages of one job may share a tab. */
  jobId?: string;
  /**
   * Told what the scrape will cost before it costs more than its options tell, and before its document is finished;
   * PAYMENT_REQUIRED when that is not to be had.
   */
  afford?: ((credits: number) => Promise<void>) | undefined;
  /** Asked before a redirect is followed; throwing ends the scrape with that error. */
  onRedirect?: ((target: URL) => void | Promise<void>) | undefined;
  /** Given what counts the memory of the result, to be disposed when that has been recorded and answered. */
  keepMemory?: ((memory: Disposable) => void) | undefined;
}

/** A scrape under way. */
export interface RunningScrape extends PageTask {
  memory: ScrapeMemory;
}

/** A file that need not be fetched. */
export interface GivenFile {
  contentType: string | undefined;
  /** Bytes. */
  size: number;
  read(): Promise<Uint8Array>;
}
