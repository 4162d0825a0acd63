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

/** `result`: the call is answered here, as if it had been carried out. */
export type SessionVerdict = CallVerdict | { result: object };

type Check = (params: CallParams) => SessionVerdict;

/** Chromium lets extensions use these too (`chrome.debugger`); tracing and the like it does not hold to one browser. */
const DOMAINS: ReadonlySet<string> = new Set([
  ...PAGE_DOMAINS,
  'Audits',
  'Console',
  'DOMDebugger',
  'Overlay',
  'Profiler',
  'WebAudio',
  'WebAuthn',
]);
const REFUSED: ReadonlySet<string> = new Set(REFUSED_METHODS);
const SHOWN: ReadonlySet<string> = new Set(['http:', 'https:', 'data:']);
const FETCHED: ReadonlySet<string> = new Set(['http:', 'https:']);

const shownAddressOnly: Check = (params) => passIfAddress(params, SHOWN);

const fetchedAddressIfAny: Check = (params) =>
  params['url'] === undefined ? passAsIs(params) : passIfAddress(params, FETCHED);

/** The context of its own goes through the proxy of the process, whatever else is asked for, and ends with the driver. */
const plainContext: Check = () => ({ params: { disposeOnDetach: true } });

/** Playwright always asks for a world that sees all origins, and works in one that does not. */
const ownWorld: Check = ({
  grantUniveralAccess: _misspelt,
  grantUniversalAccess: _access,
  ...params
}: CallParams) => ({ params: { ...params, grantUniveralAccess: false } });

const noDownloads: Check = ({ browserContextId }) => ({
  params: { behavior: 'deny', ...(typeof browserContextId === 'string' && { browserContextId }) },
});

/** Files of a drag are named by their paths on this machine. */
const dragWithoutFiles: Check = (params) => {
  const data = params['data'] as { files?: unknown } | null | undefined;
  const files = typeof data === 'object' ? data?.files : undefined;
  const isEmpty = files === undefined || (Array.isArray(files) && files.length === 0);
  return isEmpty ? passAsIs(params) : { refusal: 'no files of this machine are dragged' };
};

const doneAlready: Check = () => ({ result: {} });

/** Methods that are looked at, or the only ones of their domain. */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...HARMLESS_METHODS.map((method) => [method, passAsIs] as const),
  // The session ends when its caller says so, not with a driver's `close()`.
  ['Browser.close', doneAlready],
  ['Browser.getWindowForTarget', passAsIs],
  ['Browser.grantPermissions', passAsIs],
  ['Browser.resetPermissions', passAsIs],
  ['Browser.setContentsSize', doneAlready],
  ['Browser.setDownloadBehavior', noDownloads],
  ['Browser.setPermission', passAsIs],
  ['Browser.setWindowBounds', doneAlready],
  ['Fetch.continueRequest', fetchedAddressIfAny],
  ['Input.dispatchDragEvent', dragWithoutFiles],
  ['Page.createIsolatedWorld', ownWorld],
  ['Page.navigate', shownAddressOnly],
  ['Page.setDownloadBehavior', doneAlready],
  ['Target.attachToBrowserTarget', () => ({ params: {} })],
  ['Target.attachToTarget', passIfFlat],
  ['Target.createBrowserContext', plainContext],
  ['Target.createTarget', shownAddressOnly],
  ['Target.setAutoAttach', passIfFlat],
]);

/**
 * Whether a driver of a session may have this done: all that drivers ask for and nothing by which they get around the guard,
 * to files, to another process, or end what is not theirs. Unknown methods are refused.
 */
export function checkDriverCall({ method, params }: { method: string; params: CallParams }): SessionVerdict {
  const check = CHECKS.get(method);
  if (check) return check(params);
  if (!DOMAINS.has(domainOf(method)) || REFUSED.has(method)) {
    return { refusal: `${method.slice(0, MAX_METHOD_CHARACTERS)} is not available in a session` };
  }
  return passAsIs(params);
}

const MAX_METHOD_CHARACTERS = 80;
