import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../accounts/caller.ts';
import type { BatchRequest } from '../../contract/requests/batch.ts';
import { targetUrl } from '../../contract/options/target-url.ts';
import { normalForm, type NormalForm } from '../../frontier/same-page/normal-form.ts';
import { appendPages, type Append } from '../../jobs/begin/append-pages.ts';
import { createJob } from '../../jobs/begin/create-job.ts';
import { answerOnce, idempotentRequest, keepAnswer } from '../../jobs/begin/idempotency.ts';
import { EXACT } from '../../jobs/model/job-context.ts';
import { keyOfForm } from '../../jobs/model/page-key.ts';
import { checkJobOptions, pagesAtATime } from '../../jobs/begin/prepare-job.ts';
import type { JobOrigin } from '../../jobs/model/job-request.ts';
import type { WarnOfWebhook } from '../../jobs/begin/warn-of-webhook.ts';
import type { Seal, Seals } from '../../jobs/model/seal.ts';
import { repeatOf, type NewPage } from '../../jobs/model/add-pages.ts';
import type { Log } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { createTimeSlices } from '../../lib/turns/time-slices.ts';
import { toTarget, withoutCredentials } from '../../lib/addresses/url.ts';
import type { CheckAvailability } from '../../scraper/check-availability.ts';
import { mostPriceOf } from '../../scraper/price.ts';
import type { Database } from '../../store/database.ts';

export interface StartBatchParts {
  db: Database;
  seals: Seals;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed: (hostname: string) => boolean;
  checkAvailability: CheckAvailability;
  warnOfWebhook: WarnOfWebhook;
  log: Log;
}

export interface StartedBatch {
  id: string;
  /** Undefined when invalid URLs were not to be left out. */
  invalidURLs?: string[];
}

/** POST /v2/batch/scrape: resolves when the job is safely on disk. */
export function createStartBatch({
  db,
  seals,
  isHostAllowed,
  checkAvailability,
  warnOfWebhook,
  log,
}: StartBatchParts) {
  return async function startBatch(
    caller: Caller,
    input: BatchRequest,
    { idempotencyKey, baseUrl }: JobOrigin,
  ): Promise<StartedBatch> {
    const request =
      idempotencyKey === undefined
        ? undefined
        : idempotentRequest(seals, { teamId: caller.team.id, key: idempotencyKey, endpoint: 'batch' }, input);
    const { urls, ignoreInvalidURLs } = input;
    const { valid, invalid } = await sortUrls(urls, isHostAllowed);
    const { id } = await answerOnce(db, request, async () => {
      const { webhook, maxConcurrency, appendToId } = input;
      const scrapeOptions = scrapeOptionsOf(input);
      await checkJobOptions(checkAvailability, caller, scrapeOptions);
      if (invalid.length > 0 && (!ignoreInvalidURLs || valid.length === 0)) throw invalidUrls(invalid);
      const pages = (seal: Seal): Promise<NewPage[]> => toPages(valid, seal);
      const alongside = request && {
        alongside: (tx: Parameters<typeof keepAnswer>[0], jobId: string) =>
          keepAnswer(tx, request, { id: jobId }),
      };
      if (appendToId !== undefined) {
        await appendPages(db, seals, {
          caller,
          id: appendToId,
          pages,
          isSame: (kept) => isSameBatch(kept, caller, input),
          ...alongside,
        });
        return { id: appendToId };
      }
      const first = valid[0];
      const jobId = await createJob(db, seals, log, {
        kind: 'batch_scrape',
        caller,
        request: { scrapeOptions, webhook, baseUrl },
        target: first === undefined ? '' : withoutCredentials(first.url).href,
        isSecret: scrapeOptions.zeroDataRetention || scrapeOptions.lockdown,
        pageLimit: valid.length,
        pagePrice: mostPriceOf(scrapeOptions),
        maxConcurrency: pagesAtATime(caller, scrapeOptions, maxConcurrency),
        delayMs: 0,
        isByLevel: valid.some(({ repeat }) => repeat > 0),
        warnings: await warnOfWebhook(caller.team.id, webhook),
        pages,
        ...alongside,
      });
      return { id: jobId };
    });
    return { id, ...(ignoreInvalidURLs && { invalidURLs: invalid.map(({ url }) => url) }) };
  };
}

function scrapeOptionsOf(input: BatchRequest) {
  const {
    urls: _urls,
    webhook: _webhook,
    maxConcurrency: _maxConcurrency,
    ignoreInvalidURLs: _ignoreInvalidURLs,
    appendToId: _appendToId,
    origin: _origin,
    integration: _integration,
    ...scrapeOptions
  } = input;
  return scrapeOptions;
}

/** Whether pages that are added would be scraped as those of the batch are. */
function isSameBatch(kept: Parameters<Append['isSame']>[0], caller: Caller, input: BatchRequest): boolean {
  const { webhook, maxConcurrency } = input;
  const scrapeOptions = scrapeOptionsOf(input);
  // A webhook or concurrency that is not given again is no other one.
  return (
    isDeepStrictEqual(kept.request.scrapeOptions, JSON.parse(JSON.stringify(scrapeOptions))) &&
    (webhook === undefined || isDeepStrictEqual(kept.request.webhook, JSON.parse(JSON.stringify(webhook)))) &&
    (maxConcurrency === undefined ||
      pagesAtATime(caller, scrapeOptions, maxConcurrency) === kept.maxConcurrency)
  );
}

interface ValidUrl {
  url: URL;
  /** As the caller wrote it. */
  given: string;
  form: NormalForm;
  /** How often the batch names the page before. */
  repeat: number;
}

interface InvalidUrl {
  index: number;
  url: string;
  message: string;
}

/** All valid URLs in the order in which they are given, and all that are none. */
async function sortUrls(
  urls: readonly string[],
  isHostAllowed: (hostname: string) => boolean,
): Promise<{ valid: ValidUrl[]; invalid: InvalidUrl[] }> {
  const valid: ValidUrl[] = [];
  const seen = new Map<string, number>();
  const invalid: InvalidUrl[] = [];
  const slices = createTimeSlices();
  for (const [index, url] of urls.entries()) {
    if (slices.isOver()) await slices.rest();
    const parsed = targetUrl.safeParse(url);
    try {
      if (parsed.success) {
        const target = toTarget(parsed.data, { isHostAllowed });
        const form = normalForm(target, EXACT);
        const repeat = seen.get(form.url) ?? 0;
        seen.set(form.url, repeat + 1);
        valid.push({ url: target, given: parsed.data, form, repeat });
      } else {
        invalid.push({ index, url, message: parsed.error.issues[0]?.message ?? 'must be a valid URL' });
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      invalid.push({ index, url, message: message.replace(/^url /, '') });
    }
  }
  return { valid, invalid };
}

async function toPages(valid: readonly ValidUrl[], seal: Seal): Promise<NewPage[]> {
  const pages: NewPage[] = [];
  const slices = createTimeSlices();
  for (const { url, given, form, repeat } of valid) {
    if (slices.isOver()) await slices.rest();
    const page = { ...keyOfForm(form, url, seal), url: given, depth: 0, isExternal: false };
    pages.push(repeat === 0 ? page : repeatOf(page));
  }
  return pages;
}

/** Issues of one answer. */
const MAX_ISSUES = 20;

function invalidUrls(invalid: readonly InvalidUrl[]): ServiceError {
  const details = invalid.slice(0, MAX_ISSUES).map(({ index, message }) => ({
    path: ['urls', index],
    code: 'custom',
    message: `urls[${index}] ${message}`,
  }));
  return new ServiceError('BAD_REQUEST', {
    message: details[0]?.message ?? 'urls has no valid URL',
    details,
  });
}
