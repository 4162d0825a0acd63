import type { Caller } from '../../accounts/caller.ts';
import type { CrawlRequest } from '../../contract/requests/crawl.ts';
import type { PatternThread } from '../../frontier/patterns/pattern-thread.ts';
import { createScope } from '../../frontier/scope.ts';
import { createJob } from '../../jobs/begin/create-job.ts';
import { answerOnce, idempotentRequest, keepAnswer } from '../../jobs/begin/idempotency.ts';
import { pageKey } from '../../jobs/model/page-key.ts';
import { checkJobOptions, pagesAtATime } from '../../jobs/begin/prepare-job.ts';
import type { WarnOfWebhook } from '../../jobs/begin/warn-of-webhook.ts';
import type { Seals } from '../../jobs/model/seal.ts';
import type { Log } from '../../lib/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { mostPriceOf } from '../../scraper/price.ts';
import { toTarget, withoutCredentials } from '../../lib/url.ts';
import { refusedOption } from '../../lib/refused-option.ts';
import type { JobOrigin } from '../../jobs/model/job-request.ts';
import type { CheckAvailability } from '../../scraper/check-availability.ts';
import type { Database } from '../../store/database.ts';

/** No crawl gets there; the database counts no further. */
const MAX_LIMIT = 2 ** 31 - 1;

export interface StartCrawlParts {
  db: Database;
  seals: Seals;
  patterns: PatternThread;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed: (hostname: string) => boolean;
  checkAvailability: CheckAvailability;
  warnOfWebhook: WarnOfWebhook;
  log: Log;
}

/** POST /v2/crawl: resolves to the id of the job when it is safely on disk. */
export function createStartCrawl({
  db,
  seals,
  patterns,
  isHostAllowed,
  checkAvailability,
  warnOfWebhook,
  log,
}: StartCrawlParts) {
  return async function startCrawl(
    caller: Caller,
    input: CrawlRequest,
    { idempotencyKey, baseUrl }: JobOrigin,
  ): Promise<string> {
    const request =
      idempotencyKey === undefined
        ? undefined
        : idempotentRequest(seals, { teamId: caller.team.id, key: idempotencyKey, endpoint: 'crawl' }, input);
    const started = await answerOnce(db, request, async () => {
      const {
        url: requested,
        webhook,
        scrapeOptions: given,
        zeroDataRetention,
        prompt,
        origin: _origin,
        integration: _integration,
        ...crawl
      } = input;
      if (prompt !== undefined && prompt !== '') {
        throw refusedOption('prompt');
      }
      checkRobotsOptions(caller, input);
      const start = toTarget(requested, { isHostAllowed });
      const scrapeOptions = { ...given, zeroDataRetention: zeroDataRetention || given.zeroDataRetention };
      await checkJobOptions(checkAvailability, caller, scrapeOptions, ['scrapeOptions']);
      // Says which pattern does not compile, or is too slow.
      await createScope({ ...crawl, start }, { thread: patterns, teamId: caller.team.id }).check();
      const target = withoutCredentials(start).href;
      const id = await createJob(db, seals, log, {
        kind: 'crawl',
        caller,
        request: { scrapeOptions, crawl: { ...crawl, url: start.href }, webhook, baseUrl },
        target,
        isSecret: scrapeOptions.zeroDataRetention || scrapeOptions.lockdown,
        pageLimit: Math.min(crawl.limit, MAX_LIMIT),
        pagePrice: mostPriceOf(scrapeOptions),
        maxConcurrency:
          crawl.delay === undefined ? pagesAtATime(caller, scrapeOptions, crawl.maxConcurrency) : 1,
        delayMs: Math.round((crawl.delay ?? 0) * 1000),
        isByLevel: crawl.maxDiscoveryDepth !== undefined,
        warnings: await warnOfWebhook(caller.team.id, webhook),
        pages: (seal) => [{ ...pageKey(start, crawl, seal), url: start.href, depth: 0, isExternal: false }],
        ...(request && { alongside: (tx, jobId) => keepAnswer(tx, request, { id: jobId }) }),
      });
      return { id };
    });
    return started.id;
  };
}

function checkRobotsOptions(caller: Caller, input: CrawlRequest): void {
  if (caller.team.features.robotsOptions) return;
  for (const option of ['ignoreRobotsTxt', 'robotsUserAgent'] as const) {
    if (input[option] === undefined || input[option] === false) continue;
    throw new ServiceError('FEATURE_NOT_ENABLED', { message: `${option} is not enabled for this team` });
  }
}
