import { getDomain } from 'tldts';
import { normalizeHostName } from '../../lib/addresses/host-name.ts';

/** Hosts of a site as they stand in its URLs, with the port when it is not the scheme's own. */
export interface SiteHosts {
  /** The start's, and the same with or without `www.` when there can be such a host. */
  own: string[];
  /** The domain that all subdomains end in. */
  mainDomain: string;
}

export function siteHosts(start: URL): SiteHosts {
  const port = start.port === '' ? '' : `:${start.port}`;
  const domain = getDomain(normalizeHostName(start.hostname), { allowPrivateDomains: true });
  const twin = twinOf(start.hostname, domain);
  const own = twin === undefined ? [start.hostname] : [start.hostname, twin];
  return { own: own.map((host) => host + port), mainDomain: (domain ?? start.hostname) + port };
}

/** `www.example.com` for `example.com` and the other way round; hosts below the main domain have none. */
function twinOf(hostname: string, domain: string | null): string | undefined {
  if (domain === null) return undefined;
  if (hostname === domain) return `www.${hostname}`;
  return hostname === `www.${domain}` ? domain : undefined;
}
