import { isBrowserGone } from '../../browser/page/go-to.ts';
import type { BrowserPool } from '../../browser/pool/browser-pool.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { portOf } from '../../lib/addresses/url.ts';
import type { IsBlockedHost } from '../../net/egress/blocked-hosts.ts';
import type { Outbound } from '../../net/outbound.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { BrowsePageParts, VisitProgress } from './browse-page.ts';
import { visitFailure } from './browser-failure.ts';
import { tabRequest } from './browser-tab.ts';
import type { EngineRequest, EngineResult } from './engine.ts';
import type { BrowserEngine } from './index.ts';
import { openProfileVisit } from './profile-visit.ts';

/** The means of the browser engine. */
export interface BrowserEngineParts extends BrowsePageParts {
  pool: BrowserPool;
  outbound: Pick<Outbound, 'openBrowserProxy' | 'resolveGuarded'>;
  /** Hosts of advertising and measurement; loaded once. */
  loadBlockedHosts: () => Promise<IsBlockedHost>;
  /** Absent where there is no database to keep profiles in. */
  profiles?: Profiles | undefined;
}

/** The most that one tab may load, in pages of the largest size. */
const BYTES_PER_PAGE = 4;

/** Opens the page in a browser, runs the actions of the request, and reads the page as it stands then. */
export function createBrowserEngine(parts: BrowserEngineParts): BrowserEngine {
  const { pool, outbound, profiles } = parts;

  async function visit(
    request: EngineRequest,
    isSecond: boolean,
    progress: VisitProgress,
  ): Promise<EngineResult> {
    const { url, deadline, trace, teamId } = request;
    const target = { hostname: url.hostname, port: portOf(url), teamId };
    await outbound.resolveGuarded(target, deadline.signal);
    await using profile = await openProfileVisit(profiles, request);
    // While the first browser starts.
    const loading = import('./browse-page.ts');
    const { leased, queuedMs } = await trace.measure('browserTab', async (details) => {
      const got = await leaseTab(request, isSecond, parts);
      Object.assign(details, { isReused: got.leased.isReused, queuedMs: got.queuedMs });
      return got;
    });
    await using held = leased;
    const { tab } = held;
    const { browsePage } = await loading;
    try {
      const browse = (): Promise<EngineResult> => browsePage(request, tab, parts, progress);
      const result = await (profile ? profile.with(tab.live, browse) : browse());
      return withQueue(result, queuedMs);
    } catch (error) {
      held.spoil();
      throw error;
    }
  }

  return {
    name: 'browser',
    problem: () => pool.problem(),
    async fetch(request) {
      const { deadline, trace } = request;
      const progress: VisitProgress = { hasActed: false };
      for (let isSecond = false; ; isSecond = true) {
        try {
          return await visit(request, isSecond, progress);
        } catch (error) {
          // Actions that were done on the page are not done twice.
          if (isSecond || progress.hasActed || !isBrowserGone(error) || deadline.signal.aborted) {
            throw visitFailure(error, deadline.signal);
          }
          // Somebody else's page may have brought it down, or this one: it gets a browser of its own.
          trace.note('browserGone', { error: (error as Error).message });
        }
      }
    },
  };
}

/** A tab for the request, in a browser of its own when `isAlone`, and how long it waited for a place, ms. */
async function leaseTab(request: EngineRequest, isAlone: boolean, parts: BrowserEngineParts) {
  const { pool, outbound, loadBlockedHosts, maxPageBytes } = parts;
  const { deadline, options, job } = request;
  const isBlockedHost = options.blockAds ? await loadBlockedHosts() : undefined;
  // Pages of jobs wait for one another: that is no fault of theirs.
  using pause = job ? deadline.pause() : undefined;
  const wanted = tabRequest(request, {
    isBlockedHost,
    maxBytes: maxPageBytes * BYTES_PER_PAGE,
    async openEgress(policy, browser) {
      if (browser.openEgress) return browser.openEgress(policy);
      const proxy = await outbound.openBrowserProxy(policy);
      return {
        proxyServer: `http://127.0.0.1:${proxy.port}`,
        [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
      };
    },
  });
  let queuedMs: number | undefined;
  const onPlace = (waitedMs: number): void => void (queuedMs = waitedMs);
  try {
    const leased = await pool.lease({ ...wanted, isAlone, onPlace }, deadline.signal);
    return { leased, queuedMs: queuedMs ?? 0 };
  } catch (error) {
    throw queuedMs === undefined && isTimeOver(deadline.signal)
      ? noPlaceInTime(pool.stats().maxPages)
      : error;
  }
}

function withQueue(result: EngineResult, queuedMs: number): EngineResult {
  const rendered = result.kind === 'page' ? result.page.rendered : result.rendered;
  if (rendered && queuedMs > 0) rendered.queuedMs = queuedMs;
  return result;
}

function isTimeOver({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof ServiceError && reason.code === 'SCRAPE_TIMEOUT';
}

function noPlaceInTime(maxPages: number): ServiceError {
  return new ServiceError('CONCURRENCY_QUEUE_TIMEOUT', {
    message: `No place in a browser became free in time: ${maxPages} pages are shown at a time (DECANT_BROWSER_PAGES)`,
  });
}
