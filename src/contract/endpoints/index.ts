import type { Endpoint } from '../endpoint.ts';
import { activity } from './activity.ts';
import { batchScrapeCancel } from './batch-scrape-cancel.ts';
import { batchScrapeErrors } from './batch-scrape-errors.ts';
import { batchScrape } from './batch-scrape.ts';
import { batchScrapeStatus } from './batch-scrape-status.ts';
import { crawlActive } from './crawl-active.ts';
import { crawlCancel } from './crawl-cancel.ts';
import { crawlErrors } from './crawl-errors.ts';
import { crawlOngoing } from './crawl-ongoing.ts';
import { crawlParamsPreview } from './crawl-params-preview.ts';
import { crawlStatus } from './crawl-status.ts';
import { crawl } from './crawl.ts';
import { concurrencyCheck } from './concurrency-check.ts';
import { creditUsageHistorical } from './credit-usage-historical.ts';
import { creditUsage } from './credit-usage.ts';
import { extractStatus } from './extract-status.ts';
import { feedback } from './feedback.ts';
import { healthLive } from './health-live.ts';
import { healthReady } from './health-ready.ts';
import { map } from './map.ts';
import { parse } from './parse.ts';
import { queueStatus } from './queue-status.ts';
import { scrapeStatus } from './scrape-status.ts';
import { scrape } from './scrape.ts';
import { searchFeedback } from './search-feedback.ts';
import { tokenUsageHistorical } from './token-usage-historical.ts';
import { search } from './search.ts';
import { interact } from './interact.ts';
import { interactStop } from './interact-stop.ts';
import { browserCreate } from './browser-create.ts';
import { browserList } from './browser-list.ts';
import { browserEnd } from './browser-end.ts';
import { browserDelete } from './browser-delete.ts';
import { browserExecute } from './browser-execute.ts';
import { supportAsk } from './support-ask.ts';
import { supportDocsSearch } from './support-docs-search.ts';
import { tokenUsage } from './token-usage.ts';

/** Every endpoint, in the order of the reference. */
export const endpoints = {
  scrape,
  scrapeStatus,
  batchScrape,
  batchScrapeStatus,
  batchScrapeCancel,
  batchScrapeErrors,
  crawl,
  crawlActive,
  crawlOngoing,
  crawlStatus,
  crawlCancel,
  crawlErrors,
  map,
  parse,
  extractStatus,
  activity,
  queueStatus,
  creditUsage,
  creditUsageHistorical,
  tokenUsage,
  tokenUsageHistorical,
  concurrencyCheck,
  feedback,
  searchFeedback,
  healthLive,
  healthReady,
  crawlParamsPreview,
  search,
  interact,
  interactStop,
  browserCreate,
  browserList,
  browserEnd,
  browserDelete,
  browserExecute,
  supportAsk,
  supportDocsSearch,
} as const satisfies Record<string, Endpoint>;
