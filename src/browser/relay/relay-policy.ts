import {
  domainOf,
  HARMLESS_METHODS,
  PAGE_DOMAINS,
  passAsIs,
  passIfAddress,
  passIfFlat,
  REFUSED_METHODS,
  type CallParams,
  type CallVerdict,
} from '../cdp/call-policy.ts';
import { PROXY_BYPASS } from '../start/browser-flags.ts';

type Check = (params: CallParams, isOurProxy: (server: string) => boolean) => CallVerdict;

const DOMAINS: ReadonlySet<string> = new Set(PAGE_DOMAINS);
const REFUSED: ReadonlySet<string> = new Set([
  ...REFUSED_METHODS,
  'Input.dispatchDragEvent',
  'Page.setDownloadBehavior',
]);
const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);

const webAddressOnly: Check = (params) => passIfAddress(params, WEB);

/** A request that is held may be sent elsewhere. */
const webAddressIfAny: Check = (params) =>
  params['url'] === undefined ? passAsIs(params) : passIfAddress(params, WEB);

const ownProxyOnly: Check = ({ proxyServer }, isOurProxy) => {
  if (typeof proxyServer !== 'string' || !isOurProxy(proxyServer)) {
    return { refusal: 'a context needs a proxy of Decant.openEgress' };
  }
  return { params: { disposeOnDetach: true, proxyServer, proxyBypassList: PROXY_BYPASS } };
};

const ownWorldOnly: Check = (params) =>
  params['grantUniveralAccess'] === true || params['grantUniversalAccess'] === true
    ? { refusal: 'no world sees all origins' }
    : passAsIs(params);

/** Methods that are looked at, or the only ones of their domain. */
const CHECKS: ReadonlyMap<string, Check> = new Map([
  ...HARMLESS_METHODS.map((method) => [method, passAsIs] as const),
  ['Fetch.continueRequest', webAddressIfAny],
  ['Page.navigate', webAddressOnly],
  ['Page.createIsolatedWorld', ownWorldOnly],
  ['Target.attachToTarget', passIfFlat],
  ['Target.createBrowserContext', ownProxyOnly],
  ['Target.createTarget', webAddressOnly],
  ['Target.setAutoAttach', passIfFlat],
]);

/**
 * Whether a peer may have this done: all that a page needs, and nothing by which a page or its driver would get around
 * the guard, to files, or to another process. Unknown methods are refused.
 */
export function checkRelayedCall(
  { method, params }: { method: string; params: CallParams },
  isOurProxy: (server: string) => boolean,
): CallVerdict {
  const check = CHECKS.get(method);
  if (check) return check(params, isOurProxy);
  if (!DOMAINS.has(domainOf(method)) || REFUSED.has(method)) return { refusal: 'not relayed' };
  return passAsIs(params);
}
