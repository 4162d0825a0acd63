import type { Log } from '../lib/log.ts';
import type { AddressGuard } from './address-guard.ts';
import { createConnectGuarded, type ConnectGuarded } from './connect.ts';
import { openConnectionPool, type ConnectionLimits } from './connection-pool.ts';
import { createFetchPage, type FetchPage } from './fetch.ts';
import { createResolve, type Lookup } from './resolve.ts';
import { createSend, type SendTimeouts } from './send.ts';
import { createStartTls } from './start-tls.ts';

/** The one way out of the machine. Disposing it closes every connection. */
export interface Outbound extends AsyncDisposable {
  fetchPage: FetchPage;
  connectGuarded: ConnectGuarded;
}

type OutboundLimits = ConnectionLimits & SendTimeouts;

export interface OutboundOptions {
  guard: AddressGuard;
  log: Log;
  limits?: Partial<OutboundLimits>;
  /** The system's resolver when absent. */
  lookup?: Lookup;
  /** Certificates (PEM) to trust besides the well-known ones. */
  certificateAuthorities?: readonly string[];
}

const DEFAULT_LIMITS: OutboundLimits = {
  connectMs: 10_000,
  firstByteMs: 60_000,
  idleMs: 30_000,
  keepAliveMs: 4_000,
  maxKeepAliveMs: 15_000,
  maxIdleConnections: 256,
  maxHeaderBytes: 64 * 1024,
};

export function openOutbound({
  guard,
  log,
  limits: given,
  lookup,
  certificateAuthorities,
}: OutboundOptions): Outbound {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const connectGuarded = createConnectGuarded({
    guard,
    resolve: createResolve(lookup),
    startTls: createStartTls(certificateAuthorities),
  });
  const pool = openConnectionPool(connectGuarded, limits);
  return {
    connectGuarded,
    fetchPage: createFetchPage(createSend(pool, limits, log)),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
