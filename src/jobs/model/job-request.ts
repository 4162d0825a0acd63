import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import type { WebhookConfig } from '../../contract/requests/webhook.ts';
import type { CrawlOptions } from '../../contract/requests/crawl.ts';

/** The kind of a job, as rows, charges and webhooks name it. */
export type JobKind = 'crawl' | 'batch_scrape';

/** The work of a job, as its row keeps it (JSON). */
export interface JobRequest {
  scrapeOptions: ScrapeOptions;
  /** Where a crawl starts and where it goes; absent for a batch. */
  crawl?: CrawlOptions & { url: string };
  webhook?: WebhookConfig | undefined;
  /** Where whoever started it reaches the service: for links in deliveries. */
  baseUrl?: string | undefined;
}

/** The facts of the call that starts a job, beside its body. */
export interface JobOrigin {
  /** The header `x-idempotency-key`. */
  idempotencyKey?: string | undefined;
  /** Where the caller reaches the service; undefined for the command line. */
  baseUrl?: string | undefined;
}
