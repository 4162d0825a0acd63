import { COUNTRY_CODES } from '../../contract/options/countries.ts';

/** One proxy of the operator. Its URL holds credentials: it belongs in no log and in no answer. */
export interface ProxyEntry {
  /** `http:`, `https:` or `socks5:`; nothing after the port. */
  readonly url: URL;
  /** ISO 3166-1 alpha-2: it serves requests for this country and no others. Absent: it serves all. */
  readonly country?: string;
}

const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:']);

/** RFC 1929: a length is one byte. */
const MAX_SOCKS_CREDENTIAL_BYTES = 255;

/**
 * Reads `DE=http://user:password@host:3128,socks5://host:1080`. Throws an Error that names a bad entry by its place and
 * repeats nothing of it, since any part of a broken URL may be a part of its password.
 */
export function parseProxyList(text: string): ProxyEntry[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.flatMap((entry, index) => {
    if (entry === '') return [];
    const parsed = parseEntry(entry);
    if (typeof parsed !== 'string') return [parsed];
    throw new Error(`has a bad proxy as entry ${index + 1} of ${entries.length}: ${parsed}`);
  });
}

const BROKEN_URL =
  'it is no URL such as http://user:password@host:3128; special characters of a user or password are written as %2C (comma), %40 (@), %2F (/), %25 (%)';

/** A text says what is wrong. */
function parseEntry(entry: string): ProxyEntry | string {
  // A URL has a colon before it can have an equals sign.
  const [, prefix, rest = entry] = /^([^=:/@]*)=(.*)$/s.exec(entry) ?? [];
  const url = parseUrl(rest.trim());
  if (typeof url === 'string') return url;
  if (prefix === undefined) return { url };
  const country = prefix.trim().toUpperCase();
  if (COUNTRY_CODES.has(country)) return { url, country };
  const hint = country === 'UK' ? '; did you mean GB?' : '';
  return `before "=" stands no ISO 3166-1 country code such as DE${hint}`;
}

function parseUrl(text: string): URL | string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url) return BROKEN_URL;
  if (!PROTOCOLS.has(url.protocol)) return 'it does not begin with http://, https:// or socks5://';
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return BROKEN_URL;
  if (url.port === '0') return 'the port is not between 1 and 65535';
  // Hosts of socks5 are opaque to the URL parser: what it would refuse or rewrite elsewhere stands there as it came.
  const hostname = URL.parse(`http://${url.hostname}`)?.hostname ?? '';
  if (hostname === '') return BROKEN_URL;
  url.hostname = hostname;
  if (url.protocol === 'socks5:' && [url.username, url.password].some(isTooLongForSocks)) {
    return 'the user or password is longer than 255 bytes';
  }
  return url;
}

/** An escape stands for one byte. */
function isTooLongForSocks(credential: string): boolean {
  return credential.replace(/%[0-9a-f]{2}/gi, 'x').length > MAX_SOCKS_CREDENTIAL_BYTES;
}
