import { networkInterfaces } from 'node:os';
import type { EgressAddress } from '../../lib/settings/egress-address.ts';
import { Places } from '../../lib/turns/places.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { OpenBrowserProxy } from '../../net/egress/browser-proxies.ts';
import type { EgressPolicy } from '../../net/egress/egress-policy.ts';
import type { EgressProxy } from '../../net/egress/egress-proxy.ts';
import type { ContextEgress } from '../start/open-browser.ts';

export interface ForeignEgressOptions {
  openBrowserProxy: OpenBrowserProxy;
  /** DECANT_EGRESS_ADDRESS. */
  address: EgressAddress | undefined;
  /** DECANT_BROWSER_NETWORK=safe. */
  isNetworkSafe: boolean;
}

/** How a browser that has no guard of its own gets out. */
export interface ForeignEgress {
  /** One sentence with the variable to set; undefined when there is a way. */
  readonly problem: string | undefined;
  /** The terms that hold, for the log at start. */
  readonly terms: string;
  openEgress(policy: EgressPolicy): Promise<ContextEgress>;
}

const UNGUARDED =
  'The browser of DECANT_BROWSER_URL has no guard of ours and may not be used: give it our proxies with DECANT_EGRESS_ADDRESS, or declare with DECANT_BROWSER_NETWORK=safe that its network reaches nothing that callers must not see';

/** Through our proxies where they are to be reached, by itself where its network is safe, and not at all otherwise. */
export function createForeignEgress(options: ForeignEgressOptions): ForeignEgress {
  const { address, isNetworkSafe, openBrowserProxy } = options;
  if (address) {
    return {
      problem: undefined,
      terms: `is not ours and fetches through our proxies at ${address.host}, ports ${address.fromPort} to ${address.toPort}; start it with --force-webrtc-ip-handling-policy=disable_non_proxied_udp, which no proxy can replace`,
      openEgress: createPortRange(address, openBrowserProxy),
    };
  }
  if (isNetworkSafe) {
    return {
      problem: undefined,
      terms:
        'is not ours and fetches by itself, since DECANT_BROWSER_NETWORK=safe says that its network is safe; nothing is blocked there, and proxies cannot be used',
      openEgress: openNothing,
    };
  }
  return {
    problem: UNGUARDED,
    terms: UNGUARDED,
    openEgress: () => Promise.reject(new ServiceError('SERVICE_UNAVAILABLE', { message: UNGUARDED })),
  };
}

async function openNothing({ upstreamUrl, allowedOrigins }: EgressPolicy): Promise<ContextEgress> {
  if (upstreamUrl ?? allowedOrigins) {
    throw new ServiceError('FEATURE_NOT_AVAILABLE', {
      message: 'Proxies need DECANT_EGRESS_ADDRESS when the browser of DECANT_BROWSER_URL is not ours',
    });
  }
  return { proxyServer: undefined, [Symbol.asyncDispose]: async () => undefined };
}

/** Share of the ports that is kept for teams that hold none. */
const SPARE_PORTS = 0.25;

/** Each way out has a port of its own; who finds none waits. */
function createPortRange(
  { host, fromPort, toPort }: EgressAddress,
  openBrowserProxy: OpenBrowserProxy,
): ForeignEgress['openEgress'] {
  const free = Array.from({ length: toPort - fromPort + 1 }, (_none, index) => fromPort + index);
  const spares = Math.floor(free.length * SPARE_PORTS);
  const places = new Places({ count: free.length - spares, spares });
  const never = new AbortController().signal;
  const listenHost = chooseListenHost(host);

  async function listen(policy: EgressPolicy): Promise<EgressProxy> {
    for (const port of Array.from(free)) {
      try {
        free.splice(free.indexOf(port), 1);
        return await openBrowserProxy(policy, { host: listenHost, port });
      } catch (error) {
        free.push(port);
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      }
    }
    throw new ServiceError('SERVICE_UNAVAILABLE', {
      message: `All ports of DECANT_EGRESS_ADDRESS (${fromPort} to ${toPort}) are used by others`,
    });
  }

  return async function openPort(policy) {
    const place = await places.take(
      { teamId: policy.teamId ?? '', isBackground: policy.isBackground ?? false },
      never,
    );
    try {
      const proxy = await listen(policy);
      let closing: Promise<void> | undefined;
      const close = async (): Promise<void> => {
        await proxy[Symbol.asyncDispose]();
        free.push(proxy.port);
        place[Symbol.dispose]();
      };
      return {
        proxyServer: `http://${host}:${proxy.port}`,
        [Symbol.asyncDispose]: () => (closing ??= close()),
      };
    } catch (error) {
      place[Symbol.dispose]();
      throw error;
    }
  };
}

/** The very address when it is one of this machine; all of them when something in between leads here. */
function chooseListenHost(host: string): string {
  const bare = host.replace(/^\[|\]$/g, '');
  if (bare === 'localhost') return '127.0.0.1';
  const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  if (own.includes(bare)) return bare;
  return bare.includes(':') ? '::' : '0.0.0.0';
}
