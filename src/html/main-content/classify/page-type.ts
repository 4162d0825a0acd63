export const PAGE_TYPES = [
  'article',
  'documentation',
  'service',
  'forum',
  'collection',
  'listing',
  'product',
] as const;

/**
 * The type of a page, which decides which blocks count as content. A service page presents an offer, a collection shows
 * goods, a listing entries (articles, courses, places).
 */
export type PageType = (typeof PAGE_TYPES)[number];
