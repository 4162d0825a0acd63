import type { Socket } from 'node:net';
import { createAddressGuard } from './guard/address-guard.ts';
import { createAllowList } from './guard/allow-list.ts';
import { createConnectGuarded } from './connection/connect.ts';
import type { Lookup } from './names/lookup.ts';
import { createNameLookup } from './names/name-lookup.ts';
import { createResolve } from './names/resolve.ts';
import { createStartTls } from './connection/start-tls.ts';

/** Opens one connection to the endpoint; rejects as `ConnectGuarded` does. */
export type OperatorConnect = (options: { signal: AbortSignal; timeoutMs?: number }) => Promise<Socket>;

export interface OperatorConnectOptions {
  /** `http:` or, with TLS, `https:`; its host and port count. */
  endpoint: URL;
  /** Ports that we listen on: refused on this machine. */
  ownPorts: () => Iterable<number>;
  /** Shared with nothing that callers can ask for; one of its own when absent. */
  lookup?: Lookup | undefined;
  /** Certificates (PEM) to trust besides the well-known ones. */
  certificateAuthorities?: readonly string[] | undefined;
}

/** The way to one endpoint that the operator configured and that is spoken to in something else than requests. */
export function createOperatorConnect(options: OperatorConnectOptions): OperatorConnect {
  const { endpoint, ownPorts, lookup = createNameLookup(), certificateAuthorities } = options;
  const isTls = endpoint.protocol === 'https:';
  const port = endpoint.port === '' ? (isTls ? 443 : 80) : Number(endpoint.port);
  const guard = createAddressGuard({ allow: createAllowList([]), ownPorts });
  const connect = createConnectGuarded({
    guard: guard.forEndpoint({ hostname: endpoint.hostname, port }),
    resolve: createResolve(lookup),
    startTls: createStartTls(certificateAuthorities),
  });
  return function operatorConnect({ signal, timeoutMs = 10_000 }) {
    return connect({
      hostname: endpoint.hostname,
      port,
      teamId: undefined,
      ...(isTls && { tls: { isVerified: true } }),
      timeoutMs,
      signal,
    });
  };
}
