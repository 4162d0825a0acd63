import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { killGroup } from '../../../test/support/kill-group.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { openLoopbackSite, type LoopbackSite } from '../../../test/support/loopback-site.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { startTestSite } from '../../../test/support/test-site.ts';
import { openTestTier, TIER_TOKEN, type TestTier } from '../../../test/support/open-test-tier.ts';
import type { CdpConnection } from '../../browser/cdp/cdp-connection.ts';
import { CdpError } from '../../browser/cdp/cdp-error.ts';
import type { CdpSession } from '../../browser/cdp/cdp-session.ts';
import { openContext } from '../../browser/start/open-context.ts';
import type { BrowserPool, LeaseRequest, RawTab, Tab } from '../../browser/pool/browser-pool.ts';
import type { EgressReport } from '../../net/egress/egress-policy.ts';

const never = new AbortController().signal;

interface TestTab extends Tab {
  raw: RawTab;
}

function request(onRequest?: (report: EgressReport) => void): LeaseRequest<TestTab> {
  return {
    hasWebGl: false,
    teamId: '',
    isBackground: false,
    async openEgress({ openEgress }) {
      assert.ok(openEgress);
      return openEgress({ teamId: undefined, maxBytes: 1e9, ...(onRequest && { onRequest }) });
    },
    open: async (raw) => ({ raw, isReusable: false, [Symbol.asyncDispose]: async () => undefined }),
  };
}

async function evaluate(session: CdpSession, expression: string, timeoutMs = 10_000): Promise<unknown> {
  const { result } = await session.send(
    'Runtime.evaluate',
    { expression, awaitPromise: true, returnByValue: true },
    { timeoutMs },
  );
  return result.value;
}

async function show(session: CdpSession, url: string): Promise<unknown> {
  await session.send('Page.enable');
  const { promise, resolve } = Promise.withResolvers<void>();
  session.on('Page.loadEventFired', () => resolve());
  const { errorText } = await session.send('Page.navigate', { url });
  if (errorText !== undefined) return errorText;
  await promise;
  return evaluate(session, 'document.body.innerText');
}

const hasBrowser = await openTestTier().then(async (house) => {
  await house?.[Symbol.asyncDispose]();
  return house !== undefined;
});

describe('browsers for other processes', { skip: !hasBrowser && 'no browser here' }, () => {
  let site: LoopbackSite;
  let secret: LoopbackSite;
  let house: TestTier;
  let pool: BrowserPool;

  before(async () => {
    secret = await openLoopbackSite((_request, response) => response.end('secret'));
    site = await startTestSite({
      '/': '<title>Site</title><body>hello<script>document.body.append(" from a script")</script>',
      '/thief': `<body>thief<img src="http://127.0.0.1:${secret.port}/img"><iframe src="http://inner.test:${secret.port}/frame"></iframe><script>fetch("http://127.0.0.1:${secret.port}/fetch").catch(() => {}); new WebSocket("ws://127.0.0.1:${secret.port}/ws");</script>`,
    });
    house = (await openTestTier({ allow: [`127.0.0.1:${site.port}`] }))!;
    pool = house.openPool();
  });

  after(async () => {
    await house[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
    await secret[Symbol.asyncDispose]();
  });

  const connections: CdpConnection[] = [];
  async function openOwn(): Promise<CdpConnection> {
    const connection = await house.connect();
    connections.push(connection);
    return connection;
  }
  after(() => {
    for (const connection of connections) connection.close();
  });

  test('a pool shows pages in a browser that is elsewhere', async () => {
    await using lease = await pool.lease(request(), never);
    const { page, browser } = lease.tab.raw;
    assert.equal(browser.processId, 0);
    assert.equal(browser.hasOurFlags, true);
    assert.match(browser.version, /Chrome\/\d+/);
    assert.equal(await show(page.session, `http://site.test:${site.port}/`), 'hello from a script');
    assert.equal(house.tier.stats().pages, 1);
    assert.equal(house.processes().length, 1);
  });

  test('its guard lets a page reach nothing else, and tells what it refused', async () => {
    const reports: EgressReport[] = [];
    await using lease = await pool.lease(
      request((report) => reports.push(report)),
      never,
    );
    const { session } = lease.tab.raw.page;
    assert.equal(await show(session, `http://site.test:${site.port}/thief`), 'thief');
    const direct = await show(session, `http://127.0.0.1:${secret.port}/`);
    assert.equal(direct, 'This address may not be reached');
    const own = await show(session, `http://127.0.0.1:${house.port}/health/live`);
    assert.equal(own, 'This address may not be reached');
    await eventually(async () => {
      const refused = new Set(reports.map(({ hostname, refusal }) => `${hostname} ${refusal}`));
      assert.deepEqual(refused, new Set(['127.0.0.1 address', 'inner.test address']));
    });
    assert.equal(secret.sockets.length, 0);
  });

  test('long messages pass in both directions', async () => {
    await using lease = await pool.lease(request(), never);
    const { session } = lease.tab.raw.page;
    const size = pickSize(2_000_000, 10_000_000);
    const long = await evaluate(session, `"\\u00e9x".repeat(${size})`, 60_000);
    assert.equal((long as string).length, 2 * size);
    const expression = `${JSON.stringify('y'.repeat(size))}.length`;
    assert.equal(await evaluate(session, expression, 60_000), size);
    const many = Array.from({ length: pickSize(50, 200) }, (_none, index) =>
      evaluate(session, `"z".repeat(200_000) + ${index}`),
    );
    const lengths = await Promise.all(many.map(async (text) => String(await text).length));
    assert.ok(lengths.every((length) => length > 200_000));
  });

  test('nothing leads around the guard', async () => {
    const connection = await openOwn();
    await assert.rejects(connection.send('Browser.getVersion'), { failure: 'refused' });
    await connection.send('Decant.openBrowser', { hasWebGl: false }, undefined, { timeoutMs: 30_000 });
    await assert.rejects(connection.send('Decant.openBrowser', { hasWebGl: false }), { failure: 'refused' });
    assert.match((await connection.send('Browser.getVersion')).product, /Chrome/);
    const refused = { failure: 'refused' };
    await assert.rejects(connection.send('Target.createBrowserContext', {}), refused);
    const direct = connection.send('Target.createBrowserContext', { proxyServer: 'direct://' });
    await assert.rejects(direct, refused);
    const { proxyServer, id } = await connection.send('Decant.openEgress', {
      maxBytes: 1e6,
      isBlockingAds: false,
    });
    const context = await openContext(connection, { proxyServer });
    const { session, targetId } = await context.newPage();
    await assert.rejects(session.send('Page.navigate', { url: 'file:///etc/passwd' }), refused);
    await assert.rejects(connection.send('Target.createTarget', { url: 'file:///etc/passwd' }), refused);
    await assert.rejects(session.send('DOM.setFileInputFiles', { files: ['/etc/passwd'] }), refused);
    await assert.rejects(connection.send('Target.exposeDevToolsProtocol', { targetId }), refused);
    await assert.rejects(connection.send('Browser.setDownloadBehavior', { behavior: 'allow' }), refused);
    await assert.rejects(connection.send('Tethering.bind', { port: 4000 }), refused);
    assert.match(String(await show(session, `http://site.test:${site.port}/`)), /^hello/);
    await connection.send('Decant.closeEgress', { id });
    await assert.rejects(openContext(connection, { proxyServer }), refused);
    // Without a context of its own a page reaches nothing at all.
    const { targetId: bare } = await connection.send('Target.createTarget', { url: 'about:blank' });
    const lost = await connection.attach(bare);
    assert.match(String(await show(lost, `http://site.test:${site.port}/`)), /^net::ERR_/);
    for (const wrong of [
      'no JSON',
      '[]',
      '{"method":"Browser.getVersion"}',
      '{"id":1}',
      '{"id":1.5,"method":"x"}',
    ]) {
      const other = await house.endpoint().connect(AbortSignal.timeout(30_000));
      const closed = new Promise<Error>((resolve) =>
        other.listen({ onMessage: () => undefined, onClose: resolve }),
      );
      other.send(wrong);
      assert.match((await closed).message, /Only calls of the DevTools protocol/);
    }
    connection.close();
  });

  test('a browser lives as long as its connection, and the other way round', async () => {
    await eventually(async () => assert.equal(house.processes().length, 1));
    const others = new Set(house.processes());
    const connection = await openOwn();
    await connection.send('Decant.openBrowser', { hasWebGl: true }, undefined, { timeoutMs: 30_000 });
    assert.equal(house.processes().length, others.size + 1);
    connection.close();
    await eventually(async () => assert.deepEqual(new Set(house.processes()), others));

    const second = await openOwn();
    await second.send('Decant.openBrowser', { hasWebGl: false }, undefined, { timeoutMs: 30_000 });
    const pid = house.processes().find((one) => !others.has(one));
    killGroup({ pid });
    assert.match((await second.closed).message, /The browser has ended/);

    const third = await openOwn();
    await third.send('Decant.openBrowser', { hasWebGl: false }, undefined, { timeoutMs: 30_000 });
    await third.send('Browser.close');
    assert.match((await third.closed).message, /Closed as asked/);
    await eventually(async () => assert.deepEqual(new Set(house.processes()), others));
  });

  test('a page whose browser is killed fails at once, and the next one has another', async () => {
    const lease = await pool.lease(request(), never);
    const waiting = evaluate(lease.tab.raw.page.session, 'new Promise(() => {})');
    const failed = assert.rejects(
      waiting,
      (error) => error instanceof CdpError && error.failure === 'closed',
    );
    for (const pid of house.processes()) process.kill(-pid, 'SIGKILL');
    await failed;
    await lease[Symbol.asyncDispose]();
    await using next = await pool.lease(request(), never);
    assert.match(String(await show(next.tab.raw.page.session, `http://site.test:${site.port}/`)), /^hello/);
  });

  test('pages wait for a place, browsers for nobody', async () => {
    const leases = [await pool.lease(request(), never), await pool.lease(request(), never)];
    const third = pool.lease(request(), never);
    await eventually(async () => assert.equal(house.tier.stats().waiting, 1));
    await leases[0]?.[Symbol.asyncDispose]();
    leases.push(await third);
    assert.equal(house.tier.stats().pages, 2);
    for (const lease of leases) await lease[Symbol.asyncDispose]();
    await eventually(async () => assert.equal(house.tier.stats().pages, 0));

    const others = [await openOwn(), await openOwn()];
    const call = { timeoutMs: 30_000 };
    for (const one of others) await one.send('Decant.openBrowser', { hasWebGl: false }, undefined, call);
    await assert.rejects(house.start().start({ hasWebGl: false, signal: never }), {
      code: 'SERVICE_UNAVAILABLE',
      message: /could not be started \(All 3 browsers here are in use\)/,
    });
    for (const one of others) one.close();
    await eventually(async () => assert.equal(house.tier.stats().browsers, 1));
    // A peer that was told that there is none may ask again.
    const browser = await house.start().start({ hasWebGl: false, signal: never });
    await browser.close();
  });

  test('the token is asked for, and what is wrong is said', async () => {
    const at = `http://127.0.0.1:${house.port}`;
    assert.equal((await fetch(`${at}/health/live`)).status, 200);
    const ready = await fetch(`${at}/health/ready`);
    assert.equal(((await ready.json()) as { maxPages: number }).maxPages, 2);
    assert.equal((await fetch(`${at}/json/version`)).status, 404);
    for (const token of ['another-token-of-length', '', `${TIER_TOKEN}x`]) {
      const start = house.start(house.endpoint({ token }));
      assert.match((await start.problem()) ?? '', /does not accept our token: set DECANT_BROWSER_TOKEN/);
      await assert.rejects(start.start({ hasWebGl: false, signal: never }), { code: 'SERVICE_UNAVAILABLE' });
    }
    const elsewhere = house.start(house.endpoint({ url: `ws://127.0.0.1:${house.port}/other` }));
    assert.match((await elsewhere.problem()) ?? '', /is not at this path: set DECANT_BROWSER_URL/);
    const token = encodeURIComponent(TIER_TOKEN);
    for (const url of [
      `ws://${token}@127.0.0.1:${house.port}/browser`,
      `ws://127.0.0.1:${house.port}/browser?token=${token}`,
    ]) {
      const transport = await house.endpoint({ url, token: undefined }).connect(AbortSignal.timeout(30_000));
      transport.close(new Error('enough'));
    }
    assert.equal(await house.start().problem(), undefined);
    // Nobody there comes back by itself: no reason to refuse requests beforehand.
    const gone = await openLoopbackSite(() => undefined);
    await gone[Symbol.asyncDispose]();
    const away = house.start(house.endpoint({ url: `ws://127.0.0.1:${gone.port}/browser` }));
    assert.equal(await away.problem(), undefined);
    await assert.rejects(away.start({ hasWebGl: false, signal: never }), {
      code: 'SERVICE_UNAVAILABLE',
      message: 'The browser of DECANT_BROWSER_URL does not answer',
    });
  });

  test('closing ends every connection and every browser', async () => {
    const closing = (await openTestTier())!;
    const connection = await closing.connect();
    await connection.send('Decant.openBrowser', { hasWebGl: false }, undefined, { timeoutMs: 30_000 });
    const [pid = 0] = closing.processes();
    await closing[Symbol.asyncDispose]();
    assert.match((await connection.closed).message, /shutting down/);
    assert.throws(() => process.kill(pid, 0));
    const late = fetch(`http://127.0.0.1:${closing.port}/health/live`);
    await assert.rejects(late);
  });
});
