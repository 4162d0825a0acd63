import { getDomain } from 'tldts';
import { isHttp } from '../../lib/addresses/url.ts';
import { normalizeHostName } from '../../lib/addresses/host-name.ts';
import type { SitemapEntry } from './sitemap-content.ts';
import type { SitemapProblem } from './sitemap-problem.ts';

export interface QueuedSitemap {
  readonly url: URL;
  /** Indexes above it. */
  readonly depth: number;
}

export interface SitemapQueueOptions {
  /** Absolute URLs. */
  start: readonly string[];
  /** The site that is asked for, where its sitemaps may lie elsewhere. */
  site?: URL | undefined;
  limits: { maxSitemaps: number; maxDepth: number };
}

/**
 * The sitemaps still to be read, first in first out, each once: so an index that leads to itself ends.
 *
 * An index may lead to hosts under the main domain (and port) of `site`, of a sitemap in `start`, or of the place that
 * such a sitemap was redirected to, nowhere else: it is in its own robots.txt that a site vouches for sitemaps on
 * strange hosts (sitemaps.org, "Sitemaps & Cross Submits").
 */
export class SitemapQueue {
  readonly #limits: SitemapQueueOptions['limits'];
  readonly #report: (problem: SitemapProblem) => void;
  readonly #queue: QueuedSitemap[] = [];
  #taken = 0;
  /** Only what is or was in the queue, so its size is bounded whatever indexes list. */
  readonly #seen = new Set<string>();
  readonly #namedSites = new Set<string>();
  #isFull = false;

  constructor({ start, site, limits }: SitemapQueueOptions, report: (problem: SitemapProblem) => void) {
    this.#limits = limits;
    this.#report = report;
    this.nameSite(site);
    for (const url of start) this.nameSite(URL.parse(url));
    for (const url of start) this.#add(url, 0);
  }

  /** The next sitemap; undefined when there is none now. */
  take(): QueuedSitemap | undefined {
    const next = this.#queue[this.#taken];
    if (next !== undefined) this.#taken++;
    return next;
  }

  /** Lets indexes lead to the site that this URL is of. */
  nameSite(url: URL | null | undefined): void {
    if (url) this.#namedSites.add(siteOf(url));
  }

  /** Adds what an index lists. */
  addChildren({ url, depth }: QueuedSitemap, entries: readonly SitemapEntry[]): void {
    if (depth >= this.#limits.maxDepth) this.#report({ url: url.href, reason: 'too deep' });
    else for (const entry of entries) this.#add(entry.url, depth + 1);
  }

  #add(written: string, depth: number): void {
    if (this.#isFull) return;
    const url = URL.parse(written);
    if (url === null || !isHttp(url)) return this.#report({ url: written, reason: 'invalid URL' });
    url.hash = '';
    if (this.#seen.has(url.href)) return;
    if (!this.#namedSites.has(siteOf(url))) return this.#report({ url: url.href, reason: 'foreign host' });
    this.#isFull = this.#queue.length >= this.#limits.maxSitemaps;
    if (this.#isFull) return this.#report({ url: url.href, reason: 'too many sitemaps' });
    this.#seen.add(url.href);
    this.#queue.push({ url, depth });
  }
}

/**
 * Gives the part that hosts of one owner share: the main domain of the public suffix list, private part included, and
 * port.
 */
function siteOf({ hostname, port }: URL): string {
  const host = normalizeHostName(hostname);
  return `${getDomain(host, { allowPrivateDomains: true }) ?? host}:${port}`;
}
