import type { SearchCategory } from '../text/search-query/category-hosts.ts';
import type { SearchQuery } from '../text/search-query/search-query.ts';
import type { IndexedImage } from './indexed-page.ts';

export interface IndexQuery {
  query: SearchQuery;
  source: 'web' | 'news' | 'images';
  limit: number;
  includeHosts: readonly string[];
  excludeHosts: readonly string[];
  categories: readonly SearchCategory[];
  /** Published (else first seen) within. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** The best 200 in order of date. */
  isByDate: boolean;
  /** The description is the best passage (true) or the page's own (false). */
  hasPassages: boolean;
}

export interface IndexHit {
  url: string;
  title: string;
  description: string;
  score: number;
  publishedAt?: Date | undefined;
  firstSeenAt: Date;
  language?: string | undefined;
  fileType?: string | undefined;
  /** The picture of a news page. */
  imageUrl?: string | undefined;
  /** The picture that was found, where pictures were asked for. */
  image?: IndexedImage | undefined;
}

export interface IndexAnswer {
  hits: IndexHit[];
  /** Pages that the team has in the index. */
  pages: number;
  /** Whole sentences for `warning`. */
  remarks: string[];
}

/** The index as searches see it: an outside engine could stand here in place of the database's. */
export interface SearchIndex {
  search(teamId: string, query: IndexQuery, signal: AbortSignal): Promise<IndexAnswer>;
  /** Removes the pages whose URL begins so, gives their number. Pages come in where they are written, with the scrape. */
  remove(teamId: string, urlPrefix: string): Promise<number>;
}
