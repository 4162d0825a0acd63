/** Whether a host (lower case, no trailing dot), or a domain above it, is on the list: one set lookup a label. */
export type IsBlockedHost = (hostname: string) => boolean;

interface BlockedHostsOptions {
  /** Leaves out the hosts of consent dialogues, for those who let something else answer these. */
  keepsConsent: boolean;
}

const CATEGORIES = ['ad', 'analytics', 'marketing'];

/** Listed for one of their trades, but pages get scripts, fonts and images of their own from there. */
const SERVES_CONTENT: ReadonlySet<string> = new Set([
  'hubspot.com',
  'microsoft.com',
  'salesforce.com',
  'www.linkedin.com',
  'yahoo.com',
  'yahoo.net',
]);

/**
 * The hosts of advertising and measurement that `third-party-web` knows. The list is read by the first call. Some of
 * the hosts are sites that people visit too: a fetch of such a page leaves its own site out.
 */
export async function loadBlockedHosts({ keepsConsent }: BlockedHostsOptions): Promise<IsBlockedHost> {
  const { default: thirdParties } = await import('third-party-web/nostats-subset.js');
  const categories = new Set(keepsConsent ? CATEGORIES : [...CATEGORIES, 'consent-provider']);
  const blocked = new Set(
    thirdParties.entities
      .filter(({ category }) => categories.has(category))
      .flatMap(({ domains }) => domains.map((domain) => domain.replace(/^\*\./, '').toLowerCase()))
      .filter((domain) => !SERVES_CONTENT.has(domain)),
  );
  return function isBlocked(hostname) {
    for (let start = 0; start < hostname.length;) {
      if (blocked.has(hostname.slice(start))) return true;
      const dot = hostname.indexOf('.', start);
      if (dot === -1) return false;
      start = dot + 1;
    }
    return false;
  };
}

/** Loads the list when it is first asked for, once. */
export function createBlockedHostsLoader(): () => Promise<IsBlockedHost> {
  const loaded: { list?: Promise<IsBlockedHost> } = {};
  return function loadHosts() {
    return (loaded.list ??= loadBlockedHosts({ keepsConsent: false }));
  };
}
