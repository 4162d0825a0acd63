import type { SectionReport } from '../section.ts';

/** What every section is given. */
export interface CrawlBench {
  /** How many pages a crawl has; the section's own number when undefined. */
  pages: number | undefined;
  rounds: number;
  /** Requests at once. */
  concurrency: number;
  /** How long the site waits before it answers. */
  latencyMs: number;
  /** Pages of another site that each contender crawls before it is measured. */
  warmUpPages: number;
  /** Variables of the service beyond those that it needs. */
  environment: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** One thing that is measured. It starts what it needs and ends it. */
export type CrawlSection = (bench: CrawlBench) => Promise<CrawlReport>;

export interface CrawlReport extends SectionReport {
  /** False when a crawl did not bring every page once, with its Markdown. */
  isComplete: boolean;
}
