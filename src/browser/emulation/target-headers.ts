import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../cdp/cdp-session.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import type { TargetHeaders } from './split-headers.ts';

export interface TargetHeadersOptions {
  /** What the caller asked for: the headers go to its origin and nowhere else. */
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

/**
 * Adds a caller's headers and cookies to what the page asks of the origin that the caller named, for as long as the page
 * is of that origin: not on a redirect elsewhere, and not for a page elsewhere that would use them against it. To be
 * awaited before the fresh page navigates; nobody else may use the Fetch domain of its session. Returns the names of the
 * cookies that the browser did not take.
 */
export async function sendTargetHeaders(
  session: CdpSession,
  { url, headers: { cookies, others }, gate }: TargetHeadersOptions,
  call: CallOptions = {},
): Promise<string[]> {
  const refused: string[] = [];
  const sent: Array<Promise<unknown>> = cookies.map(async ({ name, value }) => {
    if (!(await setCookie(session, url, { name, value, call }))) refused.push(name);
  });
  if (others.size > 0 || gate) {
    addToRequests(session, url.origin, others, gate);
    sent.push(
      session.send(
        'Fetch.enable',
        {
          patterns: [
            ...(others.size > 0 ? [{ urlPattern: `${url.origin}/*` }] : []),
            { urlPattern: '*', resourceType: 'Document' },
          ],
        },
        call,
      ),
    );
  }
  await Promise.all(sent);
  return refused;
}

/** For this host alone, and by TLS alone when the page came by it: no one overhears it after a redirect. */
async function setCookie(
  session: CdpSession,
  url: URL,
  { name, value, call }: { name: string; value: string; call: CallOptions },
): Promise<boolean> {
  try {
    const cookie = { name, value, url: url.href, path: '/', secure: url.protocol === 'https:' };
    return (await session.send('Network.setCookie', cookie, call)).success;
  } catch (error) {
    if (error instanceof CdpError && error.failure === 'refused') return false;
    throw error;
  }
}

function addToRequests(
  session: CdpSession,
  origin: string,
  others: TargetHeaders['others'],
  gate: DocumentGate | undefined,
): void {
  const frames = createFrameOrigins(origin);
  const visit: { check: DocumentGate['check']; networkId: string | undefined; hasArrived: boolean } = {
    check: undefined,
    networkId: undefined,
    hasArrived: false,
  };
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frames.isMain(frame.id) && visit.networkId !== undefined) visit.hasArrived = true;
  });
  session.on('Fetch.requestPaused', ({ requestId, request, frameId, resourceType, networkId }) => {
    const isDocument = resourceType === 'Document';
    const { isMain, isMeant } = frames.see({ frameId, url: request.url, isDocument });
    const isChanged = isMeant && others.size > 0;
    const headers = isChanged ? merge(request.headers, others, isDocument && isMain) : undefined;
    const target = isDocument && isMain ? URL.parse(request.url) : null;
    const check = target && gate?.check;
    const goOn = (): void => letGo(session, requestId, headers);
    if (!check) return goOn();
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
