import { isIPv6 } from 'node:net';
import { ServiceError } from '../../lib/service-error.ts';
import type { ConnectGuarded } from '../connection/connect.ts';
import type { ResolveGuarded } from '../names/resolve-guarded.ts';
import { upstreamEndpointOf, type UpstreamEndpoint } from './upstream-endpoint.ts';
import { UpstreamError } from './upstream-error.ts';
import { openTimeLimit } from '../../lib/time/time-limit.ts';

interface RouteParts {
  connectGuarded: ConnectGuarded;
  resolveGuarded: ResolveGuarded;
  upstreamUrl: URL | undefined;
  /** Reaches the upstream proxy itself; `connectGuarded` when absent. */
  connectUpstream?: ConnectGuarded | undefined;
}

/** How many of a name's addresses an upstream proxy is asked for. */
const MAX_ADDRESSES = 3;

/**
 * Plain TCP connections: direct, or through an upstream proxy. The proxy never learns a name, it is given an address
 * that has been checked, and is itself connected to like any other site unless there is another way to it. Throws besides what `ConnectGuarded` throws an
 * UpstreamError; a BAD_REQUEST at once when the URL is none of a proxy.
 */
export function createEgressRoute({
  connectGuarded,
  resolveGuarded,
  upstreamUrl,
  connectUpstream = connectGuarded,
}: RouteParts): ConnectGuarded {
  if (!upstreamUrl) return connectGuarded;
  const reachVia = createReach(connectUpstream, upstreamUrl, upstreamEndpointOf(upstreamUrl));

  return async function connectByRoute({ hostname, port, teamId, timeoutMs = 10_000, signal: caller }) {
    using limit = openTimeLimit(caller, timeoutMs, () => notInTime(hostname));
    const { signal } = limit;
    let failure: unknown;
    for (const address of inOrder(await resolveGuarded({ hostname, port, teamId }, signal))) {
      try {
        return await reachVia({ address, port, teamId, timeoutMs, signal });
      } catch (error) {
        failure = error;
        if (!(error instanceof UpstreamError && error.isAboutTarget)) break;
      }
    }
    signal.throwIfAborted();
    throw failure;
  };
}

function notInTime(hostname: string): ServiceError {
  return new ServiceError('SCRAPE_TIMEOUT', { message: `${hostname} was not reached in time` });
}

interface Reach {
  address: string;
  port: number;
  teamId: string | undefined;
  timeoutMs: number;
  signal: AbortSignal;
}

function createReach(connectUpstream: ConnectGuarded, url: URL, endpoint: UpstreamEndpoint) {
  return async function reach({ address, port, teamId, timeoutMs, signal }: Reach) {
    const socket = await connectUpstream({
      hostname: endpoint.hostname,
      port: endpoint.port,
      teamId,
      ...(endpoint.isTls ? { tls: { isVerified: true } } : {}),
      timeoutMs,
      signal,
    }).catch((error: unknown) => {
      // Otherwise a refused or unknown proxy would be told of as if it were the site.
      throw new UpstreamError('The proxy cannot be reached', { cause: error });
    });
    try {
      await endpoint.shake(socket, { url, address, port, signal });
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };
}

/** Proxies without IPv6 are common, those without IPv4 are not. */
function inOrder(addresses: readonly string[]): string[] {
  const isIpv6 = (address: string): boolean => isIPv6(address);
  const ipv4 = addresses.filter((address) => !isIpv6(address));
  return [...ipv4, ...addresses.filter(isIpv6)].slice(0, MAX_ADDRESSES);
}
