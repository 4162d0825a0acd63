import {
  applyEmulation,
  applyToChild,
  type EmulationSettings,
} from '../../browser/emulation/apply-emulation.ts';
import { createIdentity, withUserAgent } from '../../browser/emulation/identity.ts';
import { localeOfCountry, type PageLocale } from '../../browser/emulation/locale-of-country.ts';
import { splitHeaders, type TargetHeaders } from '../../browser/emulation/split-headers.ts';
import {
  sendTargetHeaders,
  type DocumentGate,
  type SentCookies,
} from '../../browser/emulation/target-headers.ts';
import { LivePage } from '../../browser/page/live-page.ts';
import type { CdpSession } from '../../browser/cdp/cdp-session.ts';
import type { CallOptions } from '../../browser/cdp/pending-calls.ts';
import type { Browser } from '../../browser/start/open-browser.ts';
import type { LeaseRequest, Tab, TabEgress } from '../../browser/pool/browser-pool.ts';
import type { EgressRefusal } from '../../net/egress/egress-refusal.ts';
import type { EgressPolicy } from '../../net/egress/egress-policy.ts';
import { credentialHeaders } from '../../net/headers/url-credentials.ts';
import { asksFor } from '../formats/asks-for.ts';
import { turnOf } from '../page-task.ts';
import type { EngineRequest } from './engine.ts';

/** A page in the browser and what its way out has refused. */
export interface BrowserTab extends Tab {
  readonly live: LivePage;
  readonly locale: PageLocale;
  /** The gate that decides where the page may go; set for each visit. */
  readonly gate: DocumentGate;
  /** The last refusal by `host:port`. */
  readonly refusals: Map<string, EgressRefusal>;
  /** Sentences for the caller about what they asked for. */
  readonly remarks: readonly string[];
}

interface TabParts {
  openEgress(policy: EgressPolicy, browser: Browser): Promise<TabEgress>;
  /** Tells the hosts that are blocked; undefined: none is. */
  isBlockedHost: ((hostname: string) => boolean) | undefined;
  /** The most bytes of everything that one tab loads. */
  maxBytes: number;
}

/** Refusals of further hosts of one page are not kept. */
const MAX_REFUSALS = 500;

/** The part of a request that its tab depends on. */
export type TabWish = Pick<
  EngineRequest,
  'url' | 'options' | 'teamId' | 'job' | 'identity' | 'upstream' | 'onRedirect'
>;

/** How a tab looks, what it sends and where it may go, before there is a browser for it. */
export interface TabPlan extends Pick<BrowserTab, 'gate' | 'refusals'> {
  policy: EgressPolicy;
  settingsFor(browser: Pick<Browser, 'version' | 'hasOurFlags'>): EmulationSettings;
  /** Adds the headers and cookies of the request to a fresh tab; gives sentences about those that it did not take. */
  sendHeaders(session: CdpSession, call: CallOptions): Promise<string[]>;
}

/** Plans the tab of a request. */
export function planTab(
  request: TabWish,
  { isBlockedHost, maxBytes }: Pick<TabParts, 'isBlockedHost' | 'maxBytes'>,
): TabPlan {
  const { url, options, upstream, teamId } = request;
  const refusals = new Map<string, EgressRefusal>();
  const gate: DocumentGate = { check: undefined, start: undefined, refusal: undefined };
  const headers = splitHeaders({ ...credentialHeaders(url), ...options.headers });
  const isBlocking = options.blockAds && isBlockedHost && !isBlockedHost(url.hostname);
  return {
    gate,
    refusals,
    policy: {
      teamId,
      maxBytes,
      isBackground: turnOf(request).isBackground,
      isSecret: options.zeroDataRetention || options.lockdown,
      ...(isBlocking && { isBlockedHost }),
      ...(upstream && { upstreamUrl: upstream }),
      onRequest({ hostname, port, refusal }) {
        if (refusal && refusals.size < MAX_REFUSALS) refusals.set(`${hostname}:${port}`, refusal);
      },
    },
    settingsFor: (browser) => settingsOf(request, browser, headers),
    async sendHeaders(session, call) {
      const target = { url, headers, gate: request.onRedirect && gate };
      return remarksOn(await sendTargetHeaders(session, target, call), url);
    },
  };
}

/** Describes the tab that the pool makes for a request: its looks as the options ask, and a way out of its own. */
export function tabRequest(
  request: TabWish,
  { openEgress, isBlockedHost, maxBytes }: TabParts,
): LeaseRequest<BrowserTab> {
  const isEnhanced = request.identity === 'enhanced';
  const { policy, gate, refusals, ...plan } = planTab(request, { isBlockedHost, maxBytes });
  return {
    ...turnOf(request),
    hasWebGl: isEnhanced,
    reuseKey: reuseKeyOf(request),
    openEgress: (browser) => openEgress(policy, browser),
    async open(raw, signal) {
      const settings = plan.settingsFor(raw.browser);
      const remarks: string[] = [];
      const live = await LivePage.open(raw, {
        // An enhanced tab has no stand-ins in its page: sites that look for traces would find them.
        isInstrumented: !isEnhanced,
        async prepare(session, call) {
          const emulating = applyEmulation(session, settings, call);
          const [sent] = await Promise.all([plan.sendHeaders(session, call), emulating]);
          remarks.push(...sent);
        },
        prepareChild: (session, kind) => applyToChild(session, settings, kind),
        signal,
      });
      return createTab(live, { locale: settings.locale, gate, refusals, remarks, maxBytes });
    },
  };
}

function createTab(
  live: LivePage,
  { maxBytes, ...parts }: Pick<BrowserTab, 'locale' | 'gate' | 'refusals' | 'remarks'> & { maxBytes: number },
): BrowserTab {
  return {
    ...parts,
    live,
    get isReusable() {
      // All its visits share what its way out lets through: the next one needs enough of it.
      const isSpent = live.network.receivedBytes > maxBytes / 2 || hasSpentBytes(parts);
      return live.isReusable && !isSpent;
    },
    [Symbol.asyncDispose]: () => live[Symbol.asyncDispose](),
  };
}

function remarksOn({ refused, isForAllPorts }: SentCookies, { hostname }: URL): string[] {
  const remarks: string[] = [];
  if (refused.length > 0) {
    remarks.push(`The browser did not take these cookies of the request: ${refused.join(', ')}.`);
  }
  if (isForAllPorts) {
    remarks.push(
      `This browser sends the cookies of the request to every port of ${hostname} that the page asks.`,
    );
  }
  return remarks;
}

/** Tells whether parts of a tab's page did not come because the page had loaded too much. */
export function hasSpentBytes({ refusals }: Pick<BrowserTab, 'refusals'>): boolean {
  return refusals.values().some((refusal) => refusal === 'bytes');
}

function settingsOf(
  { options, identity: shownIdentity }: TabWish,
  browser: Pick<Browser, 'version' | 'hasOurFlags'>,
  { userAgent, languages }: TargetHeaders,
): EmulationSettings {
  const { location, mobile, skipTlsVerification } = options;
  const screenshot = options.formats.find(({ type }) => type === 'screenshot');
  const viewport = screenshot?.type === 'screenshot' ? screenshot.viewport : undefined;
  const identity = createIdentity({ version: browser.version, isMobile: mobile });
  return {
    identity: userAgent === undefined ? identity : withUserAgent(identity, userAgent),
    locale: {
      ...localeOfCountry(location),
      ...(languages && { languages }),
    },
    viewport,
    skipTlsVerification,
    isEnhanced: shownIdentity === 'enhanced',
    isUnseen: options.actions.length === 0 && !asksFor(options, 'browser'),
    hasOurFlags: browser.hasOurFlags,
  };
}

/** Pages of one job with equal options; nothing personal may be left behind for the next one. */
function reuseKeyOf(request: TabWish): string | undefined {
  const { teamId, job, options, upstream, identity, url } = request;
  const isPersonal =
    options.actions.length > 0 ||
    options.profile !== undefined ||
    Object.keys(options.headers).length > 0 ||
    // The tab would send the credentials of the URL with every page that it shows.
    url.username !== '' ||
    url.password !== '';
  if (teamId === undefined || job === undefined || isPersonal) return undefined;
  return JSON.stringify([teamId, job.id, url.origin, upstream?.href ?? null, identity]);
}
