import type { FastifyInstance } from 'fastify';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import type { Draining } from '../draining.ts';
import type { UpgradeDoor } from '../upgrades.ts';
import type { WebFiles } from '../web/web-files.ts';
import { addDriverRoutes, serveDrivers } from './cdp-socket.ts';
import { addHostRoute } from './host-route.ts';
import { addLivePage } from './live-page.ts';
import { serveLiveViews } from './live-socket.ts';
import { relayUpgrades } from './relay-upgrades.ts';

/**
 * Adds the signed addresses of sessions, and what takes calls of other processes; gives the doors of their WebSockets by
 * the first part of a path.
 */
export function addSessionDoors(
  server: FastifyInstance,
  app: App,
  { http, draining, web }: { http: Config['http']; draining: Draining; web: () => WebFiles },
): Record<'cdp' | 'live', UpgradeDoor> {
  const driving = { joinSession: (token: string) => app.sessions.joinDriver(token), log: app.log };
  addLivePage(server, app, web);
  addDriverRoutes(server, driving, { http });
  addHostRoute(server, app, draining);
  return {
    cdp: relayUpgrades(serveDrivers(driving, { http }), app),
    live: relayUpgrades(serveLiveViews(app, { http }), app),
  };
}
