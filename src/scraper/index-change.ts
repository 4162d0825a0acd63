import { normalForm } from '../frontier/same-page/normal-form.ts';
import { withoutCredentials } from '../lib/addresses/url.ts';
import type { IndexChange } from '../search-index/write-pages.ts';
import type { IndexedFacts } from './convert/collect-indexed-facts.ts';
import { parsePublished } from './parse-published.ts';
import type { Page } from './page.ts';
import type { PageTask } from './page-task.ts';

/** A page that was fetched and may be indexed. */
interface FetchedPage {
  page: Page;
  /** Undefined for a page of which nothing may be indexed. */
  facts: IndexedFacts | undefined;
  fetchedAt: Date;
}

/** Statuses with which a site says that there is no such page. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Makes what a scrape changes in the search index of its team; undefined when that is nothing. */
export function indexChangeOf(
  { url: asked, teamId, linkText = '' }: PageTask,
  { page, facts, fetchedAt }: FetchedPage,
): IndexChange | undefined {
  const isGone = GONE.has(page.status);
  if (teamId === undefined || (facts === undefined && !isGone)) return undefined;
  const url = withoutCredentials(new URL(page.url));
  const [urlKey, askedKey] = [indexKeyOf(url), indexKeyOf(asked)];
  const isMoved = !urlKey.equals(askedKey);
  if (facts === undefined)
    return { teamId, fetchedAt, page: undefined, goneKeys: isMoved ? [urlKey, askedKey] : [urlKey] };
  const { published, text, textHash, ...rest } = facts;
  return {
    teamId,
    fetchedAt,
    goneKeys: isMoved ? [askedKey] : [],
    page: {
      ...rest,
      teamId,
      urlKey,
      url: url.href,
      linkText,
      publishedAt: published === undefined ? undefined : parsePublished(published, fetchedAt),
      fetchedAt,
      text: bufferOf(text),
      textHash: bufferOf(textHash),
    },
  };
}

/** The key of a page in the search index: equal addresses share it. */
export function indexKeyOf(url: URL): Buffer {
  return normalForm(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: false }).key;
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
