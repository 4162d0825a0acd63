import { chmod, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CdpConnection } from '../../src/browser/cdp/cdp-connection.ts';
import { openBrowser } from '../../src/browser/start/open-browser.ts';
import type { BrowserPool } from '../../src/browser/pool/browser-pool.ts';
import { createForeignEgress } from '../../src/browser/pool/foreign-egress.ts';
import { openBrowserPool } from '../../src/browser/pool/open-browser-pool.ts';
import { createRemoteEndpoint, type RemoteEndpoint } from '../../src/browser/pool/remote-endpoint.ts';
import {
  createRemoteBrowserStart,
  type RemoteBrowserStart,
} from '../../src/browser/pool/start-remote-browser.ts';
import type { BrowserTier } from '../../src/browser/relay/browser-tier.ts';
import { createBrowserTier } from '../../src/browser/relay/open-browser-tier.ts';
import { openBrowserDoor } from '../../src/doors/browser/open-browser-door.ts';
import { silentLog } from '../../src/lib/log/log.ts';
import { createAddressGuard } from '../../src/net/guard/address-guard.ts';
import { createAllowList } from '../../src/net/guard/allow-list.ts';
import type { Lookup } from '../../src/net/names/lookup.ts';
import { openTestOutbound } from './page-request.ts';
import { findTestBrowser } from './test-browser.ts';

export const TIER_TOKEN = 'a-token-of-some-length';

export interface TestTier extends AsyncDisposable {
  readonly tier: BrowserTier;
  readonly port: number;
  /** Process ids of the browsers that run. */
  processes(): number[];
  endpoint(options?: { token?: string | undefined; url?: string }): RemoteEndpoint;
  start(endpoint?: RemoteEndpoint): RemoteBrowserStart;
  openPool(): BrowserPool;
  /** A connection of its own, on which nothing was said yet. */
  connect(): Promise<CdpConnection>;
}

export interface TestTierOptions {
  /** What pages may reach; all of loopback when absent. */
  allow?: readonly string[];
  lookup?: Lookup;
  maxPages?: number;
  maxBrowsers?: number;
}

/** What `decant serve --role browser` does, in this process; undefined where there is no browser for this machine. */
export async function openTestTier(options: TestTierOptions = {}): Promise<TestTier | undefined> {
  const found = await findTestBrowser();
  if (!found) return undefined;
  const { allow = ['127.0.0.0/8'], lookup, maxPages = 2, maxBrowsers = 3 } = options;
  await using opening = new AsyncDisposableStack();
  const homes = opening.use(await mkdtempDisposable(join(tmpdir(), 'decant-homes-')));
  await chmod(homes.path, 0o755);
  const ports: number[] = [];
  const outbound = opening.use(
    openTestOutbound({
      guard: createAddressGuard({ allow: createAllowList(allow), ownPorts: () => ports }),
      ...(lookup && { lookup }),
    }),
  );
  const processes = new Set<number>();
  const tier = opening.use(
    createBrowserTier({
      local: {
        async start({ hasWebGl, signal }) {
          const browser = await openBrowser({ ...found, temporaryFolders: [homes.path], hasWebGl, signal });
          processes.add(browser.processId);
          void browser.exited.then(() => processes.delete(browser.processId));
          return browser;
        },
        problem: async () => undefined,
      },
      openBrowserProxy: outbound.openBrowserProxy,
      maxPages,
      maxBrowsers,
      log: silentLog,
    }),
  );
  const door = opening.use(
    await openBrowserDoor({ tier, token: TIER_TOKEN, host: '127.0.0.1', port: 0, log: silentLog }),
  );
  ports.push(door.port);
  const open = opening.move();

  const endpoint: TestTier['endpoint'] = ({ token = TIER_TOKEN, url } = {}) =>
    createRemoteEndpoint({
      url: new URL(url ?? `ws://127.0.0.1:${door.port}/browser`),
      token,
      ownPorts: () => [],
    });
  const start: TestTier['start'] = (at = endpoint()) => {
    const { openBrowserProxy } = outbound;
    const foreign = createForeignEgress({ openBrowserProxy, address: undefined, isNetworkSafe: false });
    return createRemoteBrowserStart({ endpoint: at, foreign, log: silentLog });
  };
  return {
    tier,
    port: door.port,
    processes: () => [...processes],
    endpoint,
    start,
    openPool: () => open.use(openBrowserPool({ ...start(), limits: { maxPages: 4 }, log: silentLog })),
    connect: async () => new CdpConnection(await endpoint().connect(AbortSignal.timeout(30_000))),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
