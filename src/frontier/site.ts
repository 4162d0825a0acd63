import { getDomain } from 'tldts';
import { normalizeHostName } from '../lib/addresses/host-name.ts';
import { withoutWww } from './same-page/without-www.ts';

/** How a URL's host stands to the site of a crawl. */
export type HostRelation = 'same' | 'subdomain' | 'external';

/**
 * The site that a URL belongs to. `www.` and the bare domain are one host, and so are http and https; another port of
 * its own is another host. A subdomain is every host below the main domain, which the public suffix list tells
 * (private part included: `a.github.io` and `b.github.io` are strangers); an IP address has none.
 */
export function createSite(start: URL): { relationOf(url: URL): HostRelation } {
  const host = comparableHost(start);
  const mainDomain = getDomain(normalizeHostName(start.hostname), { allowPrivateDomains: true }) ?? host;
  return {
    relationOf(url) {
      if (url.port !== start.port) return 'external';
      const other = comparableHost(url);
      if (other === host) return 'same';
      return other === mainDomain || other.endsWith(`.${mainDomain}`) ? 'subdomain' : 'external';
    },
  };
}

function comparableHost({ hostname }: URL): string {
  return withoutWww(normalizeHostName(hostname));
}
