import type { CallOptions } from '../../browser/cdp/pending-calls.ts';
import { findLiveMedia } from '../../browser/find-live-media.ts';
import { capture, type Capture } from '../../browser/page/capture.ts';
import { goTo, type Arrival } from '../../browser/page/go-to.ts';
import type { LivePage } from '../../browser/page/live-page.ts';
import { documentType } from '../../browser/page-scripts/document-type.js';
import { settle, type Settled } from '../../browser/page/settle.ts';
import { readBranding } from '../../browser/read-branding.ts';
import { takeScreenshot } from '../../browser/take-screenshot.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { portOf, withoutCredentials } from '../../lib/addresses/url.ts';
import { runActions } from '../actions/run-actions.ts';
import type { Page, Rendering } from '../page.ts';
import { navigationFailure, refusedBy } from './browser-failure.ts';
import { hasSpentBytes, type BrowserTab } from './browser-tab.ts';
import { dismissConsent } from './dismiss-consent.ts';
import type { EngineRequest, EngineResult } from './engine.ts';
import { asksForPage, refusePageOnly } from './refuse-page-only.ts';
import { sleep } from '../../lib/time/sleep.ts';
import { waitBeforeReading } from './wait-before-reading.ts';

/** The limits and means of a visit. */
export interface BrowsePageParts {
  maxPageBytes: number;
  /** Gives the names of scripts that no font here can draw; absent when the fonts are unknown. */
  missingScripts?: ((text: string) => Promise<string[]>) | undefined;
}

/** The progress of a visit, which tells also after a failure whether the visit may be repeated. */
export interface VisitProgress {
  /** Actions were begun. */
  hasActed: boolean;
}

/** The smart wait never takes longer, ms, nor a larger share of what is left. */
const MAX_SETTLE_MS = 15_000;
const SETTLE_SHARE = 0.6;
/** A page with fewer has not come to its point. */
const FEW_CHARACTERS = 80;
const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** The part of a request that says what is shown. */
export type ShowRequest = Pick<EngineRequest, 'url' | 'options' | 'deadline' | 'trace' | 'onRedirect'>;

/** The part of a tab that a visit needs. */
export type ShownTab = Pick<BrowserTab, 'live' | 'gate' | 'refusals' | 'remarks' | 'locale'>;

/**
 * Goes to a page, waits for it and acts on it; gives what has come of that so far, or that the address is no page. Rejects
 * when the page cannot be shown or an action fails.
 */
export async function showPage(
  request: ShowRequest,
  tab: ShownTab,
  progress: VisitProgress,
): Promise<Rendering | 'file'> {
  const { options, deadline, trace } = request;
  const { live } = tab;
  // The tab sends user name and password in a header. Every script and link of the page would have them from the
  // address.
  const url = withoutCredentials(request.url);
  const signal = AbortSignal.any([deadline.signal, live.crashed]);
  const arrival = await arriveAt(url, { request, tab, signal });
  if (arrival.kind === 'file') return 'file';

  const rest = (): Promise<Settled> => {
    const maxMs = Math.min(MAX_SETTLE_MS, deadline.remainingMs * SETTLE_SHARE);
    return trace.measure('settle', async (details) => {
      const settled = await settle(live, { signal, maxMs });
      Object.assign(details, settled);
      return settled;
    });
  };
  const settled = await rest();
  checkGate(tab);
  const waitMs = waitBeforeReading(options, deadline.remainingMs);
  if (waitMs > 0) await trace.measure('waitFor', () => sleep(waitMs, signal));
  await dismissConsent(live, request, signal);

  const rendered: Rendering = {
    warnings: [...tab.remarks, ...warningsOf(settled, live)],
    timezone: tab.locale.timezone,
  };
  const { loaderId } = live.state;
  await checkIsPage({ url, tab }, options, { signal, timeoutMs: deadline.remainingMs + 1_000 });
  if (options.actions.length > 0) {
    progress.hasActed = true;
    rendered.actions = await runActions(live, options.actions, { deadline, trace, settle: rest });
    rendered.warnings.push(...rendered.actions.warnings);
    // Actions may have led to a page with a banner of its own.
    if (live.state.loaderId !== loaderId) await dismissConsent(live, request, signal);
  }
  return rendered;
}

/** Visits a page from beginning to end: goes there, waits, acts, takes pictures, reads the HTML. */
export async function browsePage(
  request: EngineRequest,
  tab: BrowserTab,
  { maxPageBytes, missingScripts }: BrowsePageParts,
  progress: VisitProgress,
): Promise<EngineResult> {
  const { options, deadline, trace } = request;
  const { live } = tab;
  const url = withoutCredentials(request.url);
  const signal = AbortSignal.any([deadline.signal, live.crashed]);
  const rendered = await showPage(request, tab, progress);
  if (rendered === 'file') return { kind: 'escalate', reason: 'the address is a file' };
  checkGate(tab);
  await takeExtras(request, tab, rendered, signal);
  const captured = await trace.measure('capture', async (details) => {
    const read = await capture(live, { signal, timeoutMs: deadline.remainingMs + 1_000 });
    details['characters'] = (read.raw ?? read.html).length;
    return read;
  });
  if (hasSpentBytes(tab)) {
    rendered.warnings.push('The page loads more data than is allowed: parts of it are missing.');
  }
  const { raw, contentType } = captured;
  if (raw === undefined && !HTML_TYPES.has(contentType)) {
    return { kind: 'escalate', reason: `the address is ${contentType}`, rendered };
  }
  if (raw === undefined && captured.html === '') {
    throw new ServiceError('SCRAPE_SITE_ERROR', {
      message: 'The page did not stay: its scripts go elsewhere again and again',
    });
  }
  if (makesPictures(options))
    rendered.warnings.push(...(await blanksIn(raw ?? captured.html, missingScripts)));
  return { kind: 'page', page: pageOf(captured, { url, tab, rendered, maxPageBytes }) };
}

interface Visit {
  request: ShowRequest;
  tab: ShownTab;
  signal: AbortSignal;
}

/** Goes to the page; throws the reason when the page cannot be shown. */
async function arriveAt(url: URL, { request, tab, signal }: Visit): Promise<Arrival> {
  const { deadline, trace, onRedirect } = request;
  const { live } = tab;
  tab.refusals.clear();
  const [start] = url.href.split('#', 1);
  Object.assign(tab.gate, { check: onRedirect && askBefore(url, onRedirect), start, refusal: undefined });
  const arrival = await trace.measure('browse', async (details) => {
    const arrived = await goTo(live, url.href, { signal, timeoutMs: deadline.remainingMs + 1_000 });
    Object.assign(details, { kind: arrived.kind, status: live.network.document?.status });
    return arrived;
  });
  checkArrival(arrival, url, tab);
  return arrival;
}

/** Says in a sentence which scripts of a text the pictures cannot show. */
async function blanksIn(text: string, missingScripts: BrowsePageParts['missingScripts']): Promise<string[]> {
  const missing = (await missingScripts?.(text)) ?? [];
  return missing.length > 0 ? [`No font here can draw ${missing.join(', ')}: pictures are blank there.`] : [];
}

function makesPictures({ formats, actions }: EngineRequest['options']): boolean {
  return [...formats, ...actions].some(({ type }) => type === 'screenshot' || type === 'pdf');
}

/** Throws when something is asked for that only pages have, and the browser shows a file, plain text or a refusal. */
async function checkIsPage(
  { url, tab }: { url: URL; tab: ShownTab },
  options: Pick<EngineRequest['options'], 'actions' | 'formats'>,
  call: CallOptions,
): Promise<void> {
  if (!asksForPage(options)) return;
  const contentType = await tab.live.call(documentType, [], call);
  if (HTML_TYPES.has(contentType)) return;
  checkShown(tab.live.network.document?.url ?? url.href, url, tab);
  refusePageOnly(options, `the address is ${contentType}`);
}

/** Takes what only the live page can give: screenshot, branding, media. */
async function takeExtras(
  { url, options, deadline, trace }: EngineRequest,
  tab: ShownTab,
  rendered: Rendering,
  signal: AbortSignal,
): Promise<void> {
  const { live } = tab;
  const call = { signal, timeoutMs: deadline.remainingMs + 1_000 };
  // Actions may have led to a file.
  if (rendered.actions) await checkIsPage({ url, tab }, { formats: options.formats, actions: [] }, call);
  for (const format of options.formats) {
    if (format.type === 'screenshot') {
      const { note, elements, ...picture } = await trace.measure('screenshot', () =>
        takeScreenshot(live, format, call),
      );
      rendered.screenshot = picture;
      if (elements !== undefined) rendered.elements = elements;
      if (note !== undefined) rendered.warnings.push(note);
    } else if (format.type === 'branding') {
      rendered.branding = await trace.measure('branding', () => readBranding(live, call));
    } else if (format.type === 'audio' || format.type === 'video') {
      rendered.media ??= await trace.measure('findMedia', () => findLiveMedia(live, call));
    }
  }
}

/** Throws the refusal when the page was sent where it must not go. */
function checkGate({ gate: { refusal } }: ShownTab): void {
  if (refusal !== undefined) throw refusal;
}

/** Asks before every address but the one that the page was asked to go to. */
function askBefore(start: URL, ask: NonNullable<EngineRequest['onRedirect']>) {
  return async (target: URL): Promise<void> => {
    if (target.href !== start.href) await ask(target);
  };
}

function checkArrival(arrival: Arrival, url: URL, tab: ShownTab): void {
  checkGate(tab);
  const { document, navigation } = tab.live.network;
  const at = arrival.kind === 'failed' ? (navigation?.url ?? url.href) : (document?.url ?? url.href);
  const { hostname, refusal } = refusalAt(at, tab);
  // The text of a refusal is shown like a page when it was no tunnel that was refused.
  const isRefused = refusal !== undefined && (arrival.kind === 'failed' || (document?.status ?? 0) >= 400);
  if (isRefused) throw refusedBy(refusal, hostname);
  if (arrival.kind === 'failed') throw navigationFailure(arrival.errorText, hostname);
}

function refusalAt(address: string, { refusals }: ShownTab) {
  const url = new URL(address);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  return { hostname, refusal: refusals.get(`${hostname}:${portOf(url)}`) };
}

interface PageFacts {
  url: URL;
  tab: BrowserTab;
  rendered: Rendering;
  maxPageBytes: number;
}

function pageOf(
  { html, raw, contentType, url: shown }: Capture,
  { url, tab, rendered, maxPageBytes }: PageFacts,
): Page {
  checkShown(shown, url, tab);
  const { document } = tab.live.network;
  const body = Buffer.from(raw ?? html);
  if (body.length > maxPageBytes) {
    throw new ServiceError('SCRAPE_SITE_ERROR', {
      message: `The page is larger than ${maxPageBytes} bytes (DECANT_MAX_PAGE_BYTES)`,
    });
  }
  return {
    url: shown,
    status: document?.status ?? 200,
    headers: document?.headers ?? {},
    contentType:
      raw === undefined
        ? (document?.headers['content-type'] ?? contentType)
        : `${contentType}; charset=utf-8`,
    body,
    isSnapshot: raw === undefined,
    rendered,
  };
}

/** Scripts and actions may have led elsewhere since the arrival was checked. */
function checkShown(shown: string, url: URL, tab: ShownTab): void {
  const { document, lastAddress } = tab.live.network;
  if (!/^https?:/.test(shown)) {
    const { hostname, refusal } = refusalAt(lastAddress ?? url.href, tab);
    throw refusal === undefined
      ? navigationFailure('net::ERR_FAILED', hostname)
      : refusedBy(refusal, hostname);
  }
  if ((document?.status ?? 0) < 400) return;
  const { hostname, refusal } = refusalAt(shown, tab);
  if (refusal !== undefined) throw refusedBy(refusal, hostname);
}

function warningsOf({ end, characters }: Settled, { incidents }: LivePage): string[] {
  const warnings: string[] = [];
  if (end === 'stopped') warnings.push('The scripts of the page did not come to an end and were stopped.');
  if (end === 'time' && characters < FEW_CHARACTERS) {
    warnings.push('The page had not shown its content when the time for waiting was over.');
  }
  if (incidents.download) warnings.push('The page began a download, which was not followed.');
  return warnings;
}
