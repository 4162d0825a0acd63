import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../accounts/caller.ts';
import { crawlRequest, type CrawlOptions, type CrawlRequest } from '../../contract/requests/crawl.ts';
import type { PatternThread } from '../../frontier/patterns/pattern-thread.ts';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import { createScope } from '../../frontier/scope.ts';
import { createJob } from '../../jobs/begin/create-job.ts';
import { answerOnce, idempotentRequest, keepAnswer } from '../../jobs/begin/idempotency.ts';
import { pageKey } from '../../jobs/model/page-key.ts';
import { checkJobOptions, pagesAtATime } from '../../jobs/begin/prepare-job.ts';
import type { WarnOfWebhook } from '../../jobs/begin/warn-of-webhook.ts';
import type { Seals } from '../../jobs/model/seal.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { mostPriceOf } from '../../scraper/price.ts';
import { toTarget, withoutCredentials } from '../../lib/addresses/url.ts';
import type { JobOrigin } from '../../jobs/model/job-request.ts';
import type { CheckAvailability } from '../../scraper/check-availability.ts';
import type { Database } from '../../store/database.ts';
import type { WordedOptions } from './words/crawl-words.ts';
import type { CrawlWords, ReadCrawlWords } from './words/read-crawl-words.ts';

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
  readCrawlWords: ReadCrawlWords;
  log: Log;
}

/** The call that starts a crawl, beside its body. */
export interface CrawlOrigin extends JobOrigin {
  /** The body as it was sent: what it names wins over words. Absent: every option that is not the usual one. */
  given?: unknown;
}

/** A crawl that was started, and what its prompt came to. */
export interface StartedCrawl {
  id: string;
  /** Absent without a prompt, and where a crawl that keeps nothing is asked for again. */
  words?: { promptGeneratedOptions: WordedOptions; finalCrawlerOptions: CrawlOptions; warning?: string };
}

/** POST /v2/crawl: resolves to the id of the job when it is safely on disk. */
export function createStartCrawl(parts: StartCrawlParts) {
  const { db, seals, patterns, isHostAllowed, checkAvailability, warnOfWebhook, log } = parts;

  return async function startCrawl(
    caller: Caller,
    input: CrawlRequest,
    { idempotencyKey, baseUrl, given = unusualOptions(input) }: CrawlOrigin,
  ): Promise<StartedCrawl> {
    const request =
      idempotencyKey === undefined
        ? undefined
        : idempotentRequest(seals, { teamId: caller.team.id, key: idempotencyKey, endpoint: 'crawl' }, input);
    return answerOnce(db, request, async () => {
      checkRobotsOptions(caller, input);
      const start = toTarget(input.url, { isHostAllowed });
      const scrapeOptions = scrapeOptionsOf(input);
      await checkJobOptions(checkAvailability, caller, scrapeOptions, ['scrapeOptions']);
      const words = await understand(parts, { caller, input, start, given });
      const crawl: CrawlOptions = { ...crawlOptionsOf(input), ...words?.options };
      // Says which pattern does not compile, or is too slow.
      await createScope({ ...crawl, start }, { thread: patterns, teamId: caller.team.id }).check();
      const plan = planJob({ caller, start, crawl, scrapeOptions });
      const said = words && { words: wordsReply(words, crawl) };
      const kept = plan.isSecret ? undefined : said;
      const id = await createJob(db, seals, log, {
        ...plan,
        request: { scrapeOptions, crawl: { ...crawl, url: start.href }, webhook: input.webhook, baseUrl },
        warnings: {
          ...(await warnOfWebhook(caller.team.id, input.webhook)),
          ...(words?.warning !== undefined && { prompt: words.warning }),
        },
        pages: (seal) => [{ ...pageKey(start, crawl, seal), url: start.href, depth: 0, isExternal: false }],
        ...(request && { alongside: (tx, jobId) => keepAnswer(tx, request, { id: jobId, ...kept }) }),
      });
      return { id, ...said };
    });
  };
}

function scrapeOptionsOf({ scrapeOptions, zeroDataRetention }: CrawlRequest): ScrapeOptions {
  return { ...scrapeOptions, zeroDataRetention: zeroDataRetention || scrapeOptions.zeroDataRetention };
}

interface PlannedCrawl {
  caller: Caller;
  start: URL;
  crawl: CrawlOptions;
  scrapeOptions: ScrapeOptions;
}

/** The bounds and the kind of a crawl's job. */
function planJob({ caller, start, crawl, scrapeOptions }: PlannedCrawl) {
  return {
    kind: 'crawl' as const,
    caller,
    target: withoutCredentials(start).href,
    isSecret: scrapeOptions.zeroDataRetention || scrapeOptions.lockdown,
    pageLimit: Math.min(crawl.limit, MAX_LIMIT),
    pagePrice: mostPriceOf(scrapeOptions),
    maxConcurrency: crawl.delay === undefined ? pagesAtATime(caller, scrapeOptions, crawl.maxConcurrency) : 1,
    delayMs: Math.round((crawl.delay ?? 0) * 1000),
    isByLevel: crawl.maxDiscoveryDepth !== undefined,
  };
}

/** The options that the prompt comes to; undefined without one. */
async function understand(
  { readCrawlWords }: Pick<StartCrawlParts, 'readCrawlWords'>,
  {
    caller,
    input,
    start,
    given,
  }: Pick<PlannedCrawl, 'caller' | 'start'> & { input: CrawlRequest; given: unknown },
): Promise<CrawlWords | undefined> {
  const { prompt = '' } = input;
  if (prompt.trim() === '') return undefined;
  const { headers, lockdown, zeroDataRetention } = scrapeOptionsOf(input);
  return readCrawlWords({
    prompt,
    start,
    teamId: caller.team.id,
    given: given as Readonly<Record<string, unknown>>,
    headers,
    isSecret: zeroDataRetention,
    isLocked: lockdown,
  });
}

function wordsReply(
  { options, warning }: CrawlWords,
  crawl: CrawlOptions,
): NonNullable<StartedCrawl['words']> {
  return {
    promptGeneratedOptions: options,
    finalCrawlerOptions: crawl,
    ...(warning !== undefined && { warning }),
  };
}

/** The options of the crawl alone: those of its pages and of the call left out. */
function crawlOptionsOf(input: CrawlRequest): CrawlOptions {
  const {
    url: _url,
    webhook: _webhook,
    scrapeOptions: _scrapeOptions,
    zeroDataRetention: _zeroDataRetention,
    prompt: _prompt,
    origin: _origin,
    integration: _integration,
    ...crawl
  } = input;
  return crawl;
}

/** The options that differ from what a crawl has when nothing is said. */
function unusualOptions(input: CrawlRequest): Record<string, unknown> {
  const usual = crawlOptionsOf(crawlRequest.parse({ url: input.url }));
  const entries = Object.entries(crawlOptionsOf(input));
  return Object.fromEntries(
    entries.filter(([name, value]) => !isDeepStrictEqual(value, usual[name as keyof CrawlOptions])),
  );
}

function checkRobotsOptions(caller: Caller, input: CrawlRequest): void {
  if (caller.team.features.robotsOptions) return;
  for (const option of ['ignoreRobotsTxt', 'robotsUserAgent'] as const) {
    if (input[option] === undefined || input[option] === false) continue;
    throw new ServiceError('FEATURE_NOT_ENABLED', { message: `${option} is not enabled for this team` });
  }
}
