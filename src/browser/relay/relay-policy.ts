import { PROXY_BYPASS } from '../start/browser-flags.ts';

/** A call that a peer sends to the browser. */
export interface RelayedCall {
  method: string;
  params: Readonly<Record<string, unknown>>;
}

/** The parameters that go to the browser instead, or the reason why the call is refused. */
export type RelayVerdict = { params: Record<string, unknown> } | { refusal: string };

type Check = (params: RelayedCall['params'], isOurProxy: (server: string) => boolean) => RelayVerdict;

/** Domains that work on pages. None of them starts, stores, listens or reads outside of a page. */
const DOMAINS: ReadonlySet<string> = new Set([
  'Accessibility',
  'CacheStorage',
  'CSS',
  'DOM',
  'DOMSnapshot',
  'DOMStorage',
  'Debugger',
  'Emulation',
  'Fetch',
  'IO',
  'IndexedDB',
  'Input',
  'Inspector',
  'Log',
  'Network',
  'Page',
  'Performance',
  'Runtime',
  'Security',
  'ServiceWorker',
  'Storage',
]);

/** Methods of these domains that read or write files of the browser's machine, or fetch outside of a context. */
const REFUSED: ReadonlySet<string> = new Set([
  'DOM.getFileInfo',
  'DOM.setFileInputFiles',
  'Input.dispatchDragEvent',
  'Network.continueInterceptedRequest',
  'Network.loadNetworkResource',
  'Page.addCompilationCache',
  'Page.produceCompilationCache',
  'Page.setDownloadBehavior',
]);

const pass: Check = (params) => ({ params: { ...params } });

/** Sessions that are not flat would carry messages within messages, which nobody here reads. */
const flatOnly: Check = (params) =>
  params['flatten'] === true ? pass(params, () => false) : { refusal: 'only flat sessions are relayed' };

const webAddressOnly: Check = (params) => {
  const { url } = params;
  if (url === 'about:blank') return { params: { ...params } };
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    return { refusal: 'only http and https are opened' };
  }
  // As it was read here, not as another parser may read it.
  return { params: { ...params, url: parsed.href } };
};

/** A request that is held may be sent elsewhere. */
const webAddressIfAny: Check = (params, isOurProxy) =>
  params['url'] === undefined ? pass(params, isOurProxy) : webAddressOnly(params, isOurProxy);

const ownProxyOnly: Check = ({ proxyServer }, isOurProxy) => {
  if (typeof proxyServer !== 'string' || !isOurProxy(proxyServer)) {
    return { refusal: 'a context needs a proxy of Decant.openEgress' };
  }
  return { params: { disposeOnDetach: true, proxyServer, proxyBypassList: PROXY_BYPASS } };
};

const ownWorldOnly: Check = (params) =>
  params['grantUniveralAccess'] === true || params['grantUniversalAccess'] === true
    ? { refusal: 'no world sees all origins' }
    : pass(params, () => false);

/** Methods that are looked at, or the only ones of their domain. */
const CHECKS: ReadonlyMap<string, Check> = new Map([
  ['Browser.getVersion', pass],
  ['Fetch.continueRequest', webAddressIfAny],
  ['Page.navigate', webAddressOnly],
  ['Page.createIsolatedWorld', ownWorldOnly],
  ['Target.activateTarget', pass],
  ['Target.attachToTarget', flatOnly],
  ['Target.autoAttachRelated', pass],
  ['Target.closeTarget', pass],
  ['Target.createBrowserContext', ownProxyOnly],
  ['Target.createTarget', webAddressOnly],
  ['Target.detachFromTarget', pass],
  ['Target.disposeBrowserContext', pass],
  ['Target.getBrowserContexts', pass],
  ['Target.getTargetInfo', pass],
  ['Target.getTargets', pass],
  ['Target.setAutoAttach', flatOnly],
  ['Target.setDiscoverTargets', pass],
]);

/**
 * Whether a peer may have this done: all that a page needs, and nothing by which a page or its driver would get around
 * the guard, to files, or to another process. Unknown methods are refused.
 */
export function checkRelayedCall(
  { method, params }: RelayedCall,
  isOurProxy: (server: string) => boolean,
): RelayVerdict {
  const check = CHECKS.get(method);
  if (check) return check(params, isOurProxy);
  const domain = method.slice(0, Math.max(0, method.indexOf('.')));
  if (!DOMAINS.has(domain) || REFUSED.has(method)) return { refusal: 'not relayed' };
  return pass(params, isOurProxy);
}
