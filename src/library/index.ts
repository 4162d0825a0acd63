import type { Document } from '../contract/documents/document.ts';
import type { CrawlCallOptions, GivenDocument, ParseCallOptions, ScrapeCallOptions } from './calls.ts';
import { openDecant } from './open-decant.ts';

export type { CrawlCallOptions, Document, GivenDocument, ParseCallOptions, ScrapeCallOptions };
export type { CrawlReport } from './calls.ts';
export type { Decant, DecantOptions } from './open-decant.ts';
export { openDecant };
export { ConfigError } from '../config.ts';
export { ServiceError } from '../lib/service-error.ts';

/** One page as a document. For many pages `openDecant` keeps connections, threads and the browser between calls. */
export async function scrape(url: string, options?: ScrapeCallOptions): Promise<Document> {
  await using decant = openDecant();
  return await decant.scrape(url, options);
}

/** One file as a document. */
export async function parse(file: GivenDocument, options?: ParseCallOptions): Promise<Document> {
  await using decant = openDecant();
  return await decant.parse(file, options);
}

/** The documents of a site, each as soon as it is there; leaving the loop cancels the crawl. */
export async function* crawl(
  url: string,
  options?: CrawlCallOptions,
): AsyncGenerator<Document, void, undefined> {
  await using decant = openDecant();
  yield* decant.crawl(url, options);
}
