import type { Log } from '../../lib/log/log.ts';
import { createSpare, type Spare } from '../../lib/sharing/spare.ts';
import type { OpenBrowserProxy } from '../../net/egress/browser-proxies.ts';
import type { EgressPolicy } from '../../net/egress/egress-policy.ts';
import type { EgressProxy } from '../../net/egress/egress-proxy.ts';
import type { LocalStartRequest } from './start-local-browser.ts';
import type { Browser } from '../start/open-browser.ts';
import type { SharedPipe } from '../sharing/share-pipe.ts';

/** All that the browser of one session may load. */
export const MAX_SESSION_BYTES = 4 * 2 ** 30;
/** A tunnel may stay open as long as a session, ms. */
export const MAX_TUNNEL_MS = 2 * 60 * 60_000;

export interface Launched {
  browser: Browser;
  pipe: SharedPipe;
}

/** A browser that belongs to no session yet: its way out refuses everything until it does. */
export interface SpareBrowser extends Launched {
  egress: EgressProxy;
  /** From now on it goes out as the session may. */
  bind(policy: EgressPolicy): void;
}

export interface SpareBrowsersOptions {
  openBrowserProxy: OpenBrowserProxy;
  launch(request: LocalStartRequest): Promise<Launched>;
  log: Log;
}

const IDLE_MS = 60_000;

/** Keeps one browser of the usual kind ready while sessions are opened: its start is most of what opening one takes. */
export function createSpareBrowsers({
  openBrowserProxy,
  launch,
  log,
}: SpareBrowsersOptions): Spare<SpareBrowser> {
  const ending = new AbortController();
  const spare = createSpare<SpareBrowser>({
    async make() {
      await using opening = new AsyncDisposableStack();
      const { policy, bind } = createLatePolicy();
      const egress = opening.use(await openBrowserProxy(policy));
      const proxyServer = `http://127.0.0.1:${egress.port}`;
      const { signal } = ending;
      const launched = await launch({ hasWebGl: false, signal, proxyServer, isForSession: true });
      opening.move();
      return { ...launched, egress, bind };
    },
    endOf: ({ browser }) => browser.exited,
    discard: endSpare,
    idleMs: IDLE_MS,
    onFailure: (error) => log.debug('a spare browser did not start', { error }),
  });
  return {
    warmUp: () => spare.warmUp(),
    take: () => spare.take(),
    async [Symbol.asyncDispose]() {
      ending.abort(new Error('The service is ending'));
      await spare[Symbol.asyncDispose]();
    },
  };
}

/** Ends a browser that has become nobody's, and its way out. */
export async function endSpare({ browser, egress }: SpareBrowser): Promise<void> {
  await browser.close();
  await egress[Symbol.asyncDispose]();
}

/** Whether a spare can go out as this policy says: nothing of it that counts from the start is another's. */
export function isUsualPolicy(policy: EgressPolicy): boolean {
  const { maxBytes, limits, upstreamUrl, allowedOrigins, isSecret = false, isBackground = false } = policy;
  const isPlain = upstreamUrl === undefined && allowedOrigins === undefined && !isSecret && !isBackground;
  return isPlain && maxBytes === MAX_SESSION_BYTES && limits?.totalMs === MAX_TUNNEL_MS;
}

function createLatePolicy(): Pick<SpareBrowser, 'bind'> & { policy: EgressPolicy } {
  let bound: EgressPolicy | undefined;
  return {
    bind: (policy) => void (bound = policy),
    policy: {
      get teamId() {
        return bound?.teamId;
      },
      isBlockedHost: (hostname) => bound === undefined || bound.isBlockedHost?.(hostname) === true,
      maxBytes: MAX_SESSION_BYTES,
      limits: { totalMs: MAX_TUNNEL_MS },
      onRequest: (report) => bound?.onRequest?.(report),
    },
  };
}
