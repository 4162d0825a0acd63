import type { ScrapeOptions } from '../contract/scrape-options.ts';

/**
 * Accept-Language tags for a request: the caller's own, else what people in the country speak, English behind it.
 * The language of a country comes from CLDR's likely subtags.
 */
export function languagesOf(location: ScrapeOptions['location']): string[] {
  if (location === undefined) return ['en-US', 'en'];
  if (location.languages.length > 0) return location.languages;
  const likely = new Intl.Locale(`und-${location.country}`).maximize();
  const local = `${likely.language}-${location.country}`;
  return likely.language === 'en' ? [local, 'en'] : [local, likely.language, 'en'];
}
