import { scrapeRequest } from '../../../src/contract/requests/scrape.ts';
import type { CallOptions } from '../../../src/browser/cdp/pending-calls.ts';
import { capture } from '../../../src/browser/page/capture.ts';
import { evaluate, expressionOf } from '../../../src/browser/page/evaluate.ts';
import { goTo } from '../../../src/browser/page/go-to.ts';
import type { LivePage } from '../../../src/browser/page/live-page.ts';
import { settle, type Settled } from '../../../src/browser/page/settle.ts';
import type { TabLease } from '../../../src/browser/pool/browser-pool.ts';
import { openBrowserPool } from '../../../src/browser/pool/open-browser-pool.ts';
import { createLocalBrowserStart } from '../../../src/browser/pool/start-local-browser.ts';
import { Deadline } from '../../../src/lib/time/deadline.ts';
import { silentLog } from '../../../src/lib/log/log.ts';
import { createAddressGuard } from '../../../src/net/guard/address-guard.ts';
import { createAllowList } from '../../../src/net/guard/allow-list.ts';
import { loadBlockedHosts } from '../../../src/net/egress/blocked-hosts.ts';
import { openOutbound } from '../../../src/net/outbound.ts';
import { tabRequest, type BrowserTab } from '../../../src/scraper/engines/browser-tab.ts';
import { WHEN_SEEN_AS_SHOWN } from '../pages/shown-mark.ts';
import type { OpenProgram, ProgramOptions } from './program.ts';

const TIMEOUT_MS = 30_000;
/** As the engine does. */
const MAX_SETTLE_MS = 15_000;
const MAX_BYTES = 200_000_000;

/** The browser engine's own way with default options: pool, egress proxy, emulation, wait, capture. */
export const decant: OpenProgram = async (options) => {
  const tabs = await openTabs(options);

  async function go(live: LivePage, url: string, signal: AbortSignal): Promise<void> {
    const arrival = await goTo(live, url, { signal, timeoutMs: TIMEOUT_MS });
    if (arrival.kind !== 'page') throw new Error(`${url}: ${JSON.stringify(arrival)}`);
  }

  return {
    async visit(url, { wait, isSameTab, signal: caller }) {
      using deadline = new Deadline(TIMEOUT_MS, caller);
      const { signal } = deadline;
      await using leased = await tabs.lease(url, deadline, isSameTab ? 'job' : undefined);
      const { live } = leased.tab;
      const from = performance.now();
      await go(live, url, signal);
      if (wait === 'smart') await settle(live, { signal, maxMs: MAX_SETTLE_MS });
      else if (wait !== 'mark') throw new Error(`Decant has no ${wait}`);
      const { html } = await capture(wait === 'mark' ? readWhenShown(live) : live, { signal });
      return { html, shownMs: performance.now() - from };
    },
    async awaitContent(url, { contentAt, signal: caller }) {
      using deadline = new Deadline(TIMEOUT_MS, caller);
      const { signal } = deadline;
      await using leased = await tabs.lease(url, deadline);
      const { live } = leased.tab;
      const from = performance.now();
      await go(live, url, signal);
      const settled: Settled = await settle(live, { signal, maxMs: MAX_SETTLE_MS });
      const waitedMs = performance.now() - from;
      const doneAt = performance.timeOrigin + performance.now();
      const { html } = await capture(live, { signal });
      return {
        html,
        doneAt,
        contentAt: await live.evaluate<number>(contentAt, { signal }),
        hasTimedOut: settled.end !== 'quiet',
        waitedMs,
      };
    },
    [Symbol.asyncDispose]: () => tabs[Symbol.asyncDispose](),
  };
};

interface Tabs extends AsyncDisposable {
  /** A tab for a page; pages of one job share theirs. */
  lease(url: string, deadline: Deadline, jobId?: string): Promise<TabLease<BrowserTab>>;
}

/** The pool of the engine, and its way out. */
async function openTabs({ browser, idleMs }: ProgramOptions): Promise<Tabs> {
  await using stack = new AsyncDisposableStack();
  const guard = createAddressGuard({ allow: createAllowList(['127.0.0.1']), ownPorts: () => [] });
  const outbound = stack.use(openOutbound({ guard, log: silentLog }));
  const local = createLocalBrowserStart({
    dataDir: browser.folder,
    configuredPath: browser.configuredPath,
    unpackFolders: [browser.folder],
    log: silentLog,
  });
  const limits = idleMs === undefined ? {} : { idleMs };
  const pool = stack.use(openBrowserPool({ ...local, limits, log: silentLog }));
  const isBlockedHost = await loadBlockedHosts({ keepsConsent: false });
  const egress = {
    isBlockedHost,
    maxBytes: MAX_BYTES,
    hasOurFlags: true,
    async openEgress(policy: Parameters<typeof outbound.openBrowserProxy>[0]) {
      const proxy = await outbound.openBrowserProxy(policy);
      return {
        proxyServer: `http://127.0.0.1:${proxy.port}`,
        [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
      };
    },
  };
  const parts = stack.move();
  return {
    async lease(url, deadline, jobId) {
      const target = new URL(url);
      await outbound.resolveGuarded(
        { hostname: target.hostname, port: Number(target.port), teamId: undefined },
        deadline.signal,
      );
      const way = { identity: 'basic', upstream: undefined } as const;
      const job = jobId === undefined ? {} : { job: { id: jobId, spacingMs: 0 } };
      const request = { url: target, options: scrapeRequest.parse({ url }), teamId: 'bench', ...way, ...job };
      return pool.lease(tabRequest(request, egress), deadline.signal);
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/**
 * A page without frames that is read as ever, but by the very call that waits for its mark, as bare CDP and Playwright's
 * shortest way read it: a call later it would have begun to draw itself.
 */
function readWhenShown(live: LivePage): LivePage {
  const call: LivePage['call'] = async <Args extends unknown[], T>(
    script: (...args: Args) => T,
    args: NoInfer<Args>,
    options?: CallOptions,
  ): Promise<Awaited<T>> => {
    const expression = `(async () => { await (${WHEN_SEEN_AS_SHOWN}); return ${expressionOf(script, args)}; })()`;
    const contextId = await live.ownWorld(options);
    return evaluate<Awaited<T>>(live.session, expression, { ...options, contextId });
  };
  return Object.create(live, { call: { value: call } }) as LivePage;
}
