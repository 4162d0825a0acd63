import { ServiceError } from '../../lib/service-error.ts';
import { documentJson } from '../../scraper/packed-document.ts';
import { FAILURE_PRICES } from '../../scraper/price.ts';
import type { ScrapeOutcome } from '../../scraper/scrape-page.ts';
import type { NewPage } from '../model/add-pages.ts';
import type { ClaimedPage } from '../model/claimed-page.ts';
import type { JobContext } from '../model/job-context.ts';
import { pageKey, shortDigest } from '../model/page-key.ts';
import type { HostFeedback, PageEnd, PageResult } from '../model/page-result.ts';
import { finalUrlOf, type PageVisit } from './page-visit.ts';
import { retryOfFailure, type Retry } from './retry-rules.ts';
import { RobotsRefused, RobotsUnreachable } from './robots-check.ts';

export function endOfDocument({ job, page, url, finish }: PageVisit, outcome: ScrapeOutcome): PageEnd {
  return {
    kind: 'document',
    ...finish(),
    outcome,
    json: documentJson(outcome.document),
    redirectedTo: job.crawl && redirectTarget(job, page, finalUrlOf({ url }, outcome)),
    canonical: canonicalOf(job, outcome),
  };
}

/** The page that a redirect led to; a batch delivers what it was asked for, wherever it leads. */
function redirectTarget(job: JobContext, page: ClaimedPage, finalUrl: URL): NewPage | undefined {
  const { key, host } = pageKey(finalUrl, job.comparison, job.seal);
  if (key === page.key) return undefined;
  return { key, host, url: finalUrl.href, depth: page.depth, isExternal: page.isExternal };
}

function canonicalOf(
  job: JobContext,
  { discovery }: ScrapeOutcome,
): { key: string; contentHash: string } | undefined {
  const canonical = discovery?.canonical;
  if (canonical === undefined) return undefined;
  const { key } = pageKey(new URL(canonical.url), job.comparison, job.seal);
  return { key, contentHash: shortDigest(job.seal.digest(canonical.contentHash)) };
}

/** A redirect is not followed out of the scope of the crawl. */
export class RedirectOutOfScope extends Error {
  override readonly name = 'RedirectOutOfScope';
}

/** Gives the end of a page whose scrape threw. */
export function endOfBrokenScrape(
  error: unknown,
  visit: PageVisit,
  host: HostFeedback,
): Pick<PageResult, 'end' | 'host'> {
  if (error instanceof RedirectOutOfScope) return { host, end: { kind: 'dropped', reason: 'out of scope' } };
  if (error instanceof RobotsRefused) return { host, end: { kind: 'dropped', reason: 'robots' } };
  return endOfFailure(error, visit, host);
}

export function endOfFailure(
  error: unknown,
  { page, finish }: PageVisit,
  host: HostFeedback,
): Pick<PageResult, 'end' | 'host'> {
  const code = error instanceof ServiceError ? error.code : 'UNKNOWN_ERROR';
  const message = error instanceof ServiceError ? error.message : 'An unexpected error happened';
  // The file is asked for again after a minute at the earliest.
  const retry = error instanceof RobotsUnreachable ? undefined : retryOfFailure(code, page);
  if (retry) return endOfRetry(retry, host);
  return { host, end: { kind: 'failed', code, message, credits: FAILURE_PRICES[code] ?? 0, ...finish() } };
}

export function endOfRetry(retry: Retry, host: HostFeedback): Pick<PageResult, 'end' | 'host'> {
  if (retry.kind === 'wait') return { host, end: { kind: 'retry', waitMs: retry.waitMs } };
  return { host: { ...host, holdMs: retry.holdMs }, end: { kind: 'retry', waitMs: 0 } };
}
