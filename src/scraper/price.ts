import type { ScrapeOptions } from '../contract/options/scrape-options.ts';
import { chargedFormat } from './formats/charged-format.ts';
import { formats } from './formats/index.ts';

/** The facts of a scrape that its price depends on. */
export interface PricedOutcome {
  isLockdown: boolean;
  isEnhancedProxyUsed: boolean;
  /** A language model made the formats that it can make; what is made of the page's own words costs no more. */
  isModelUsed?: boolean;
  /** Pages of a PDF that were read; 1 for anything else. */
  pages?: number | undefined;
}

const LOCKDOWN_HIT = 5;
/** A lockdown miss and a host name that does not resolve are the only failures that cost something. */
export const FAILURE_PRICES: Readonly<Record<string, number>> = {
  SCRAPE_LOCKDOWN_CACHE_MISS: 1,
  SCRAPE_DNS_RESOLUTION_ERROR: 1,
};

/** Credits of one scraped page (wire contract 4.4); those of a format stand in its own entry. */
export function priceOf(options: ScrapeOptions, outcome: PricedOutcome): number {
  if (outcome.isLockdown) return LOCKDOWN_HIT;
  let credits = Math.max(1, outcome.pages ?? 1);
  const charged = new Set(options.formats.map(chargedFormat));
  for (const name of charged) {
    const { credits: more = 0, isModelCharged = false } = formats[name];
    if (!isModelCharged || outcome.isModelUsed) credits += more;
  }
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
