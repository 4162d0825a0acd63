import { createDeathWatch } from '../../confine/death-watch.ts';
import { createHeldLaunchers, type HeldLaunchers } from '../../confine/programs/held-launchers.ts';
import { findKernelWalls } from '../../confine/kernel/walls.ts';
import type { Log } from '../../lib/log/log.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import type { OpenBrowserProxy } from '../../net/egress/browser-proxies.ts';
import type { EgressPolicy } from '../../net/egress/egress-policy.ts';
import { CDP_LIMITS, type CdpLimits } from '../cdp/cdp-transport.ts';
import { openPipeTransport } from '../cdp/open-pipe-transport.ts';
import { NoSandboxError } from '../browser-failure.ts';
import {
  openSessionBrowser,
  type OwnSessionBrowser,
  type SessionBrowserOptions,
} from '../sharing/open-session-browser.ts';
import type { SessionBrowser } from '../sharing/session-browser.ts';
import { sharePipe, type SharedPipe } from '../sharing/share-pipe.ts';
import {
  createSpareBrowsers,
  endSpare,
  isUsualPolicy,
  type Launched,
  type SpareBrowser,
} from './spare-browsers.ts';
import type { Browser } from '../start/open-browser.ts';
import { BROWSER_STDIO } from '../start/spawn-browser.ts';
import { folderSize } from './folder-size.ts';
import { systemPoolClock } from './pool-clock.ts';
import { choosePoolLimits } from './pool-size.ts';
import type { LocalBrowserStart, LocalStartRequest } from './start-local-browser.ts';
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
  /** The most bytes of cookies, caches and storage of one session. */
  maxFolderBytes?: number;
  /** How often a browser's folder is looked at, ms. */
  lookEveryMs?: number;
  log: Log;
}

const MAX_FOLDER_BYTES = 512 * 2 ** 20;
const LOOK_EVERY_MS = 2_000;

/** A driver may send 64 MB at once while as much waits already. */
const LIMITS: CdpLimits = { ...CDP_LIMITS, maxQueuedBytes: 256 * 2 ** 20 };

/** Browsers of this machine, or the bundled one. */
export function createSessionBrowsers(options: SessionBrowsersOptions): SessionBrowsers {
  const { local, openBrowserProxy, log } = options;
  const launchers = createHeldLaunchers(BROWSER_STDIO);
  const launch = createLaunch(options, launchers);
  const follow = createFollow(options);

  const parts = { openBrowserProxy, launch };
  const spares = createSpareBrowsers({ ...parts, log });

  /** The spare where it can be used. */
  async function takeSpare({ policy, hasWebGl = false, signal }: SessionBrowserRequest) {
    if (hasWebGl || !isUsualPolicy(policy)) return undefined;
    const taking = spares.take();
    try {
      const spare = await untilAborted(taking, signal);
      spare.bind(policy);
      return spare;
    } catch (error) {
      void taking.then(endSpare, () => undefined);
      throw error;
    }
  }

  async function begin(
    { browser, pipe, egress }: SpareBrowser,
    { looksOf, prepare, signal }: SessionBrowserRequest,
  ): Promise<SessionBrowser> {
    const looks = looksOf(browser);
    const session = await openSessionBrowser({ browser, pipe, egress, looks, prepare, signal });
    const { processId: pid, version, isSandboxed } = browser;
    log.debug('the browser of a session has started', { pid, version, isSandboxed });
    follow.add(session);
    return session;
  }

  return {
    async start(request) {
      const spare = await takeSpare(request);
      if (spare === undefined) return await begin(await startNow(request, parts), request);
      try {
        return await begin(spare, request);
      } catch (error) {
        if (request.signal.aborted) throw error;
        // It may have ended a moment ago.
        return await begin(await startNow(request, parts), request);
      }
    },
    problem: () => local.problem(),
    async [Symbol.asyncDispose]() {
      await spares[Symbol.asyncDispose]();
      launchers[Symbol.dispose]();
      await follow[Symbol.asyncDispose]();
    },
  };
}

interface StartParts {
  openBrowserProxy: OpenBrowserProxy;
  launch: ReturnType<typeof createLaunch>;
}

async function startNow(
  request: SessionBrowserRequest,
  { openBrowserProxy, launch }: StartParts,
): Promise<SpareBrowser> {
  const { policy, hasWebGl = false, signal } = request;
  await using opening = new AsyncDisposableStack();
  const egress = opening.use(await openBrowserProxy(policy));
  const proxyServer = `http://127.0.0.1:${egress.port}`;
  const launched = await launch({ hasWebGl, signal, proxyServer, isForSession: true });
  opening.move();
  return { ...launched, egress, bind: () => {} };
}

/** Starts a browser that is held to its files and its proxy where this machine can do that. */
function createLaunch(
  { local, log }: SessionBrowsersOptions,
  launchers: HeldLaunchers,
): (request: LocalStartRequest) => Promise<Launched> {
  const deathWatch = createDeathWatch((error) =>
    log.warn('browsers of sessions are not watched: they may outlive a service that is killed', { error }),
  );
  let walls: ReturnType<typeof findKernelWalls> | undefined;

  async function start(request: LocalStartRequest): Promise<Launched> {
    const shared: { pipe: SharedPipe | undefined } = { pipe: undefined };
    const browser = await local.start({
      ...request,
      deathWatch,
      openTransport(pipe) {
        // A start that fails is tried again: the last one counts.
        shared.pipe = sharePipe(openPipeTransport(pipe, LIMITS));
        return shared.pipe.own;
      },
    });
    return { browser, pipe: shared.pipe! };
  }

  return async function launch(request) {
    walls ??= findKernelWalls();
    const { landlock } = await walls;
    if (landlock === 0) return start(request);
    try {
      return await start({ ...request, held: { landlock, launchers } });
    } catch (error) {
      if (error instanceof NoSandboxError || request.signal.aborted) throw error;
      const launched = await start(request);
      log.warn('the browser of a session does not start behind Landlock and runs without it', { error });
      return launched;
    }
  };
}

/** Sessions that run, whose memory and folders are watched. Disposing ends them. */
interface Follow extends AsyncDisposable {
  add(session: OwnSessionBrowser): void;
}

function createFollow(options: SessionBrowsersOptions): Follow {
  const { log, maxFolderBytes = MAX_FOLDER_BYTES, lookEveryMs = LOOK_EVERY_MS } = options;
  const running = new Set<OwnSessionBrowser>();
  const { maxRendererBytes, maxBrowserBytes } = choosePoolLimits({ maxPages: 1 });
  const memory = createMemoryWatch({
    groups: () => Array.from(running, ({ browser }) => browser.processId),
    maxProcessBytes: maxRendererBytes,
    maxGroupBytes: maxBrowserBytes,
    onKilled: (killed) =>
      log.warn('a process of a session held too much memory and was killed', { ...killed }),
    onCrippled: (group) => {
      for (const session of running)
        if (session.browser.processId === group) void session.end('its browser has lost its processes');
    },
    clock: systemPoolClock,
  });

  function watchFolder(session: OwnSessionBrowser): void {
    const { folder } = session.browser;
    if (folder === undefined) return;
    const state = { hasEnded: false };
    const look = async (): Promise<void> => {
      if (state.hasEnded) return;
      const bytes = await folderSize(folder);
      if (bytes <= maxFolderBytes) return schedule();
      log.warn('the pages of a session stored too much: it is ended', { bytes });
      await session.end(`its pages stored more than ${maxFolderBytes} bytes`);
    };
    const schedule = (): void => void setTimeout(() => void look(), lookEveryMs).unref();
    schedule();
    void session.ended.then(() => (state.hasEnded = true));
  }

  return {
    add(session) {
      running.add(session);
      memory.setActive(true);
      watchFolder(session);
      void session.ended.then(() => {
        running.delete(session);
        memory.setActive(running.size > 0);
      });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Array.from(running, (session) => session[Symbol.asyncDispose]()));
      memory[Symbol.dispose]();
    },
  };
}
