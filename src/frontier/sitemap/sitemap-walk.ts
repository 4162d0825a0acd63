import { untilAborted } from '../../lib/time/until-aborted.ts';
import { FingerprintSet } from './fingerprint-set.ts';
import { readSitemap } from './sitemap.ts';
import type { SitemapContent, SitemapEntry } from './sitemap-content.ts';
import type { SitemapProblem } from './sitemap-problem.ts';
import { SitemapQueue, type QueuedSitemap } from './sitemap-queue.ts';

export interface FetchedSitemap {
  status: number;
  contentType: string | undefined;
  body: Uint8Array;
  /** Where redirects ended; the URL that was asked for when absent. */
  url?: URL;
  /** Called and waited for once the file has turned out to be a sitemap, and a whole one. */
  keep?(): Promise<void>;
}

export interface SitemapWalk {
  /** Absolute URLs of the sitemaps that robots.txt or the caller names. */
  start: readonly string[];
  /** The site that is asked for, where its sitemaps may lie elsewhere. */
  site?: URL;
  /** Fetches one sitemap, redirects included; undefined when there is no answer. May throw. */
  fetch(url: URL, signal: AbortSignal): Promise<FetchedSitemap | undefined>;
  /** Whether a sitemap may be fetched (robots.txt). May throw as `fetch`. */
  isAllowed?(url: URL, signal: AbortSignal): boolean | Promise<boolean>;
  limits: SitemapLimits;
  /** Told at most 1,000 times: a hostile index causes as many problems as it has lines. */
  onProblem?(problem: SitemapProblem): void;
  signal: AbortSignal;
}

export interface SitemapLimits {
  /** Files asked for, the refused and failed ones included. */
  maxSitemaps: number;
  /** Entries given. */
  maxUrls: number;
  /** Indexes above a sitemap: with 0 only those of `start` are read. */
  maxDepth: number;
}

/** Files that are under way at a time. */
const CONCURRENCY = 4;
const MAX_PROBLEMS = 1000;

type FetchOutcome =
  | { readonly fetched: FetchedSitemap }
  | { readonly problem: Pick<SitemapProblem, 'reason' | 'status' | 'cause'> };

interface Fetching {
  readonly sitemap: QueuedSitemap;
  /** Never rejects. */
  readonly outcome: Promise<FetchOutcome>;
}

/**
 * The entries of all sitemaps that can be reached, each URL once: breadth first and in the order of the files, however
 * long each takes. A file that fails is reported and does not end the walk; the signal does, with its reason. Which
 * files an index may lead to is told at `SitemapQueue`.
 */
export async function* walkSitemaps(walk: SitemapWalk): AsyncGenerator<SitemapEntry> {
  const { maxUrls } = walk.limits;
  const report = boundedReport(walk);
  const queue = new SitemapQueue(walk, report);
  const isOver = new AbortController();
  const signal = AbortSignal.any([walk.signal, isOver.signal]);
  const underWay: Fetching[] = [];
  const given = new FingerprintSet();

  try {
    while (given.size < maxUrls) {
      signal.throwIfAborted();
      startFetches(underWay, queue, { walk, signal });
      const next = underWay.shift();
      if (next === undefined) return;
      const { sitemap } = next;
      const outcome = await untilAborted(next.outcome, signal);
      if ('problem' in outcome) {
        report({ url: sitemap.url.href, ...outcome.problem });
        continue;
      }
      if (sitemap.depth === 0) queue.nameSite(outcome.fetched.url);
      const content = await readFetched(outcome.fetched, sitemap, { report, signal });
      if (content.kind === 'index') queue.addChildren(sitemap, content.entries);
      else yield* newEntries(content.entries, given, maxUrls);
    }
  } finally {
    isOver.abort();
  }
}

type Report = (problem: SitemapProblem) => void;

function boundedReport({ onProblem }: SitemapWalk): Report {
  let count = 0;
  return (problem) => {
    if (count++ < MAX_PROBLEMS) onProblem?.(problem);
  };
}

function startFetches(
  underWay: Fetching[],
  queue: SitemapQueue,
  { walk, signal }: { walk: SitemapWalk; signal: AbortSignal },
): void {
  while (underWay.length < CONCURRENCY) {
    const sitemap = queue.take();
    if (sitemap === undefined) return;
    underWay.push({ sitemap, outcome: fetchSitemap(sitemap.url, walk, signal) });
  }
}

async function fetchSitemap(url: URL, walk: SitemapWalk, signal: AbortSignal): Promise<FetchOutcome> {
  try {
    if ((await walk.isAllowed?.(url, signal)) === false) return { problem: { reason: 'not allowed' } };
    const fetched = await walk.fetch(url, signal);
    if (fetched === undefined) return { problem: { reason: 'not fetched' } };
    const { status } = fetched;
    return status >= 200 && status <= 299 ? { fetched } : { problem: { reason: 'not fetched', status } };
  } catch (cause) {
    return { problem: { reason: 'not fetched', cause } };
  }
}

/** Reads the entries that a fetched file lists; none, and a report, when the file is no sitemap. */
async function readFetched(
  fetched: FetchedSitemap,
  sitemap: QueuedSitemap,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<SitemapContent> {
  const baseUrl = fetched.url ?? sitemap.url;
  const content = await readSitemap(fetched.body, fetched.contentType, { baseUrl, signal });
  const url = sitemap.url.href;
  if (content.kind === 'unknown') report({ url, reason: 'not a sitemap' });
  else if (content.isTruncated) report({ url, reason: 'truncated' });
  else await fetched.keep?.();
  return content;
}

function* newEntries(
  entries: readonly SitemapEntry[],
  given: FingerprintSet,
  maxUrls: number,
): Generator<SitemapEntry> {
  for (const entry of entries) {
    if (given.size >= maxUrls) return;
    if (given.add(entry.url)) yield entry;
  }
}
