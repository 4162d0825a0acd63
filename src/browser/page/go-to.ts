import { setTimeout as sleep } from 'node:timers/promises';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import type { DocumentResponse } from './network-log.ts';
import type { LivePage } from './live-page.ts';

/** The outcome of going to an address. */
export type Arrival =
  | { kind: 'page'; response: DocumentResponse | undefined }
  /** A file that the browser would save, or an answer without a page (204): how it was announced. */
  | { kind: 'file'; response: DocumentResponse | undefined; url: string }
  /** `errorText` is Chromium's, such as `net::ERR_CONNECTION_REFUSED`. */
  | { kind: 'failed'; errorText: string };

interface GoToOptions {
  signal: AbortSignal;
  timeoutMs: number;
  /** A page that keeps its tab for so long does not give it up; 3 s when absent. */
  giveWayMs?: number;
}

/** On a busy machine a sound page takes more than a second to make room. */
const GIVE_WAY_MS = 3_000;
const LOOK_EVERY_MS = 100;
const HELD = 'The last page does not give way';

/** Nobody but the browser itself gives up the first document of a visit. */
const ABORTED = 'net::ERR_ABORTED';
/** That it ends is noticed within a tenth of a second, on a busy machine later. */
const ENDING_MS = 500;

/** Chromium shows a page of its own for errors without a body. */
const EMPTY_ERROR_PAGE = 'net::ERR_HTTP_RESPONSE_CODE_FAILURE';

/**
 * Goes to an address and resolves when its answer has begun to come (the navigation is committed). Rejects with a
 * `CdpError` when the browser does not answer in time, and when the page that was there before does not give way.
 */
export async function goTo(
  live: LivePage,
  url: string,
  { signal, timeoutMs, giveWayMs = GIVE_WAY_MS }: GoToOptions,
): Promise<Arrival> {
  const hadPage = live.network.lastAddress !== undefined;
  live.reset();
  // Chromium opens files and settings, too.
  if (!/^(?:https?:|about:blank$)/i.test(url))
    return { kind: 'failed', errorText: 'net::ERR_DISALLOWED_URL_SCHEME' };
  const call = { signal, timeoutMs };
  // From where it is, the tab would only jump to a place within its page.
  if (hadPage && url.includes('#')) await leave(live, { signal, timeoutMs: giveWayMs });
  const going = live.session.send('Page.navigate', { url, transitionType: 'typed' }, call);
  const { errorText, isDownload } = await (hadPage ? unlessHeld(live, going, giveWayMs) : going);
  const { document } = live.network;
  if (errorText === undefined) return { kind: 'page', response: document };
  if (errorText === EMPTY_ERROR_PAGE && document) return { kind: 'page', response: document };
  const isFile = isDownload === true || (errorText === ABORTED && document !== undefined);
  if (isFile) return { kind: 'file', response: document, url: addressOf(live) ?? url };
  if (errorText === ABORTED && (await isBrowserEnding(live))) {
    throw new CdpError('closed', 'The browser ended while the page was asked for');
  }
  return { kind: 'failed', errorText };
}

/** Gives the address of the answer that has come, or of the request that is under way. */
function addressOf({ network: { document, navigation } }: LivePage): string | undefined {
  return document?.url ?? navigation?.url;
}

/** Whether the browser ends within ENDING_MS: one that loses its processes aborts its requests before its connection closes. */
async function isBrowserEnding({ connection }: LivePage): Promise<boolean> {
  const patience = new AbortController();
  const stays = sleep(ENDING_MS, false, { signal: patience.signal }).catch(() => false);
  const isEnding = await Promise.race([connection.closed.then(() => true), stays]);
  patience.abort();
  return isEnding;
}

async function leave(live: LivePage, call: CallOptions): Promise<void> {
  try {
    await live.session.send('Page.navigate', { url: 'about:blank' }, call);
    await live.evaluate('1', call);
  } catch (cause) {
    live.spoil();
    if (!(cause instanceof CdpError) || cause.failure !== 'timeout') throw cause;
    throw new CdpError('closed', HELD, { cause });
  }
  live.reset();
}

/** The outcome of a navigation; rejects as if the tab had gone when the last page keeps it from being shown. */
async function unlessHeld<R extends { errorText?: string }>(
  live: LivePage,
  going: Promise<R>,
  giveWayMs: number,
): Promise<R> {
  const shown = Promise.withResolvers<R>();
  const seen: { result: R | undefined; heldMs: number } = { result: undefined, heldMs: 0 };
  const check = (): void => {
    const { result } = seen;
    if (result && (result.errorText !== undefined || live.state.loaderId !== '')) shown.resolve(result);
  };
  going.then((result) => {
    seen.result = result;
    check();
  }, shown.reject);
  const off = live.session.on('Page.frameNavigated', check);
  const watch = setInterval(() => {
    const { document, navigation } = live.network;
    // It is the site that is waited for.
    const isUnderWay = !seen.result && navigation !== undefined && document === undefined;
    seen.heldMs = isUnderWay || live.state.loaderId !== '' ? 0 : seen.heldMs + LOOK_EVERY_MS;
    if (seen.heldMs > giveWayMs) shown.reject(new CdpError('closed', HELD));
  }, LOOK_EVERY_MS);
  try {
    return await shown.promise;
  } catch (error) {
    live.spoil();
    throw error;
  } finally {
    clearInterval(watch);
    off();
  }
}

/** Whether the browser or the tab went away, which says nothing about the page. */
export function isBrowserGone(error: unknown): boolean {
  return error instanceof CdpError && error.failure === 'closed';
}
