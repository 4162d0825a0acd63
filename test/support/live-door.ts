import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { createCastCores, type CastCores } from '../../src/browser/live/cast-cores.ts';
import { openLiveView, type LiveView, type ViewedBrowser } from '../../src/browser/live/open-live-view.ts';
import { addLivePage } from '../../src/doors/http/sessions/live-page.ts';
import { serveLiveViews, type LiveApp } from '../../src/doors/http/sessions/live-socket.ts';
import { isWebSocketRequest, routeUpgrades } from '../../src/doors/http/upgrades.ts';
import { addWebFiles } from '../../src/doors/http/web/add-web-files.ts';
import { createWebFiles } from '../../src/doors/http/web/web-files.ts';
import { silentLog } from '../../src/lib/log/log.ts';
import { ServiceError } from '../../src/lib/service-error.ts';

export interface LiveDoor extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly view: LiveView;
  /** Closes the sockets, as a service that stops does; the pages stay. */
  restart(): Promise<void>;
}

/** The live view of one session behind the doors of the service: `/live/watch` and `/live/control` lead to it. */
export async function openLiveDoor(
  browser: ViewedBrowser,
  { cores = createCastCores() }: { cores?: CastCores } = {},
): Promise<LiveDoor> {
  const view = openLiveView(browser, { cores });
  const app: LiveApp = {
    log: silentLog,
    async checkView(token) {
      if (token === 'watch' || token === 'control') return;
      throw new ServiceError('NOT_FOUND', { message: 'This link is not valid, or has expired' });
    },
    async joinView(token, peer) {
      await app.checkView(token);
      return view.join(peer, { isInteractive: token === 'control' });
    },
  };
  const server = fastify({ http: { shouldUpgradeCallback: isWebSocketRequest } });
  const files = createWebFiles();
  addWebFiles(server, files);
  addLivePage(server, app, files);
  const state = { door: serveLiveViews(app, { http: { publicUrl: undefined, isProxyTrusted: false } }) };
  const upgrades = routeUpgrades(
    server.server,
    {},
    {
      accept: (...handshake) => state.door.accept(...handshake),
      [Symbol.asyncDispose]: () => state.door[Symbol.asyncDispose](),
    },
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    view,
    async restart() {
      const before = state.door;
      state.door = serveLiveViews(app, { http: { publicUrl: undefined, isProxyTrusted: false } });
      await before[Symbol.asyncDispose]();
    },
    async [Symbol.asyncDispose]() {
      await view[Symbol.asyncDispose]();
      await upgrades[Symbol.asyncDispose]();
      await server.close();
    },
  };
}
