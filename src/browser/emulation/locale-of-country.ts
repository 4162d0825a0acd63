import type { Location } from '../../contract/options/location.ts';

/** The languages, time zone and place of a browser in a country. */
export interface PageLocale {
  /** BCP 47 tags for Accept-Language and `navigator.languages`, most wanted first; never empty. */
  languages: string[];
  /** How dates and numbers are written by default, such as `de-DE`. */
  locale: string;
  /** IANA time zone, such as `Europe/Berlin`. */
  timezone: string;
}

/** Where most people live in a country of several time zones; the last two are islands without a zone of their own. */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Truk',
  GL: 'America/Godthab',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kiev',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  BV: 'Europe/Oslo',
  HM: 'Indian/Kerguelen',
};

/** The country when a request names none (specification, location object). */
const DEFAULT_COUNTRY = 'US';

/**
 * Gives the locale of a request's location: its own languages, else those that people in the country speak (CLDR's
 * likely subtags), English behind them. The country is one of `COUNTRY_CODES`.
 */
export function localeOfCountry(location: Location | undefined): PageLocale {
  const country = location?.country ?? DEFAULT_COUNTRY;
  const wanted = location?.languages ?? [];
  const languages = wanted.length > 0 ? wanted : languagesOfCountry(country);
  return { languages, locale: languages[0] ?? 'en-US', timezone: timezoneOf(country) };
}

function languagesOfCountry(country: string): string[] {
  const likely = new Intl.Locale(`und-${country}`).maximize();
  const local = `${likely.language}-${country}`;
  return likely.language === 'en' ? [local, 'en'] : [local, likely.language, 'en'];
}

function timezoneOf(country: string): string {
  return MAIN_ZONES[country] ?? zonesOf(country)[0] ?? 'UTC';
}

/** CLDR's list; TypeScript does not know the method yet. */
export function zonesOf(country: string): string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?(): string[] | undefined };
  return locale.getTimeZones?.() ?? [];
}
