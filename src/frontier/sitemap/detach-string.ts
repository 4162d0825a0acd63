/**
 * The same string with memory of its own. V8 makes a substring point into the whole, so one URL that is kept would
 * keep its sitemap of many megabytes.
 */
export function detachString(part: string): string {
  return Buffer.from(part).toString();
}
