import type { ScrapeOptions } from '../contract/options/scrape-options.ts';

/** What a scrape has turned out to be, as far as its price depends on it. */
export interface PricedOutcome {
  isLockdown: boolean;
  isEnhancedProxyUsed: boolean;
  /** Pages of a PDF that were read; 1 for anything else. */
  pages?: number | undefined;
}

const LOCKDOWN_HIT = 5;
/** A lockdown miss and a host name that does not resolve are the only failures that cost something. */
export const FAILURE_PRICES: Readonly<Record<string, number>> = {
  SCRAPE_LOCKDOWN_CACHE_MISS: 1,
  SCRAPE_DNS_RESOLUTION_ERROR: 1,
};

const FORMAT_SURCHARGES: Readonly<Record<string, number>> = {
  json: 4,
  question: 4,
  query: 4,
  highlights: 4,
  audio: 4,
  video: 4,
};

/** Credits of one scraped page (wire contract 4.4). */
export function priceOf(options: ScrapeOptions, outcome: PricedOutcome): number {
  if (outcome.isLockdown) return LOCKDOWN_HIT;
  const charged = new Set(
    options.formats.map((format) =>
      format.type === 'changeTracking' && format.modes.includes('json')
        ? 'json'
        : format.type === 'query'
          ? 'question'
          : format.type,
    ),
  );
  let credits = Math.max(1, outcome.pages ?? 1);
  for (const type of charged) credits += FORMAT_SURCHARGES[type] ?? 0;
  if (outcome.isEnhancedProxyUsed) credits += 4;
  if (options.zeroDataRetention) credits += 1;
  return credits;
}

/** The most that a scrape can cost as far as its options tell: a PDF may have pages, and `proxy: auto` become enhanced. */
export function mostPriceOf(options: ScrapeOptions): number {
  return priceOf(options, {
    isLockdown: options.lockdown,
    isEnhancedProxyUsed: options.proxy === 'enhanced',
  });
}
