import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../cdp/cdp-session.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { portOf } from '../../lib/addresses/url.ts';
import type { TargetHeaders } from './split-headers.ts';

export interface TargetHeadersOptions {
  /** The URL that the caller asked for: the headers go to its origin and nowhere else. */
  url: URL;
  headers: TargetHeaders;
  /** Asked where the main frame is sent to; undefined: it goes everywhere. */
  gate?: DocumentGate | undefined;
}

/** Decides where a page may be sent to, one visit at a time. */
export interface DocumentGate {
  /** Rejects when the page must not go there; undefined between visits. */
  check: ((target: URL) => Promise<void>) | undefined;
  /** Where the visit begins, without a fragment; what the last page of the tab asks for until then is not its doing. */
  start: string | undefined;
  /** Why it was stopped. */
  refusal: Error | undefined;
}

/** They say what is wanted of the page itself; pictures and scripts would be refused for them. */
const FOR_THE_DOCUMENT_ONLY =
  /^(?:accept|content-type|origin|range|referer|if-.*|sec-.*|upgrade-insecure-requests)$/;

/** The outcome for a caller's cookies. */
export interface SentCookies {
  /** Names of those that the browser did not take. */
  refused: string[];
  /** The browser is one that gives a cookie to every port of its host. */
  isForAllPorts: boolean;
}

/**
 * Adds a caller's headers and cookies to what the page asks of the origin that the caller named, for as long as the page
 * is of that origin: not on a redirect elsewhere, and not for a page elsewhere that would use them against it. To be
 * awaited before the fresh page navigates; nobody else may use the Fetch domain of its session.
 */
export async function sendTargetHeaders(
  session: CdpSession,
  { url, headers: { cookies, others }, gate }: TargetHeadersOptions,
  call: CallOptions = {},
): Promise<SentCookies> {
  const adding =
    others.size > 0 || gate ? addToRequests(session, { origin: url.origin, others, gate }, call) : undefined;
  const sent = await Promise.all([setCookies(session, url, cookies, call), adding]);
  return sent[0];
}

/** All is sent at once; the browser takes it in order. */
async function setCookies(
  session: CdpSession,
  url: URL,
  cookies: TargetHeaders['cookies'],
  call: CallOptions,
): Promise<SentCookies> {
  if (cookies.length === 0) return { refused: [], isForAllPorts: false };
  const setting = cookies.map(({ name, value }) => setCookie(session, url, { name, value, call }));
  const elsewhere = new URL('/', url);
  elsewhere.port = portOf(url) === OTHER_PORT ? `${OTHER_PORT + 1}` : `${OTHER_PORT}`;
  const [taken, { cookies: leaked }] = await Promise.all([
    Promise.all(setting),
    session.send('Network.getCookies', { urls: [elsewhere.href] }, call),
  ]);
  return {
    refused: cookies.filter((_, index) => taken[index] === false).map(({ name }) => name),
    isForAllPorts: leaked.length > 0,
  };
}

/** Any will do: nothing is asked there. */
const OTHER_PORT = 1;

/**
 * For this host and port alone, and by TLS alone when the page came by it: no one overhears it after a redirect, and no
 * other service of the host is given it.
 */
async function setCookie(
  session: CdpSession,
  url: URL,
  { name, value, call }: { name: string; value: string; call: CallOptions },
): Promise<boolean> {
  try {
    const secure = url.protocol === 'https:';
    const cookie = { name, value, url: url.href, path: '/', secure, sourcePort: portOf(url) };
    return (await session.send('Network.setCookie', cookie, call)).success;
  } catch (error) {
    if (error instanceof CdpError && error.failure === 'refused') return false;
    throw error;
  }
}

interface Additions {
  origin: string;
  others: TargetHeaders['others'];
  gate: DocumentGate | undefined;
}

async function addToRequests(
  session: CdpSession,
  { origin, others, gate }: Additions,
  call: CallOptions,
): Promise<void> {
  const frames = createFrameOrigins(origin);
  const visit: GatedVisit = { check: undefined, networkId: undefined, hasArrived: false };
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frames.isMain(frame.id) && visit.networkId !== undefined) visit.hasArrived = true;
  });
  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, frameId, resourceType } = paused;
    const isDocument = resourceType === 'Document';
    const { isMain, isMeant } = frames.see({ frameId, url: request.url, isDocument });
    const goOn = (): void => {
      if (!isMeant && takesReferer(paused, others)) return forgetReferer(session, paused);
      const isChanged = isMeant && others.size > 0;
      letGo(session, requestId, isChanged ? merge(request.headers, others, isDocument && isMain) : undefined);
    };
    if (gate && isDocument && isMain) askGate(session, paused, { gate, visit, goOn });
    else goOn();
  });
  const patterns = [
    ...(others.size > 0 ? [{ urlPattern: `${origin}/*` }] : []),
    { urlPattern: '*', resourceType: 'Document' as const },
  ];
  await session.send('Fetch.enable', { patterns }, call);
}

/** The requests that the gate has seen in the visit under way. */
interface GatedVisit {
  check: DocumentGate['check'];
  networkId: string | undefined;
  hasArrived: boolean;
}

/** The main frame goes on when the gate lets it. */
function askGate(
  session: CdpSession,
  { requestId, request, networkId }: Protocol.Fetch.RequestPausedEvent,
  { gate, visit, goOn }: { gate: DocumentGate; visit: GatedVisit; goOn: () => void },
): void {
  const { check } = gate;
  const target = URL.parse(request.url);
  if (!target || !check) return goOn();
  if (visit.check !== check) Object.assign(visit, { check, networkId: undefined, hasArrived: false });
  if (request.url === gate.start) visit.networkId ??= networkId;
  // Until the page is there, the last one may still ask for something on the same tab.
  const isOfVisit = visit.hasArrived || (networkId !== undefined && networkId === visit.networkId);
  check(target).then(goOn, (refusal: unknown) => {
    if (isOfVisit && gate.check === check) {
      gate.refusal = refusal instanceof Error ? refusal : new Error(String(refusal));
    }
    // Aborted, it leaves the tab as it is; anything else would show an error page in place of the one to come.
    stop(session, requestId, isOfVisit ? 'BlockedByClient' : 'Aborted');
  });
}

/** Whether a redirect takes the caller's Referer along: the browser carries it on, whatever else is said of the request. */
function takesReferer(
  { request, redirectedRequestId }: Protocol.Fetch.RequestPausedEvent,
  others: TargetHeaders['others'],
): boolean {
  const given = others.get('referer')?.value ?? '';
  return given !== '' && redirectedRequestId !== undefined && request.headers['Referer'] !== undefined;
}

/** Another redirect to the same place, which only we know of, is the one way to make the browser forget it. */
function forgetReferer(session: CdpSession, { requestId, request }: Protocol.Fetch.RequestPausedEvent): void {
  const responseHeaders = [
    { name: 'Location', value: request.url },
    { name: 'Referrer-Policy', value: 'no-referrer' },
  ];
  const answer = { requestId, responseCode: 307, responseHeaders };
  session.send('Fetch.fulfillRequest', answer).catch(() => {
    // The page no longer wants it.
  });
}

/** Knows of each frame whether it is of the caller's origin: every document is paused, so before it can ask for anything. */
function createFrameOrigins(origin: string) {
  const origins = new Map<string, string | undefined>();
  let mainFrame: string | undefined;
  const isOwn = (frame: string): boolean => origins.get(frame) === origin;
  return {
    isMain: (frameId: string): boolean => frameId === mainFrame,
    /** Whether a request is the main frame's, and whether the caller's headers are meant for it. */
    see({ frameId, url, isDocument }: { frameId: string; url: string; isDocument: boolean }) {
      const asked = URL.parse(url)?.origin;
      if (isDocument) {
        // The first one is the navigation of the fresh page.
        mainFrame ??= frameId;
        origins.set(frameId, asked);
      }
      // Frames without an address of their own (srcdoc) and workers may belong to any of the frames.
      const isFromOwn = origins.has(frameId) ? isOwn(frameId) : Array.from(origins.keys()).every(isOwn);
      const isMeant = isFromOwn && isOwn(mainFrame ?? '') && (isDocument || asked === origin);
      return { isMain: frameId === mainFrame, isMeant };
    },
  };
}

function letGo(session: CdpSession, requestId: string, headers?: Protocol.Fetch.HeaderEntry[]): void {
  session.send('Fetch.continueRequest', { requestId, ...(headers && { headers }) }).catch(() => {
    // The page no longer wants it.
  });
}

function stop(
  session: CdpSession,
  requestId: string,
  errorReason: 'BlockedByClient' | 'Aborted' = 'BlockedByClient',
): void {
  session.send('Fetch.failRequest', { requestId, errorReason }).catch(() => {
    // It has gone.
  });
}

function merge(
  own: Protocol.Network.Headers,
  others: TargetHeaders['others'],
  isThePage: boolean,
): Protocol.Fetch.HeaderEntry[] {
  const wanted = Array.from(others).filter(([name]) => isThePage || !FOR_THE_DOCUMENT_ONLY.test(name));
  const replaced = new Set(wanted.map(([name]) => name));
  return [
    ...Object.entries(own)
      .filter(([name]) => !replaced.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value })),
    ...wanted.map(([, entry]) => entry).filter(({ value }) => value !== ''),
  ];
}
