/** Parameters of a call as its driver wrote them. */
export type CallParams = Readonly<Record<string, unknown>>;

/** The parameters that go to the browser instead, or the reason why the call is refused. */
export type CallVerdict = { params: Record<string, unknown> } | { refusal: string };

/** Domains that work on pages. None of them starts, stores, listens or reads outside of a page. */
export const PAGE_DOMAINS: readonly string[] = [
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
];

/**
 * Methods of these domains that read files of the browser's machine, fetch outside of a context, run machine code that a
 * driver brings, or lift a limit.
 */
export const REFUSED_METHODS: readonly string[] = [
  'DOM.getFileInfo',
  'DOM.setFileInputFiles',
  'Network.continueInterceptedRequest',
  'Network.loadNetworkResource',
  'Page.addCompilationCache',
  'Page.produceCompilationCache',
  'Storage.overrideQuotaForOrigin',
];

/** Methods of `Target` and `Browser` that lead nowhere but to pages, with any parameters. */
export const HARMLESS_METHODS: readonly string[] = [
  'Browser.getVersion',
  'Target.activateTarget',
  'Target.autoAttachRelated',
  'Target.closeTarget',
  'Target.detachFromTarget',
  'Target.disposeBrowserContext',
  'Target.getBrowserContexts',
  'Target.getTargetInfo',
  'Target.getTargets',
  'Target.setDiscoverTargets',
];

export function passAsIs(params: CallParams): { params: Record<string, unknown> } {
  return { params: { ...params } };
}

/** Sessions that are not flat would carry messages within messages, which nobody here reads. */
export function passIfFlat(params: CallParams): CallVerdict {
  return params['flatten'] === true ? passAsIs(params) : { refusal: 'only flat sessions are relayed' };
}

/** Passes addresses of these schemes (`http:`), and the empty page. */
export function passIfAddress(params: CallParams, schemes: ReadonlySet<string>): CallVerdict {
  const { url } = params;
  if (url === 'about:blank') return passAsIs(params);
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (parsed === null || !schemes.has(parsed.protocol)) {
    return { refusal: `only ${[...schemes].map((scheme) => scheme.slice(0, -1)).join(', ')} are opened` };
  }
  // As it was read here, not as another parser may read it.
  return { params: { ...params, url: parsed.href } };
}

/** The domain of a method's name; empty for a text that is no such name. */
export function domainOf(method: string): string {
  return /^([A-Z]\w*)\.[a-z]\w*$/i.exec(method)?.[1] ?? '';
}
