import type { Log } from '../lib/log/log.ts';
import type { AddressGuard } from './guard/address-guard.ts';
import { openBrowserProxies, type OpenBrowserProxy } from './egress/browser-proxies.ts';
import { createConnectVia } from './upstream/connect-via.ts';
import { createConnectGuarded, type ConnectGuarded } from './connection/connect.ts';
import { openConnectionPool, type ConnectionLimits } from './connection/connection-pool.ts';
import { createStreamsOpener, type OpenStreams } from './fetch-stream.ts';
import { createFetchPage, type FetchPage } from './fetch.ts';
import { createResolveGuarded, type ResolveGuarded } from './names/resolve-guarded.ts';
import type { Lookup } from './names/lookup.ts';
import { createNameLookup } from './names/name-lookup.ts';
import { createResolve, type Resolve } from './names/resolve.ts';
import { createSend, type SendTimeouts } from './connection/send.ts';
import { createStartTls } from './connection/start-tls.ts';
import { upstreamEndpointOf } from './upstream/upstream-endpoint.ts';
import { openUpstreamSenders } from './upstream/upstream-senders.ts';

/** The one way out of the machine. Disposing it closes every connection. */
export interface Outbound extends AsyncDisposable {
  fetchPage: FetchPage;
  /** Opens streams of files too large to be held; the caller closes them. */
  openStreams: OpenStreams;
  connectGuarded: ConnectGuarded;
  resolveGuarded: ResolveGuarded;
  /** Opens a proxy for a browser, whose port is one of our own while it is open. */
  openBrowserProxy: OpenBrowserProxy;
}

type OutboundLimits = ConnectionLimits & SendTimeouts;

export interface OutboundOptions {
  guard: AddressGuard;
  log: Log;
  limits?: Partial<OutboundLimits>;
  /** Finds the names that callers ask for; `createNameLookup()` when absent. */
  lookup?: Lookup;
  /** Finds those of the operator's proxies, so that no caller can keep them waiting; one of its own when absent. */
  operatorLookup?: Lookup | undefined;
  /** Certificates (PEM) to trust besides the well-known ones. */
  certificateAuthorities?: readonly string[];
  /**
   * The operator's proxies: requests that are sent through one may connect to its very host and port though that is not
   * public. Any other upstream proxy is connected to like a site.
   */
  operatorProxies?: readonly URL[];
}

const DEFAULT_LIMITS: OutboundLimits = {
  connectMs: 10_000,
  // There is no limit here: the deadline of the request ends the wait, and a caller may give it minutes.
  firstByteMs: 0,
  idleMs: 30_000,
  keepAliveMs: 4_000,
  maxKeepAliveMs: 15_000,
  maxIdleConnections: 256,
  maxHeaderBytes: 64 * 1024,
};

/** Idle connections that are kept through one upstream proxy. */
const MAX_IDLE_THROUGH_PROXY = 32;

/** Opens the one way out of the process. Every connection of its functions goes through the guard. */
export function openOutbound({
  guard,
  log,
  limits: given,
  lookup = createNameLookup(),
  operatorLookup = createNameLookup(),
  certificateAuthorities,
  operatorProxies = [],
}: OutboundOptions): Outbound {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const resolve = createResolve(lookup);
  const resolveForOperator = withoutTeam(createResolve(operatorLookup));
  const startTls = createStartTls(certificateAuthorities);
  const connectGuarded = createConnectGuarded({ guard, resolve, startTls });
  const resolveGuarded = createResolveGuarded(guard, resolve);
  const pool = openConnectionPool(connectGuarded, limits);

  const operatorEndpoints = new Set(operatorProxies.map(endpointKey));
  const connectUpstreamFor = (upstreamUrl: URL): ConnectGuarded =>
    operatorEndpoints.has(endpointKey(upstreamUrl))
      ? createConnectGuarded({
          guard: guard.forEndpoint(upstreamEndpointOf(upstreamUrl)),
          resolve: resolveForOperator,
          startTls,
        })
      : connectGuarded;
  const maxIdleConnections = Math.min(limits.maxIdleConnections, MAX_IDLE_THROUGH_PROXY);
  const connectVia = (upstreamUrl: URL): ConnectGuarded =>
    createConnectVia({
      upstreamUrl,
      connectUpstream: connectUpstreamFor(upstreamUrl),
      resolveGuarded,
      startTls,
    });
  const senders = openUpstreamSenders({
    connectVia,
    openPool: (connect) => openConnectionPool(connect, { ...limits, maxIdleConnections }),
    createSend: (through) => createSend(through, limits, log),
  });
  const proxies = openBrowserProxies({ guard, connectGuarded, resolveGuarded, connectUpstreamFor, log });
  const files = createStreamsOpener({
    connectFor: (upstreamUrl) => (upstreamUrl ? connectVia(upstreamUrl) : connectGuarded),
    limits,
  });

  return {
    connectGuarded,
    resolveGuarded,
    fetchPage: createFetchPage(createSend(pool, limits, log), senders.sendThrough),
    openStreams: files.openStreams,
    openBrowserProxy: proxies.openBrowserProxy,
    async [Symbol.asyncDispose]() {
      const parts = [pool, senders, files, proxies];
      await Promise.all(parts.map((part) => part[Symbol.asyncDispose]()));
    },
  };
}

/** The proxies are nobody's in particular: one answer is for all who ask at the time. */
function withoutTeam(resolve: Resolve): Resolve {
  return (hostname, { signal }) => resolve(hostname, { teamId: undefined, signal });
}

function endpointKey(upstreamUrl: URL): string {
  const { hostname, port } = upstreamEndpointOf(upstreamUrl);
  return `${hostname} ${port}`;
}
