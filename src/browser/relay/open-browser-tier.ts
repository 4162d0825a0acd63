import { VERSION, type Config } from '../../config.ts';
import type { DriverLink } from '../../lib/driver-link.ts';
import type { Log } from '../../lib/log/log.ts';
import { Places } from '../../lib/turns/places.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { createAddressGuard } from '../../net/guard/address-guard.ts';
import { createAllowList } from '../../net/guard/allow-list.ts';
import { createBlockedHostsLoader } from '../../net/egress/blocked-hosts.ts';
import type { OpenBrowserProxy } from '../../net/egress/browser-proxies.ts';
import { createNameLookup } from '../../net/names/name-lookup.ts';
import { openOutbound } from '../../net/outbound.ts';
import { RELAY_PROTOCOL } from '../cdp/relay-protocol.ts';
import type { Browser } from '../start/open-browser.ts';
import type { StartBrowser } from '../pool/browser-supply.ts';
import { systemPoolClock } from '../pool/pool-clock.ts';
import { readMachineSize, type MachineSize } from '../../lib/machine-size.ts';
import { choosePoolLimits, type PoolLimits } from '../pool/pool-size.ts';
import { createLocalBrowserStart, type LocalBrowserStart } from '../pool/start-local-browser.ts';
import { createMemoryWatch, type MemoryWatch } from '../pool/watch-memory.ts';
import type { BrowserTier } from './browser-tier.ts';
import { openRelay } from './open-relay.ts';

export interface BrowserTierOptions {
  config: Pick<Config, 'net' | 'browser' | 'proxies' | 'dataDir'>;
  /** Ports that this process listens on; never reachable. */
  ownPorts: () => Iterable<number>;
  log: Log;
}

export interface TierParts {
  local: Pick<LocalBrowserStart, 'start' | 'problem'>;
  openBrowserProxy: OpenBrowserProxy;
  /** Chosen by the size of the machine when absent. */
  maxPages?: number | undefined;
  maxBrowsers?: number | undefined;
  log: Log;
}

const MIB = 2 ** 20;
const BROWSER_BYTES = 256 * MIB;
const RETRY_AFTER_SECONDS = 5;

/** The browsers of this machine with a guard of their own, for other processes. */
export function openBrowserTier({ config, ownPorts, log }: BrowserTierOptions): BrowserTier {
  const { net, browser, proxies, dataDir } = config;
  const { allowAddresses, dnsServers: servers } = net;
  const outbound = openOutbound({
    guard: createAddressGuard({ allow: createAllowList(allowAddresses), ownPorts }),
    log,
    lookup: createNameLookup({ servers }),
    operatorLookup: createNameLookup({ servers }),
    operatorProxies: [...proxies.basic, ...proxies.enhanced].map(({ url }) => url),
  });
  const { path: configuredPath, searchPath, needsSandbox, pages: maxPages } = browser;
  const local = createLocalBrowserStart({ dataDir, configuredPath, searchPath, needsSandbox, log });
  const tier = createBrowserTier({ local, openBrowserProxy: outbound.openBrowserProxy, maxPages, log });
  return {
    ...tier,
    async [Symbol.asyncDispose]() {
      await tier[Symbol.asyncDispose]();
      await outbound[Symbol.asyncDispose]();
    },
  };
}

/** The same from parts that somebody else owns. */
export function createBrowserTier({ local, openBrowserProxy, log, ...given }: TierParts): BrowserTier {
  const limits = choosePoolLimits(given.maxPages === undefined ? {} : { maxPages: given.maxPages });
  const { maxPages, sparePages } = limits;
  const maxBrowsers = given.maxBrowsers ?? chooseMaxBrowsers(readMachineSize());
  const places = new Places({ count: maxPages, spares: sparePages });
  const loadBlockedHosts = createBlockedHostsLoader();
  const relays = new Set<DriverLink>();
  const browsers = createBoundedBrowsers({ start: local.start, maxBrowsers, limits, log });

  return {
    accept(peer) {
      const relay = openRelay(peer, {
        startBrowser: browsers.start,
        describe: () => ({ protocol: RELAY_PROTOCOL, version: VERSION, maxPages, maxBrowsers }),
        openBrowserProxy,
        loadBlockedHosts,
        places,
        log,
      });
      const accepted: DriverLink = {
        take: (text) => relay.take(text),
        noteDrained: () => relay.noteDrained(),
        async [Symbol.asyncDispose]() {
          await relay[Symbol.asyncDispose]();
          relays.delete(accepted);
        },
      };
      relays.add(accepted);
      return accepted;
    },
    problem: () => local.problem(),
    stats: () => ({
      browsers: browsers.count,
      maxBrowsers,
      pages: places.taken,
      maxPages,
      waiting: places.waiting,
    }),
    async [Symbol.asyncDispose]() {
      places.close(new ServiceError('SERVICE_UNAVAILABLE', { message: 'The browsers are being closed' }));
      await Promise.all(Array.from(relays, (relay) => relay[Symbol.asyncDispose]()));
      browsers[Symbol.dispose]();
    },
  };
}

/** Browsers that run for peers, no more of them than may. Disposing it watches their memory no more. */
interface BoundedBrowsers extends Disposable {
  readonly count: number;
  start: StartBrowser;
}

interface BoundedBrowsersParts {
  start: StartBrowser;
  maxBrowsers: number;
  limits: PoolLimits;
  log: Log;
}

function createBoundedBrowsers({ start, maxBrowsers, limits, log }: BoundedBrowsersParts): BoundedBrowsers {
  const running = new Set<Browser>();
  let starting = 0;
  const memory = watchMemory(running, limits, log);

  async function startBounded(options: Parameters<StartBrowser>[0]): Promise<Browser> {
    if (running.size + starting >= maxBrowsers) {
      const message = `All ${maxBrowsers} browsers here are in use`;
      throw new ServiceError('SERVICE_UNAVAILABLE', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    starting += 1;
    try {
      const browser = await start(options);
      follow(browser);
      return browser;
    } finally {
      starting -= 1;
    }
  }

  function follow(browser: Browser): void {
    const { version, processId: pid, isSandboxed } = browser;
    running.add(browser);
    memory.setActive(true);
    log.info('a browser has started', { version, pid, isSandboxed });
    void browser.connection.closed.then(() => {
      // Its peer may ask for another at once.
      running.delete(browser);
      memory.setActive(running.size > 0);
      return browser.close();
    });
    void browser.exited.then((how) => {
      log.info('a browser has ended', { how, pid });
    });
  }

  return {
    get count() {
      return running.size;
    },
    start: startBounded,
    [Symbol.dispose]: () => memory[Symbol.dispose](),
  };
}

/** A pool has two browsers, and for a moment those that it has replaced. */
function chooseMaxBrowsers({ cores, memoryBytes }: MachineSize): number {
  return Math.max(2, Math.min(2 * cores + 2, Math.floor(memoryBytes / 2 / BROWSER_BYTES)));
}

function watchMemory(running: ReadonlySet<Browser>, limits: PoolLimits, log: Log): MemoryWatch {
  return createMemoryWatch({
    groups: () => Array.from(running, ({ processId }) => processId),
    maxProcessBytes: limits.maxRendererBytes,
    maxGroupBytes: limits.maxBrowserBytes,
    onKilled: (killed) =>
      log.warn('a process of a browser held too much memory and was killed', { ...killed }),
    clock: systemPoolClock,
  });
}
