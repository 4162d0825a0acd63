import { portOf, toTarget } from '../../lib/addresses/url.ts';
import type { Outbound } from '../../net/outbound.ts';

/** Tells whether other endpoints would take a URL: its host is a full name, and its addresses may be reached. */
export type IsUsable = (url: string, options: { teamId: string; signal: AbortSignal }) => Promise<boolean>;

interface UsableParts {
  outbound: Pick<Outbound, 'resolveGuarded'>;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed: (hostname: string) => boolean;
}

/** Makes the check of a result's URL. A name that nobody answers for in time counts as one that does not exist. */
export function createIsUsable({ outbound, isHostAllowed }: UsableParts): IsUsable {
  return async function isUsable(url, { teamId, signal }) {
    try {
      const target = toTarget(url, { isHostAllowed });
      const addresses = await outbound.resolveGuarded(
        { hostname: target.hostname, port: portOf(target), teamId },
        signal,
      );
      return addresses.length > 0;
    } catch {
      return false;
    }
  };
}
