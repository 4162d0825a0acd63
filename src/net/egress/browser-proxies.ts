import { ServiceError } from '../../lib/service-error.ts';
import type { Log } from '../../lib/log/log.ts';
import type { AddressGuard } from '../guard/address-guard.ts';
import type { ConnectGuarded } from '../connection/connect.ts';
import type { EgressPolicy } from './egress-policy.ts';
import { openEgressProxy, type EgressProxy, type ListenAddress } from './egress-proxy.ts';
import type { ResolveGuarded } from '../names/resolve-guarded.ts';

/** Opens an egress proxy for a browser context; whoever opens it closes it. Throws what `openEgressProxy` throws. */
export type OpenBrowserProxy = (policy: EgressPolicy, listen?: ListenAddress) => Promise<EgressProxy>;

/** The egress proxies of one outbound. Disposing it closes those that are still open. */
export interface BrowserProxies extends AsyncDisposable {
  openBrowserProxy: OpenBrowserProxy;
}

interface BrowserProxiesParts {
  guard: AddressGuard;
  connectGuarded: ConnectGuarded;
  resolveGuarded: ResolveGuarded;
  connectUpstreamFor: (upstreamUrl: URL) => ConnectGuarded;
  log: Log;
}

export function openBrowserProxies({
  guard,
  connectGuarded,
  resolveGuarded,
  connectUpstreamFor,
  log,
}: BrowserProxiesParts): BrowserProxies {
  const open = new Set<EgressProxy>();
  let isClosed = false;

  return {
    async openBrowserProxy(policy, listen) {
      const { upstreamUrl } = policy;
      const connectUpstream = upstreamUrl && connectUpstreamFor(upstreamUrl);
      const listener = await openEgressProxy({
        connectGuarded,
        resolveGuarded,
        connectUpstream,
        policy,
        listen,
        log,
      });
      // It was bound in this very turn of the event loop: no connection to it can have been admitted before.
      const claim = guard.claimPort(listener.port);
      const proxy: EgressProxy = {
        port: listener.port,
        async [Symbol.asyncDispose]() {
          await listener[Symbol.asyncDispose]();
          claim[Symbol.dispose]();
          open.delete(proxy);
        },
      };
      open.add(proxy);
      if (isClosed) {
        await proxy[Symbol.asyncDispose]();
        throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'The service is shutting down' });
      }
      return proxy;
    },

    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all(Array.from(open, (proxy) => proxy[Symbol.asyncDispose]()));
    },
  };
}
