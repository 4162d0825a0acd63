import { createTimeSlices } from '../lib/time-slices.ts';
import { isHttp, withoutCredentials } from '../lib/url.ts';
import { mostQueued, type NewPage } from './add-pages.ts';
import type { CrawlContext, JobContext } from './job-context.ts';
import { pageKey } from './page-key.ts';

export interface FoundLinks {
  links: NewPage[];
  /** Home pages of other sites, reported instead of followed. */
  leftOut: NewPage[];
  /** To be called when the links are safely in the frontier: they need not be looked at again. */
  markSeen(): void;
}

/** Links that are kept in mind for one job, at most; the rest is only looked at more often. */
const MAX_SEEN = 300_000;

/**
 * Which of the URLs found on a page (or in a sitemap, `depth` 0) belong to the crawl, each once. In slices: a page may
 * have a hundred thousand links, each of eight thousand characters. No more than may wait: the rest of a
 * page of millions would only take memory, and may come with another page.
 */
export async function judgeLinks(
  job: JobContext,
  crawl: CrawlContext,
  urls: Iterable<string>,
  found: { depth: number; isFromExternal: boolean },
): Promise<FoundLinks> {
  const most = mostQueued(job.request.crawl?.limit ?? 0);
  const slices = createTimeSlices();
  const links: NewPage[] = [];
  const leftOut: NewPage[] = [];
  const keys = new Set<string>();
  const settled: string[] = [];
  for (const href of urls) {
    if (links.length >= most) break;
    if (slices.isOver()) await slices.rest();
    // A link of the start that the sitemap lists too becomes a page of depth 0.
    if (found.depth > 0 && crawl.seenLinks.has(href)) continue;
    const parsed = URL.parse(href);
    if (parsed === null || !isHttp(parsed)) continue;
    const url = withoutCredentials(parsed);
    const judgement = crawl.scope.judge(url, { depth: found.depth, fromExternal: found.isFromExternal });
    const isFinal = judgement.isInScope || !DEPENDS_ON_THE_WAY.has(judgement.reason);
    if (!judgement.isInScope && judgement.reason !== 'external home page') {
      if (isFinal) settled.push(href);
      continue;
    }
    const { key, host } = pageKey(url, job.comparison, job.seal);
    settled.push(href);
    if (keys.has(key)) continue;
    keys.add(key);
    const trapSigns = crawl.traps.signsOf(url);
    const page: NewPage = {
      key,
      host,
      url: url.href,
      depth: found.depth,
      isExternal: judgement.isInScope && judgement.isExternal,
      ...(trapSigns.length > 0 && { trapSigns }),
    };
    if (!judgement.isInScope) leftOut.push(page);
    else if (crawl.traps.take(url, trapSigns) === undefined) links.push(page);
  }
  return {
    links,
    leftOut,
    markSeen() {
      if (crawl.seenLinks.size > MAX_SEEN) crawl.seenLinks.clear();
      for (const href of settled) crawl.seenLinks.add(href);
    },
  };
}

/** Found another way, these may be in scope. */
const DEPENDS_ON_THE_WAY: ReadonlySet<string> = new Set(['too deep', 'external', 'subdomain']);
