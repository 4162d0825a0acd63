import type { FormatName, RequestedFormat } from '../contract/options/formats.ts';
import type { ScrapeOptions } from '../contract/options/scrape-options.ts';
import { chargedFormat } from './formats/charged-format.ts';
import { formats } from './formats/index.ts';

/** The facts of a scrape that its price depends on. */
export interface PricedOutcome {
  isLockdown: boolean;
  isEnhancedProxyUsed: boolean;
  /** The formats that a language model made; what is made of the page's own words costs no more. */
  madeByModel?: ReadonlySet<FormatName>;
  /** A language model looked for instructions to it on the page, and found none. */
  isInjectionChecked?: boolean;
  /** Pages of a PDF that were read; 1 for anything else. */
  pages?: number | undefined;
}

const LOCKDOWN_HIT = 5;
const INJECTION_CHECK = 4;
/** The only failures that cost something: a lockdown miss, a host name that does not resolve, a check that found an injection. */
export const FAILURE_PRICES: Readonly<Record<string, number>> = {
  SCRAPE_LOCKDOWN_CACHE_MISS: 1,
  SCRAPE_DNS_RESOLUTION_ERROR: 1,
  SCRAPE_PROMPT_INJECTION_DETECTED: 5,
};

/** Credits of one scraped page (wire contract 4.4); those of a format stand in its own entry. */
export function priceOf(options: ScrapeOptions, outcome: PricedOutcome): number {
  if (outcome.isLockdown) return LOCKDOWN_HIT;
  let credits = Math.max(1, outcome.pages ?? 1);
  const charged = new Set(options.formats.flatMap((format) => chargedName(format, outcome)));
  for (const name of charged) credits += formats[name].credits ?? 0;
  if (outcome.isInjectionChecked) credits += INJECTION_CHECK;
  if (outcome.isEnhancedProxyUsed) credits += 4;
  if (options.zeroDataRetention) credits += 1;
  return credits;
}

/** The name under which a format costs something; none where a model would have to make it and did not. */
function chargedName(format: RequestedFormat, { madeByModel }: PricedOutcome): FormatName[] {
  const name = chargedFormat(format);
  return formats[name].isByModel && !madeByModel?.has(format.type) ? [] : [name];
}

/**
 * The most that a scrape can cost as far as its options tell. A PDF may have pages, `proxy: auto` become enhanced, and a
 * language model make formats; that is asked for when it is known.
 */
export function mostPriceOf(options: ScrapeOptions): number {
  return priceOf(options, {
    isLockdown: options.lockdown,
    isEnhancedProxyUsed: options.proxy === 'enhanced',
  });
}
