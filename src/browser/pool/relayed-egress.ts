import { ServiceError } from '../../lib/service-error.ts';
import type { EgressPolicy } from '../../net/egress/egress-policy.ts';
import type { EgressRefusal } from '../../net/egress/egress-refusal.ts';
import type { CdpConnection } from '../cdp/cdp-connection.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { ContextEgress } from '../start/open-browser.ts';

/** A way out may have to wait for a place; whoever needs it has a deadline of its own. */
const PLACE_TIMEOUT_MS = 300_000;

/** How contexts of a browser of `decant serve --role browser` get out: through its guard, beside it. */
export function createRelayedEgress(
  connection: CdpConnection,
): (policy: EgressPolicy) => Promise<ContextEgress> {
  const { browser } = connection;
  const policies = new Map<string, EgressPolicy>();
  browser.on('Decant.egressRefused', ({ id, kind, hostname, port, refusal }) => {
    // Requests that passed are not told: nobody asks, and it would be a message for each.
    const report = {
      kind,
      hostname,
      port,
      sentBytes: 0,
      receivedBytes: 0,
      refusal: refusal as EgressRefusal,
    };
    policies.get(id)?.onRequest?.(report);
  });

  async function close(id: string): Promise<void> {
    policies.delete(id);
    try {
      await browser.send('Decant.closeEgress', { id });
    } catch (error) {
      // With the connection all of it has gone.
      if (!(error instanceof CdpError) || error.failure !== 'closed') throw error;
    }
  }

  return async function openRelayedEgress(policy) {
    const { teamId, isBackground, maxBytes, isBlockedHost, upstreamUrl, allowedOrigins, limits } = policy;
    if (allowedOrigins ?? limits) {
      throw new ServiceError('FEATURE_NOT_AVAILABLE', {
        message: 'This cannot be asked of a browser elsewhere',
      });
    }
    const { id, proxyServer } = await browser.send(
      'Decant.openEgress',
      {
        ...(teamId !== undefined && { teamId }),
        isBackground: isBackground ?? false,
        maxBytes,
        isBlockingAds: isBlockedHost !== undefined,
        ...(upstreamUrl && { upstreamUrl: upstreamUrl.href }),
      },
      { timeoutMs: PLACE_TIMEOUT_MS },
    );
    policies.set(id, policy);
    let closing: Promise<void> | undefined;
    return { proxyServer, [Symbol.asyncDispose]: () => (closing ??= close(id)) };
  };
}
