/** A value of `site:`: a domain, and the folder that it may name. */
export interface SiteValue {
  /** Without `www.`, as `URL` writes it. */
  readonly host: string;
  /** '' when any will do. */
  readonly port: string;
  /** With a slash at the beginning and none at the end; '' for all of the site. */
  readonly path: string;
}

const SCHEME = /^[a-z]+:\/\//i;

/** Reads `example.com`, `.gov`, `*.example.com/docs/*` and whole addresses. */
export function parseSite(value: string): SiteValue {
  const bare = value.replace(SCHEME, '').replace(/^[*.]+/, '');
  const url = URL.parse(`http://${bare}`);
  if (url === null) return { host: bare.toLowerCase(), port: '', path: '' };
  return {
    host: url.hostname.replace(/^www\./, '').replace(/\.$/, ''),
    port: url.port,
    path: url.pathname.replace(/[/*]+$/, '').toLowerCase(),
  };
}

/** True for an address on the site, and within its folder. */
export function isOnSite(url: string, { host, port, path }: SiteValue): boolean {
  const parsed = URL.parse(url);
  if (parsed === null) return false;
  const { hostname, pathname } = parsed;
  if (hostname !== host && !hostname.endsWith(`.${host}`)) return false;
  if (port !== '' && parsed.port !== port) return false;
  const lower = pathname.toLowerCase();
  return lower === path || lower.startsWith(`${path}/`);
}
