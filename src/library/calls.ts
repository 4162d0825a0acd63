import type { GivenCrawlRequest } from '../contract/requests/crawl.ts';
import type { GivenParseRequest } from '../contract/requests/parse.ts';
import type { GivenScrapeRequest } from '../contract/requests/scrape.ts';
import type { SERVICE_CRAWL_OPTIONS, ServiceOption } from './service-options.ts';

interface Ending {
  /** Ends the call with its reason. */
  signal?: AbortSignal;
}

/** The options of POST /v2/scrape, but those that need a service. */
export type ScrapeCallOptions = Omit<GivenScrapeRequest, 'url' | ServiceOption> & Ending;

/** The options of POST /v2/parse, but those that need a service. */
export type ParseCallOptions = Omit<NonNullable<GivenParseRequest['options']>, ServiceOption> & Ending;

/** The options of POST /v2/crawl, but those that need a service. */
export type CrawlCallOptions = Omit<GivenCrawlRequest, 'url' | (typeof SERVICE_CRAWL_OPTIONS)[number]> &
  Ending & {
    /** Called once, behind the last document. */
    onEnd?: (report: CrawlReport) => void;
  };

/** A path, or bytes with a name such as `report.pdf`. */
export type GivenDocument =
  | string
  | { readonly name: string; readonly bytes: Uint8Array; readonly contentType?: string };

/** The report of a crawl beside its documents. */
export interface CrawlReport {
  /** Pages that brought no document, as GET /v2/crawl/{id}/errors lists them. */
  errors: readonly { url: string; code: string; error: string }[];
  /** URLs that robots.txt forbids. */
  robotsBlocked: readonly string[];
  /** Sentences about what was done otherwise than asked. */
  warnings: readonly string[];
}
