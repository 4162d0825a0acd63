/** Variables that decide which pages can be had and what comes of them. */
const PAGE_SETTINGS = [
  'DECANT_ALLOW_ADDRESSES',
  'DECANT_DNS_SERVERS',
  'DECANT_MAX_PAGE_BYTES',
  'DECANT_OCR_LANGUAGES',
  'DECANT_BROWSER_PATH',
  'DECANT_BROWSER_SANDBOX',
  'DECANT_BROWSER_URL',
  'DECANT_BROWSER_NETWORK',
  'DECANT_PROXIES_BASIC',
  'DECANT_PROXIES_ENHANCED',
  'DECANT_BLOB_STORE',
];

/** Those of them that are set, as they are written; they may hold secrets. */
export function pageSettingsOf(
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  return new Map(
    PAGE_SETTINGS.flatMap((name) => {
      const text = environment[name];
      return text === undefined || text === '' ? [] : [[name, text] as const];
    }),
  );
}
