import { PatternsTooSlow } from '../../frontier/patterns/path-patterns.ts';
import type { Judgement } from '../../frontier/scope.ts';
import { createTimeSlices } from '../../lib/turns/time-slices.ts';
import { isHttp, withoutCredentials } from '../../lib/addresses/url.ts';
import { mostQueued, type NewPage } from '../model/add-pages.ts';
import type { CrawlContext, JobContext } from '../model/job-context.ts';
import { pageKey } from '../model/page-key.ts';

/** The links of a page that belong to the crawl, and those to report. */
export interface FoundLinks {
  links: NewPage[];
  /** Home pages of other sites, reported instead of followed. */
  leftOut: NewPage[];
  /** The reasons why links are missing, by subject. */
  warnings: Record<string, string>;
  /** To be called when the links are safely in the frontier: they need not be looked at again. */
  markSeen(): void;
}

/** Links that are kept in mind for one job, at most; the rest is only looked at more often. */
const MAX_SEEN = 300_000;

/** Links that are judged together. */
const BATCH = 500;

/** The page on which links were found. */
export interface FoundOn {
  depth: number;
  isFromExternal: boolean;
  /** The words of the links, in their order. */
  linkTexts?: readonly string[];
}

/**
 * Picks the URLs of a page (or of a sitemap, `depth` 0) that belong to the crawl, each once. Works in slices: a page
 * may have a hundred thousand links, each of eight thousand characters. Picks no more than may wait in the queue:
 * further ones would only take memory, and may come with another page. When a pattern turns out to be too slow, no
 * further links are followed. Rejects with the job's reason when the job is stopped.
 */
export async function judgeLinks(
  job: JobContext,
  crawl: CrawlContext,
  urls: Iterable<string>,
  found: FoundOn,
): Promise<FoundLinks> {
  const judging = new LinkJudging(job, crawl, found);
  try {
    await judging.judge(urls);
  } catch (error) {
    if (!(error instanceof PatternsTooSlow)) throw error;
    crawl.tooSlow = `${error.message}. Links that were found later were left out.`;
  }
  return judging.result();
}

interface Link {
  href: string;
  url: URL;
  text: string | undefined;
}

/** The links of one page on their way into the frontier. */
class LinkJudging {
  readonly #job: JobContext;
  readonly #crawl: CrawlContext;
  readonly #depth: number;
  readonly #isFromExternal: boolean;
  readonly #texts: readonly string[];
  readonly #slices = createTimeSlices();
  readonly #links: NewPage[] = [];
  readonly #leftOut: NewPage[] = [];
  readonly #keys = new Set<string>();
  readonly #settled: string[] = [];

  constructor(job: JobContext, crawl: CrawlContext, found: FoundOn) {
    this.#job = job;
    this.#crawl = crawl;
    this.#depth = found.depth;
    this.#isFromExternal = found.isFromExternal;
    this.#texts = found.linkTexts ?? [];
  }

  async judge(urls: Iterable<string>): Promise<void> {
    const most = mostQueued(this.#job.request.crawl?.limit ?? 0);
    let batch: Link[] = [];
    let place = -1;
    for (const href of urls) {
      place++;
      if (this.#links.length >= most || this.#crawl.tooSlow !== undefined) return;
      await this.#restWhenDue();
      // A link of the start that the sitemap lists too becomes a page of depth 0.
      if (this.#depth > 0 && this.#crawl.seenLinks.has(href)) continue;
      const url = URL.parse(href);
      if (url === null || !isHttp(url)) continue;
      batch.push({ href, url: withoutCredentials(url), text: this.#texts[place] });
      if (batch.length < BATCH) continue;
      await this.#judgeBatch(batch, most);
      batch = [];
    }
    await this.#judgeBatch(batch, most);
  }

  result(): FoundLinks {
    const { seenLinks, tooSlow } = this.#crawl;
    return {
      links: this.#links,
      leftOut: this.#leftOut,
      warnings: tooSlow === undefined ? {} : { patterns: tooSlow },
      markSeen: () => {
        if (seenLinks.size > MAX_SEEN) seenLinks.clear();
        for (const href of this.#settled) seenLinks.add(href);
      },
    };
  }

  async #judgeBatch(batch: readonly Link[], most: number): Promise<void> {
    const judgements = await this.#crawl.scope.judgeAll(
      batch.map(({ url }) => url),
      { depth: this.#depth, fromExternal: this.#isFromExternal },
      this.#job.abort.signal,
    );
    for (const [index, judgement] of judgements.entries()) {
      if (this.#links.length >= most) return;
      await this.#restWhenDue();
      this.#take(batch[index]!, judgement);
    }
  }

  #take({ href, url, text }: Link, judgement: Judgement): void {
    const { comparison, seal } = this.#job;
    const { traps } = this.#crawl;
    const isFinal = judgement.isInScope || !DEPENDS_ON_THE_WAY.has(judgement.reason);
    if (!judgement.isInScope && judgement.reason !== 'external home page') {
      if (isFinal) this.#settled.push(href);
      return;
    }
    const { key, host } = pageKey(url, comparison, seal);
    this.#settled.push(href);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    const trapSigns = traps.signsOf(url);
    const page: NewPage = {
      key,
      host,
      url: url.href,
      depth: this.#depth,
      isExternal: judgement.isInScope && judgement.isExternal,
      ...(text && { linkText: text }),
      ...(trapSigns.length > 0 && { trapSigns }),
    };
    if (!judgement.isInScope) this.#leftOut.push(page);
    else if (traps.take(url, trapSigns) === undefined) this.#links.push(page);
  }

  async #restWhenDue(): Promise<void> {
    if (!this.#slices.isOver()) return;
    await this.#slices.rest();
    this.#job.abort.signal.throwIfAborted();
  }
}

/** Found another way, these may be in scope. */
const DEPENDS_ON_THE_WAY: ReadonlySet<string> = new Set(['too deep', 'external', 'subdomain']);
