import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import type { ProxyRotation } from '../../net/upstream/proxy-rotation.ts';
import type { PageWay } from './engine.ts';

/** One way to ask for a page: which identity to show, and whose address. */
export interface ProxyAttempt {
  identity: PageWay['identity'];
  /** Where its proxy comes from; undefined: directly. */
  rotation: ProxyRotation | undefined;
  /** For the metadata of the page that comes of it; `stealth` costs what an enhanced proxy costs. */
  proxyUsed: 'basic' | 'stealth';
}

interface ProxyChoiceOptions {
  proxy: ScrapeOptions['proxy'];
  /** ISO 3166-1 alpha-2, upper case; undefined when the caller named none. */
  country: string | undefined;
  basic: ProxyRotation;
  enhanced: ProxyRotation;
  /** Whether the engine can show the enhanced identity: a browser can, a plain request looks the same either way. */
  hasEnhancedIdentity: boolean;
}

/**
 * Lists the ways to ask for a page, in order; each is tried when the one before was blocked. Pages are fetched directly
 * where no proxy serves the country. The basic proxies serve where there is no enhanced one, since an operator with
 * proxies wants this machine's address to stay unknown; only an enhanced proxy that was really used counts as one.
 */
export function chooseProxies(options: ProxyChoiceOptions): ProxyAttempt[] {
  const { proxy, country, basic, enhanced, hasEnhancedIdentity } = options;
  const basicRotation = basic.serves(country) ? basic : undefined;
  const hasEnhancedProxy = enhanced.serves(country);
  const basicAttempt: ProxyAttempt = { identity: 'basic', rotation: basicRotation, proxyUsed: 'basic' };
  const enhancedAttempt: ProxyAttempt = {
    identity: 'enhanced',
    rotation: hasEnhancedProxy ? enhanced : basicRotation,
    proxyUsed: hasEnhancedProxy ? 'stealth' : 'basic',
  };
  if (proxy === 'basic') return [basicAttempt];
  if (proxy === 'enhanced') return [enhancedAttempt];
  // The same request again, from the same address, would be blocked again.
  const isWorthTrying = hasEnhancedProxy || hasEnhancedIdentity;
  return isWorthTrying ? [basicAttempt, enhancedAttempt] : [basicAttempt];
}
