import { groupByTag } from '../endpoint-tags.ts';
import type { Endpoint, EndpointDefinition } from '../endpoint.ts';
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
import { metrics } from './metrics.ts';
import { parse } from './parse.ts';
import { queueStatus } from './queue-status.ts';
import { read } from './read.ts';
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
import { browserTrace } from './browser-trace.ts';
import { browserExecute } from './browser-execute.ts';
import { supportAsk } from './support-ask.ts';
import { supportDocsSearch } from './support-docs-search.ts';
import { teamJob } from './team-job.ts';
import { teamJobChanges } from './team-job-changes.ts';
import { teamJobPage } from './team-job-page.ts';
import { teamJobPages } from './team-job-pages.ts';
import { teamJobRetry } from './team-job-retry.ts';
import { teamJobs } from './team-jobs.ts';
import { teamScrapeParts } from './team-scrape-parts.ts';
import { teamScrape } from './team-scrape.ts';
import { teamKeyCreate } from './team-key-create.ts';
import { teamKeyRevoke } from './team-key-revoke.ts';
import { teamKeys } from './team-keys.ts';
import { teamUsage } from './team-usage.ts';
import { systemExamine } from './system-examine.ts';
import { systemRead } from './system-read.ts';
import { team } from './team.ts';
import { teamList } from './team-list.ts';
import { teamCreate } from './team-create.ts';
import { tokenUsage } from './token-usage.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhookDelivery } from './webhook-delivery.ts';
import { webhookRedeliver } from './webhook-redeliver.ts';

/** Every endpoint that answers with JSON. */
export const endpoints = {
  scrape,
  scrapeStatus,
  crawl,
  crawlStatus,
  crawlErrors,
  crawlCancel,
  crawlActive,
  crawlOngoing,
  batchScrape,
  batchScrapeStatus,
  batchScrapeErrors,
  batchScrapeCancel,
  map,
  parse,
  activity,
  teamJobs,
  teamJob,
  teamJobPages,
  teamScrape,
  teamScrapeParts,
  teamJobPage,
  teamJobChanges,
  teamJobRetry,
  teamKeys,
  teamKeyCreate,
  teamKeyRevoke,
  webhookDeliveries,
  webhookDelivery,
  webhookRedeliver,
  teamList,
  team,
  teamCreate,
  systemRead,
  systemExamine,
  queueStatus,
  concurrencyCheck,
  creditUsage,
  creditUsageHistorical,
  teamUsage,
  healthLive,
  healthReady,
  feedback,
  searchFeedback,
  extractStatus,
  tokenUsage,
  tokenUsageHistorical,
  crawlParamsPreview,
  search,
  interact,
  interactStop,
  browserCreate,
  browserList,
  browserEnd,
  browserDelete,
  browserTrace,
  browserExecute,
  supportAsk,
  supportDocsSearch,
} as const satisfies Record<string, Endpoint>;

/** Endpoints that answer with text. */
export const textEndpoints = { read, metrics } as const satisfies Record<string, Endpoint>;

/** All of them in the order of the reference. */
export const documentedEndpoints: readonly EndpointDefinition[] = groupByTag([
  ...Object.values(endpoints),
  ...Object.values(textEndpoints),
]).flatMap((group) => group.endpoints);
