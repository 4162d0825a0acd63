/** Why a sitemap, or a part of it, was not read. */
export interface SitemapProblem {
  /** The sitemap, as written when it is no URL. */
  url: string;
  reason:
    | 'invalid URL'
    | 'not allowed'
    | 'foreign host'
    | 'not fetched'
    | 'not a sitemap'
    | 'truncated'
    | 'too deep'
    | 'too many sitemaps';
  /** The status of the answer, where that is why the file was `not fetched`. */
  status?: number;
  /** The error of `fetch`. */
  cause?: unknown;
}
