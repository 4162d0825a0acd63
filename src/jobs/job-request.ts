import type { ScrapeOptions } from '../contract/scrape-options.ts';
import type { WebhookConfig } from '../contract/webhook.ts';
import type { CrawlOptions } from '../contract/crawl.ts';

export type JobKind = 'crawl' | 'batch_scrape';

/** What a job does, as its row keeps it (JSON). */
export interface JobRequest {
  scrapeOptions: ScrapeOptions;
  /** Of a crawl: where it starts and where it goes. */
  crawl?: CrawlOptions & { url: string };
  webhook?: WebhookConfig | undefined;
}
