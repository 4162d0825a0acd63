import { withoutCredentials } from '../../lib/addresses/url.ts';

/** A page's URL as it may be reported: as it was given, but without user name and password. */
export function reportableUrl(given: string): string {
  const url = new URL(given);
  return url.username === '' && url.password === '' ? given : withoutCredentials(url).href;
}
