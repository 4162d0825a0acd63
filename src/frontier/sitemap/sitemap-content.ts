/** One URL that a sitemap lists. */
export interface SitemapEntry {
  /** Absolute http(s) URL. */
  url: string;
  title?: string;
  /** As written: W3C date and time in sitemaps and Atom, RFC 822 in RSS. */
  lastModified?: string;
}

export interface SitemapContent {
  /** `index` lists further sitemaps, the others pages; `unknown` is no sitemap and has no entries. */
  kind: 'urlset' | 'index' | 'text' | 'feed' | 'unknown';
  entries: SitemapEntry[];
  /** The file goes on after what was read: it is larger than the limits, holds nothing for long, or breaks off. */
  isTruncated: boolean;
}

export interface SitemapReadOptions {
  /** The address that relative URLs are resolved against. */
  baseUrl: URL;
  /** Those without a valid URL included. */
  maxEntries: number;
  signal: AbortSignal | undefined;
}

/**
 * A file that goes on for so many characters without an entry is read no further: real ones have one every few hundred,
 * and a megabyte of nothing is a few kilobytes of gzip.
 */
export const MAX_BARREN_LENGTH = 1_000_000;
