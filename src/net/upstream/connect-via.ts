import type { Socket } from 'node:net';
import { ServiceError } from '../../lib/service-error.ts';
import type { ConnectGuarded } from '../connection/connect.ts';
import { createEgressRoute } from './egress-route.ts';
import { normalizeHostName } from '../../lib/addresses/host-name.ts';
import type { ResolveGuarded } from '../names/resolve-guarded.ts';
import { siteFailure } from '../connection/site-failure.ts';
import type { StartTls } from '../connection/start-tls.ts';
import { UpstreamError } from './upstream-error.ts';
import { upstreamFailure } from './upstream-failure.ts';
import { openTimeLimit } from '../../lib/time/time-limit.ts';

interface ViaParts {
  upstreamUrl: URL;
  /** Reaches the proxy itself. */
  connectUpstream: ConnectGuarded;
  resolveGuarded: ResolveGuarded;
  startTls: StartTls;
}

/** How much of the time the way to the proxy itself may take, so that a dead one is told from a slow site. */
const PROXY_SHARE = 1 / 2;

/**
 * Connections to sites through an upstream proxy, TLS with the site inside the tunnel. Throws what `ConnectGuarded`
 * throws, and SCRAPE_PROXY_SELECTION_ERROR; what fails before the tunnel is open is an `isUpstreamFailure` unless the
 * site's name or address was at fault or the caller gave up.
 */
export function createConnectVia({
  upstreamUrl,
  connectUpstream,
  resolveGuarded,
  startTls,
}: ViaParts): ConnectGuarded {
  return async function connectVia({
    hostname: given,
    port,
    teamId,
    tls,
    timeoutMs = 10_000,
    signal: caller,
  }) {
    const hostname = normalizeHostName(given);
    let step: Step = 'resolve';
    let socket: Socket | undefined;
    using limit = openTimeLimit(caller, timeoutMs, () => notInTime(hostname, step));
    const { signal } = limit;
    const route = createEgressRoute({
      // There is no way past the proxy.
      connectGuarded: connectUpstream,
      connectUpstream: (proxy) => connectUpstream({ ...proxy, timeoutMs: timeoutMs * PROXY_SHARE }),
      async resolveGuarded(host, until) {
        const addresses = await resolveGuarded(host, until);
        step = 'tunnel';
        return addresses;
      },
      upstreamUrl,
    });
    try {
      // The route's own time limit would not tell whose fault it was: ours comes first.
      socket = await route({ hostname, port, teamId, timeoutMs: timeoutMs * 2, signal });
      step = 'tls';
      if (!tls) return socket;
      return await startTls(socket, { hostname, isVerified: tls.isVerified, signal });
    } catch (error) {
      socket?.destroy();
      signal.throwIfAborted();
      if (error instanceof UpstreamError) throw upstreamFailure(error, hostname);
      throw siteFailure(error, { hostname, step: 'tls', isVerified: tls?.isVerified ?? false });
    }
  };
}

type Step = 'resolve' | 'tunnel' | 'tls';

function notInTime(hostname: string, step: Step): ServiceError {
  const cause =
    step === 'tunnel' && new UpstreamError('The proxy did not answer in time', { isAboutTarget: true });
  const message = `${hostname} was not reached through the proxy in time`;
  return new ServiceError('SCRAPE_TIMEOUT', { message, ...(cause && { cause }) });
}
