import { localeOfCountry } from '../browser/emulation/locale-of-country.ts';
import type { ScrapeOptions } from '../contract/options/scrape-options.ts';

/** Accept-Language tags for a request: the same, whether a browser sends it or not. */
export function languagesOf(location: ScrapeOptions['location']): string[] {
  return localeOfCountry(location).languages;
}
