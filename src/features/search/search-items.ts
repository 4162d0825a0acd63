import type { SearchCategory } from '../../text/search-query/category-hosts.ts';
import type { SearchResults } from '../../contract/documents/search-results.ts';
import type { PackedDocument } from '../../scraper/packed-document.ts';
import { categoryOf } from './categories.ts';
import type { ProviderResult } from './providers/provider.ts';
import type { FailedScrape, ScrapedResult } from './scrape-results.ts';

type Plain = Record<string, string | number>;

/** One result as it is answered: its plain fields, and the document of its page when it was scraped. */
export interface SearchItem {
  plain: Plain;
  document?: PackedDocument | undefined;
  failure?: FailedScrape | undefined;
}

/** The lists of a search, by source. */
export type SearchItems = { [Source in keyof SearchResults]?: SearchItem[] };

/** A result at its place, from 1. */
export function searchItem(
  result: ProviderResult,
  {
    position,
    categories,
    scraped,
  }: { position: number; categories: readonly SearchCategory[]; scraped: ScrapedResult | undefined },
): SearchItem {
  const category = result.source === 'images' ? undefined : categoryOf(result.url, categories);
  return {
    plain: { ...plainOf(result), position, ...(category !== undefined && { category }) },
    document: scraped?.document,
    failure: scraped?.failure,
  };
}

function plainOf(result: ProviderResult): Plain {
  const { url, title } = result;
  switch (result.source) {
    case 'web':
      return { url, title, description: result.description };
    case 'news': {
      const { snippet, publishedAt, dateText, imageUrl } = result;
      const date = publishedAt?.toISOString() ?? dateText;
      return {
        title,
        url,
        snippet,
        ...(date !== undefined && { date }),
        ...(imageUrl !== undefined && { imageUrl }),
      };
    }
    case 'images': {
      const { imageUrl, width, height } = result;
      return {
        title,
        imageUrl,
        ...(width !== undefined && { imageWidth: width }),
        ...(height !== undefined && { imageHeight: height }),
        url,
      };
    }
  }
}
