const ALLOWED = /^(?:https?|mailto|tel|ftp):/i;
const HAS_SCHEME = /^[a-z][\w+.-]*:/i;

/**
 * Address of a link as it may stand in a page: http, https, mailto, tel, ftp or a `#fragment`; undefined for anything
 * else, such as a file on the author's disk. Addresses that begin with `www.` lack their scheme.
 */
export function linkAddress(raw: string): string | undefined {
  const address = raw.trim().replace(/[\t\n\r]/g, '');
  if (address.startsWith('#')) return address.length > 1 ? address : undefined;
  if (ALLOWED.test(address)) return address;
  if (HAS_SCHEME.test(address)) return undefined;
  return /^www\.[^\s/]+\./i.test(address) ? `http://${address}` : undefined;
}
