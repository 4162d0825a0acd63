import type { Socket } from 'node:net';
import { ServiceError } from '../../lib/service-error.ts';
import type { AddressGuard } from '../guard/address-guard.ts';
import { normalizeHostName } from '../../lib/addresses/host-name.ts';
import { openSocket } from './open-socket.ts';
import type { Resolve } from '../names/resolve.ts';
import { siteFailure } from './site-failure.ts';
import type { StartTls } from './start-tls.ts';
import { openTimeLimit } from '../../lib/time/time-limit.ts';

interface Destination {
  /** A name or an IP address, as it stands in a URL. */
  hostname: string;
  port: number;
  /** The team that the name is looked up for; see `Asker`. */
  teamId: string | undefined;
  /** The settings of TLS; absent for plain TCP. */
  tls?: { isVerified: boolean };
  /** The time for resolving, connecting and the TLS handshake together; ten seconds when absent. */
  timeoutMs?: number;
  signal: AbortSignal;
}

/**
 * The only function that opens connections to the outside. It resolves a host, has every address checked and connects
 * to one of those very addresses, so that a second answer of the name server counts for nothing. Throws
 * SCRAPE_ADDRESS_NOT_ALLOWED, SCRAPE_DNS_RESOLUTION_ERROR, SCRAPE_SSL_ERROR, SCRAPE_TIMEOUT, SCRAPE_SITE_ERROR or the
 * signal's reason.
 */
export type ConnectGuarded = (destination: Destination) => Promise<Socket>;

interface ConnectorParts {
  guard: Pick<AddressGuard, 'admit'>;
  resolve: Resolve;
  startTls: StartTls;
}

export function createConnectGuarded({ guard, resolve, startTls }: ConnectorParts): ConnectGuarded {
  return async function connectGuarded({
    hostname: given,
    port,
    teamId,
    tls,
    timeoutMs = 10_000,
    signal: caller,
  }) {
    const hostname = normalizeHostName(given);
    using limit = openTimeLimit(caller, timeoutMs, () => notInTime(hostname, timeoutMs));
    const { signal } = limit;
    let socket: Socket | undefined;
    try {
      const resolved = await resolve(hostname, { teamId, signal });
      const addresses = guard.admit({ hostname, port, addresses: resolved });
      socket = await openSocket({ addresses, port, signal });
      if (!tls) return socket;
      return await startTls(socket, { hostname, isVerified: tls.isVerified, signal });
    } catch (error) {
      socket?.destroy();
      signal.throwIfAborted();
      throw siteFailure(error, {
        hostname,
        step: socket ? 'tls' : 'connect',
        isVerified: tls?.isVerified ?? false,
      });
    }
  };
}

function notInTime(hostname: string, timeoutMs: number): ServiceError {
  return new ServiceError('SCRAPE_TIMEOUT', {
    message: `${hostname} did not accept a connection within ${Math.round(timeoutMs)} ms`,
  });
}
