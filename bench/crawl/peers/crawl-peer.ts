import type { CrawlOutcome } from '../contender.ts';

export interface CrawlPeerRequest {
  url: string;
  /** Requests at once. */
  concurrency: number;
}

/** Another way to crawl: follows all links of the start page's host and says what came. */
export type CrawlPeer = (request: CrawlPeerRequest) => Promise<CrawlOutcome>;
