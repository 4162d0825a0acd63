/** Kinds of endpoints whose requests an operator may limit, each by a bucket of its own per team and minute. */
export const RATE_LIMIT_KINDS = [
  'scrape',
  'map',
  'search',
  'crawl',
  'status',
  'account',
  'browser',
  'execute',
] as const;

export type RateLimitKind = (typeof RATE_LIMIT_KINDS)[number];
