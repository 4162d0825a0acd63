import type { Log } from '../../lib/log.ts';
import type { OpenBrowserProxy } from '../../net/egress/browser-proxies.ts';
import type { EgressPolicy } from '../../net/egress/egress-policy.ts';
import { CDP_LIMITS, type CdpLimits } from '../cdp/cdp-transport.ts';
import { openPipeTransport } from '../cdp/open-pipe-transport.ts';
import { openSessionBrowser, type SessionBrowserOptions } from '../sharing/open-session-browser.ts';
import type { SessionBrowser } from '../sharing/session-browser.ts';
import { sharePipe, type SharedPipe } from '../sharing/share-pipe.ts';
import type { Browser } from '../start/open-browser.ts';
import { systemPoolClock } from './pool-clock.ts';
import { choosePoolLimits } from './pool-size.ts';
import type { LocalBrowserStart } from './start-local-browser.ts';
import { createMemoryWatch } from './watch-memory.ts';

/** The browser that a session wants. */
export interface SessionBrowserRequest extends Pick<SessionBrowserOptions, 'prepare' | 'signal'> {
  /** The way out of everything in it; its bytes are the session's budget. */
  policy: EgressPolicy;
  /** Needs WebGL, which an ordinary browser does not have here. */
  hasWebGl?: boolean;
  looksOf(browser: Pick<Browser, 'version' | 'hasOurFlags'>): SessionBrowserOptions['looks'];
}

/** Starts browsers of sessions, one process each. Disposing ends those that are left. */
export interface SessionBrowsers extends AsyncDisposable {
  /** Rejects with a `ServiceError` for the operator, or the signal's reason; nothing is left behind then. */
  start(request: SessionBrowserRequest): Promise<SessionBrowser>;
  /** One sentence with the variable to set when there is no browser; does not start one. */
  problem(): Promise<string | undefined>;
}

export interface SessionBrowsersOptions {
  local: Pick<LocalBrowserStart, 'start' | 'problem'>;
  openBrowserProxy: OpenBrowserProxy;
  log: Log;
}

/** A driver may send 64 MB at once while as much waits already. */
const LIMITS: CdpLimits = { ...CDP_LIMITS, maxQueuedBytes: 256 * 2 ** 20 };

/** Browsers of this machine, or the bundled one. */
export function createSessionBrowsers(options: SessionBrowsersOptions): SessionBrowsers {
  const { local, openBrowserProxy, log } = options;
  const running = new Set<SessionBrowser>();
  const { maxRendererBytes, maxBrowserBytes } = choosePoolLimits({ maxPages: 1 });
  const memory = createMemoryWatch({
    groups: () => Array.from(running, ({ browser }) => browser.processId),
    maxProcessBytes: maxRendererBytes,
    maxGroupBytes: maxBrowserBytes,
    onKilled: (killed) =>
      log.warn('a process of a session held too much memory and was killed', { ...killed }),
    clock: systemPoolClock,
  });

  function follow(session: SessionBrowser): void {
    running.add(session);
    memory.setActive(true);
    void session.ended.then(() => {
      running.delete(session);
      memory.setActive(running.size > 0);
    });
  }

  async function start(request: SessionBrowserRequest): Promise<SessionBrowser> {
    const { policy, hasWebGl = false, looksOf, prepare, signal } = request;
    await using opening = new AsyncDisposableStack();
    const egress = opening.use(await openBrowserProxy(policy));
    const shared: { pipe: SharedPipe | undefined } = { pipe: undefined };
    const browser = await local.start({
      hasWebGl,
      signal,
      proxyServer: `http://127.0.0.1:${egress.port}`,
      opensWindows: true,
      openTransport(pipe) {
        // A start that fails is tried again: the last one counts.
        shared.pipe = sharePipe(openPipeTransport(pipe, LIMITS));
        return shared.pipe.own;
      },
    });
    opening.move();
    const looks = looksOf(browser);
    const session = await openSessionBrowser({ browser, pipe: shared.pipe!, egress, looks, prepare, signal });
    follow(session);
    return session;
  }

  return {
    start,
    problem: () => local.problem(),
    async [Symbol.asyncDispose]() {
      await Promise.all(Array.from(running, (session) => session[Symbol.asyncDispose]()));
      memory[Symbol.dispose]();
    },
  };
}
