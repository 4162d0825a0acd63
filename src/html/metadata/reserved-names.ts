import { DERIVED_FIELDS, META_FIELDS } from './fields.ts';

/** Metadata that the service itself states about a scrape, in lower case. */
const SERVICE_FIELDS = new Set([
  'sourceurl',
  'url',
  'statuscode',
  'scrapeid',
  'contenttype',
  'proxyused',
  'cachestate',
  'cachedat',
  'creditsused',
  'numpages',
  'totalpages',
  'timezone',
  'error',
  'concurrencylimited',
  'concurrencyqueuedurationms',
]);
const PAGE_FIELDS = new Set(
  [...Object.keys(META_FIELDS), ...DERIVED_FIELDS, 'ogLocaleAlternate'].map((name) => name.toLowerCase()),
);
/** Written in the names of fields by some clients. */
const SEPARATOR = /[\s_-]/;
const SEPARATORS = /[\s_-]/g;

/**
 * True for names that a page's own `meta` elements may not use as keys of an answer: what the service states (clients
 * also read `status_code` and `status-code` as `statusCode`), the fields with a meaning of their own, and names that
 * every JavaScript object already has, such as `__proto__`.
 */
export function isReservedName(name: string): boolean {
  const lower = name.toLowerCase();
  const bare = SEPARATOR.test(lower) ? lower.replaceAll(SEPARATORS, '') : lower;
  return SERVICE_FIELDS.has(bare) || PAGE_FIELDS.has(lower) || name in Object.prototype;
}
