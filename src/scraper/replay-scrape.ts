import { randomUUID } from 'node:crypto';
import { MAX_SESSION_BYTES, MAX_TUNNEL_MS } from '../browser/pool/spare-browsers.ts';
import type { SessionBrowsers } from '../browser/pool/start-session-browser.ts';
import type { SessionBrowser } from '../browser/sharing/session-browser.ts';
import type { ScrapeOptions } from '../contract/options/scrape-options.ts';
import { scrapeRequest } from '../contract/requests/scrape.ts';
import { Deadline } from '../lib/time/deadline.ts';
import { ServiceError } from '../lib/service-error.ts';
import { untilAborted } from '../lib/time/until-aborted.ts';
import { portOf } from '../lib/addresses/url.ts';
import type { IsBlockedHost } from '../net/egress/blocked-hosts.ts';
import type { Outbound } from '../net/outbound.ts';
import type { ProxyRotation } from '../net/upstream/proxy-rotation.ts';
import { visitFailure } from './engines/browser-failure.ts';
import { planTab, type TabPlan, type TabWish } from './engines/browser-tab.ts';
import { chooseProxies } from './engines/proxy-choice.ts';
import { createTrace, type TraceStep } from './trace.ts';

/** A scrape whose page is shown again: its id, its URL as the caller wrote it, its options as they were parsed. */
export interface ReplayedScrape {
  scrapeId: string;
  url: string;
  options: ScrapeOptions;
}

/** The browser of a session that is wanted. */
export interface SessionWish {
  teamId: string;
  /** The scrape that the session goes on with; undefined: it begins with an empty page. */
  page: ReplayedScrape | undefined;
  signal: AbortSignal;
}

/** Browsers of sessions, which look and go out as scrapes do, and show again what a scrape has shown. */
export interface SessionPagesOfScrapes {
  /** One sentence with the variable to set when no browser can be started here. */
  problem(): Promise<string | undefined>;
  /** Starts a browser with an empty page. Rejects with a `ServiceError` for the operator. */
  openBrowser(wish: SessionWish): Promise<SessionBrowser>;
  /**
   * Goes to the page of a scrape, waits and acts as the scrape did, in a browser that `openBrowser` has started for it; gives
   * the steps that were taken. A profile is to be restored before. Rejects with the `ServiceError` that the scrape itself
   * would end with.
   */
  replay(browser: SessionBrowser, page: ReplayedScrape, signal: AbortSignal): Promise<readonly TraceStep[]>;
}

export interface ReplayParts {
  browsers: SessionBrowsers;
  outbound: Pick<Outbound, 'resolveGuarded'>;
  /** Hosts of advertising and measurement; loaded once. */
  loadBlockedHosts: () => Promise<IsBlockedHost>;
  proxies: { basic: ProxyRotation; enhanced: ProxyRotation };
}

/** Nobody knows yet where a session without a scrape goes. */
const NOWHERE = new URL('http://nowhere.invalid/');

/** The plan of the pages of each browser. */
type Plans = WeakMap<SessionBrowser, TabPlan>;

export function createSessionPages(parts: ReplayParts): SessionPagesOfScrapes {
  const { browsers, outbound, loadBlockedHosts } = parts;
  const plans: Plans = new WeakMap();

  async function openBrowser({ teamId, page, signal }: SessionWish): Promise<SessionBrowser> {
    const wish = wishOf(teamId, page, parts);
    const isBlockedHost = wish.options.blockAds ? await loadBlockedHosts() : undefined;
    const plan = planTab(wish, { isBlockedHost, maxBytes: MAX_SESSION_BYTES });
    const browser = await browsers.start({
      policy: { ...plan.policy, limits: { totalMs: MAX_TUNNEL_MS } },
      hasWebGl: wish.identity === 'enhanced',
      // People and drivers look at it, whatever the scrape was for.
      looksOf: (started) => ({ ...plan.settingsFor(started), isUnseen: false }),
      prepare: (session, call) => plan.sendHeaders(session, call),
      signal,
    });
    plans.set(browser, plan);
    return browser;
  }

  return {
    openBrowser,
    problem: () => browsers.problem(),
    async replay(browser, { url: address, options }, caller) {
      const plan = plans.get(browser);
      if (!plan) throw new TypeError('The browser was not started for a scrape');
      const url = new URL(address);
      using deadline = new Deadline(options.timeout, caller);
      const { signal } = deadline;
      const trace = createTrace();
      try {
        const { teamId } = plan.policy;
        await outbound.resolveGuarded({ hostname: url.hostname, port: portOf(url), teamId }, signal);
        const { showPage } = await import('./engines/browse-page.ts');
        const live = await untilAborted(browser.activePage(signal), signal);
        const { locale } = plan.settingsFor(browser.browser);
        const tab = { live, gate: plan.gate, refusals: plan.refusals, remarks: [], locale };
        const shown = await showPage({ url, options, deadline, trace }, tab, { hasActed: false });
        if (shown !== 'file') return trace.steps;
      } catch (error) {
        throw visitFailure(error, signal);
      }
      throw new ServiceError('SCRAPE_SITE_ERROR', {
        message: 'The address is a file, which a browser does not show',
      });
    },
  };
}

/** The first way that the scrape itself would have tried. */
function wishOf(teamId: string, page: ReplayedScrape | undefined, { proxies }: ReplayParts): TabWish {
  const options = page?.options ?? scrapeRequest.parse({ url: NOWHERE.href });
  const { proxy, location } = options;
  const country = location?.country;
  const [first] = chooseProxies({ proxy, country, ...proxies, hasEnhancedIdentity: true });
  const entry = first?.rotation?.pick({ country, sessionKey: page?.scrapeId ?? randomUUID() });
  return {
    url: page ? new URL(page.url) : NOWHERE,
    options,
    teamId,
    identity: first?.identity ?? 'basic',
    upstream: entry?.url,
  };
}
