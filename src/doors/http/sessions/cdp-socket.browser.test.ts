import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { fastify } from 'fastify';
import { chromium } from 'playwright-core';
import { connect as connectPuppeteer } from 'puppeteer-core';
import { WebSocket } from 'ws';
import { eventually } from '../../../../test/support/eventually.ts';
import { shareTestSession } from '../../../../test/support/share-test-session.ts';
import { startTestSite } from '../../../../test/support/test-site.ts';
import type { LoopbackSite } from '../../../../test/support/loopback-site.ts';
import type { SessionBrowser } from '../../../browser/sharing/session-browser.ts';
import type { Log } from '../../../lib/log/log.ts';
import { silentLog } from '../../../lib/log/log.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { answerError } from '../errors.ts';
import { routeUpgrades, type UpgradeDoor } from '../upgrades.ts';
import { addDriverRoutes, serveDrivers } from './cdp-socket.ts';

const TOKEN = 'abc.DEF-123_x';
const told: string[] = [];
const log: Log = {
  ...silentLog,
  debug: (message, fields) => void told.push(`${message} ${JSON.stringify(fields)}`),
};

describe('the address that drivers connect to', { timeout: 120_000 }, () => {
  const open = new AsyncDisposableStack();
  const http = { publicUrl: undefined, isProxyTrusted: false };
  let shared: SessionBrowser | undefined;
  let site: LoopbackSite;
  let door: UpgradeDoor;
  let address = '';

  before(async () => {
    shared = await shareTestSession();
    site = open.use(await startTestSite({ '/': '<!doctype html><title>Here</title>' }));
    const parts = {
      log,
      async joinSession(token: string) {
        if (token !== TOKEN || !shared) throw new ServiceError('NOT_FOUND', { message: 'No such session' });
        return shared.connectDriver;
      },
    };
    const server = fastify({ routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 } });
    server.setErrorHandler((error, _request, reply) => {
      const { status, body } = answerError(error, log);
      return reply.status(status).send(body);
    });
    addDriverRoutes(server, parts, { http });
    door = serveDrivers(parts, { http });
    const upgrades = routeUpgrades(server.server, { cdp: door }, door);
    await server.listen({ port: 0, host: '127.0.0.1' });
    open.defer(async () => {
      await upgrades[Symbol.asyncDispose]();
      await server.close();
    });
    address = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  after(() => open.disposeAsync());

  const doorTest = (name: string, run: (session: SessionBrowser) => Promise<void>): void =>
    void test(name, (context) => (shared ? run(shared) : context.skip('no browser')));

  async function refusalOf(path: string, options: { origin?: string } = {}): Promise<number | undefined> {
    const socket = new WebSocket(`ws://${address}${path}`, options);
    socket.on('error', () => undefined);
    const [, { statusCode }] = (await once(socket, 'unexpected-response')) as [
      unknown,
      { statusCode?: number },
    ];
    socket.terminate();
    return statusCode;
  }

  doorTest('Playwright and Puppeteer use it as it is, by WebSocket and by HTTP', async (session) => {
    const first = await chromium.connectOverCDP(`ws://${address}/cdp/${TOKEN}`);
    const second = await chromium.connectOverCDP(`http://${address}/cdp/${TOKEN}`);
    const third = await connectPuppeteer({ browserWSEndpoint: `ws://${address}/cdp/${TOKEN}` });
    const fourth = await connectPuppeteer({ browserURL: `http://${address}/cdp/${TOKEN}` });
    assert.equal(session.drivers, 4);
    await first.contexts()[0]!.pages()[0]!.goto(site.origin);
    assert.equal(await second.contexts()[0]!.pages()[0]!.title(), 'Here');
    for (const driver of [third, fourth]) assert.equal(await (await driver.pages())[0]!.title(), 'Here');
    await third.close();
    await Promise.all([first.close(), second.close(), fourth.disconnect()]);
    await eventually(async () => assert.equal(session.drivers, 0));
    const live = await session.activePage(AbortSignal.timeout(30_000));
    assert.equal(await live.evaluate('document.title'), 'Here');
  });

  doorTest('where the WebSocket is is told with and without a slash', async () => {
    for (const path of ['json/version', 'json/version/']) {
      const answer = await fetch(`http://${address}/cdp/${TOKEN}/${path}`);
      const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string };
      assert.equal(webSocketDebuggerUrl, `ws://${address}/cdp/${TOKEN}`);
    }
    assert.equal((await fetch(`http://${address}/cdp/nobody/json/version`)).status, 404);
  });

  doorTest('pages, strangers and other paths are refused', async (session) => {
    const origin = 'https://a.test';
    assert.equal(await refusalOf(`/cdp/${TOKEN}`, { origin }), 403);
    assert.equal(
      (await fetch(`http://${address}/cdp/${TOKEN}/json/version`, { headers: { origin } })).status,
      403,
    );
    for (const path of ['/cdp/', '/cdp/nobody', `/cdp/${TOKEN}x`, `/cdp/${TOKEN}/more`, `/cdp/%00`]) {
      assert.equal(await refusalOf(path), 404, path);
    }
    assert.equal(session.drivers, 0);
  });

  doorTest('what is no call of the protocol ends the conversation', async (session) => {
    for (const [message, code] of [
      ['nonsense', 1008],
      ['{"id":1}', 1008],
      [Buffer.from('{}'), 1003],
    ] as const) {
      const socket = new WebSocket(`ws://${address}/cdp/${TOKEN}`);
      await once(socket, 'open');
      assert.equal(socket.protocol, '');
      assert.equal(socket.extensions, '');
      socket.send(message);
      const [closed] = (await once(socket, 'close')) as [number];
      assert.equal(closed, code);
    }
    await eventually(async () => assert.equal(session.drivers, 0));
  });

  doorTest('a service that stops says so to drivers, and the log has no token', async (session) => {
    const socket = new WebSocket(`ws://${address}/cdp/${TOKEN}`);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await door[Symbol.asyncDispose]();
    assert.equal((await closed)[0], 1001);
    await eventually(async () => assert.equal(session.drivers, 0));
    assert.ok(told.length > 0);
    assert.ok(!told.join('\n').includes(TOKEN));
    assert.equal(await refusalOf(`/cdp/${TOKEN}`), 503);
  });
});
