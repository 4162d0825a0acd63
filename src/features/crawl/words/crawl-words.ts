import type { CrawlOptions } from '../../../contract/requests/crawl.ts';

/** The options of a crawl that words can set: `ignoreRobotsTxt` and `robotsUserAgent` are none of them. */
export type WordedOptions = Partial<
  Pick<
    CrawlOptions,
    | 'includePaths'
    | 'excludePaths'
    | 'maxDiscoveryDepth'
    | 'limit'
    | 'delay'
    | 'sitemap'
    | 'crawlEntireDomain'
    | 'allowExternalLinks'
    | 'allowSubdomains'
    | 'ignoreQueryParameters'
    | 'deduplicateSimilarURLs'
  >
>;

/** The addresses of a site that are known before it is crawled. */
export interface SitePaths {
  /** Those that its sitemaps list. */
  readonly listed: readonly URL[];
  /** Those that its start page leads to, and those known from before. */
  readonly linked: readonly URL[];
  /** The reason why none are known, as a sentence. */
  readonly problem?: string | undefined;
}

/** Options as words say them, before they are tried on the site. */
export interface ReadWords {
  readonly options: WordedOptions;
  /** Phrases of the prompt that say nothing of a crawl, as far as was understood. */
  readonly unknown: readonly string[];
  /** Sentences for the caller. */
  readonly warnings: readonly string[];
}
