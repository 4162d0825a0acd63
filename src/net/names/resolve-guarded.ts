import type { AddressGuard } from '../guard/address-guard.ts';
import { normalizeHostName } from '../../lib/addresses/host-name.ts';
import type { Resolve } from './resolve.ts';

/**
 * The checked addresses of a host, for those who have someone else connect to them. Throws SCRAPE_ADDRESS_NOT_ALLOWED,
 * SCRAPE_DNS_RESOLUTION_ERROR, SCRAPE_TIMEOUT or the signal's reason.
 */
export type ResolveGuarded = (
  host: { hostname: string; port: number; teamId: string | undefined },
  signal: AbortSignal,
) => Promise<readonly string[]>;

export function createResolveGuarded(guard: AddressGuard, resolve: Resolve): ResolveGuarded {
  return async function resolveGuarded({ hostname: given, port, teamId }, signal) {
    const hostname = normalizeHostName(given);
    return guard.admit({ hostname, port, addresses: await resolve(hostname, { teamId, signal }) });
  };
}
