import type { ScrapeOptions } from '../contract/options/scrape-options.ts';

/**
 * The options of one page of several: what a caller sends to the URL that they named (`named`) is for its origin alone,
 * and may hold a secret.
 */
export function optionsFor(options: ScrapeOptions, named: URL, url: URL): ScrapeOptions {
  return url.origin === named.origin ? options : { ...options, headers: {} };
}
