import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestOutbound } from '../../../test/support/page-request.ts';
import { silentLog } from '../../lib/log/log.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { CdpConnection } from '../cdp/cdp-connection.ts';
import type { CdpListeners, CdpTransport } from '../cdp/cdp-transport.ts';
import type { CdpMessage } from '../cdp/protocol.ts';
import { Places } from '../../lib/turns/places.ts';
import type { Browser } from '../start/open-browser.ts';
import { openRelay, type RelayParts } from './open-relay.ts';

const MIB = 2 ** 20;

/** One side of the relay: what it was sent, and how much of that waits. */
function createSide() {
  return {
    got: [] as string[],
    queuedBytes: 0,
    isPaused: false,
    closed: undefined as { code: number; reason: string } | undefined,
    send(message: string) {
      this.got.push(message);
    },
    setPaused(isPaused: boolean) {
      this.isPaused = isPaused;
    },
    close(code: number, reason: string) {
      this.closed ??= { code, reason };
    },
    messages(): CdpMessage[] {
      return this.got.map((text) => JSON.parse(text) as CdpMessage);
    },
  };
}

function createFakeBrowser() {
  const side = createSide();
  const wired: { listeners?: CdpListeners } = {};
  const transport: CdpTransport = {
    send: (message) => side.send(message),
    get queuedBytes() {
      return side.queuedBytes;
    },
    setPaused: (isPaused) => side.setPaused(isPaused),
    listen: (listeners) => void (wired.listeners = listeners),
    close: (reason) => wired.listeners?.onClose(reason),
  };
  const connection = new CdpConnection(transport);
  const state = { isClosed: false };
  const browser = {
    version: 'Fake/1',
    userAgent: 'fake',
    isSandboxed: true,
    connection,
    async close() {
      state.isClosed = true;
    },
  } as unknown as Browser;
  return {
    side,
    state,
    browser,
    say: (text: string) => wired.listeners?.onMessage(text),
    drain: () => wired.listeners?.onDrain?.(),
    die: () => wired.listeners?.onClose(new Error('killed')),
  };
}

async function openHouse(more: Partial<RelayParts> = {}) {
  const outbound = openTestOutbound();
  const peer = createSide();
  const fake = createFakeBrowser();
  const asked: unknown[] = [];
  const places = new Places({ count: 1 });
  const relay = openRelay(peer, {
    async startBrowser({ hasWebGl }) {
      asked.push(hasWebGl);
      return fake.browser;
    },
    describe: () => ({ protocol: 1, version: '1.2.3', maxPages: 1, maxBrowsers: 1 }),
    openBrowserProxy: outbound.openBrowserProxy,
    loadBlockedHosts: async () => (hostname) => hostname === 'ads.test',
    places,
    log: silentLog,
    ...more,
  });
  let id = 0;
  return {
    peer,
    fake,
    relay,
    asked,
    places,
    take: (message: object) => relay.take(JSON.stringify(message)),
    /** The answer to a call that the relay carries out itself. */
    async ask(method: string, params?: object): Promise<CdpMessage> {
      id -= 1;
      const own = id;
      relay.take(JSON.stringify({ id: own, method, ...(params && { params }) }));
      for (let turn = 0; turn < 200; turn += 1) {
        const answer = peer.messages().find((message) => message.id === own);
        if (answer) return answer;
        await new Promise((resolve) => setImmediate(resolve));
      }
      throw new Error(`no answer to ${method}`);
    },
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await outbound[Symbol.asyncDispose]();
    },
  };
}

test('describes itself, starts one browser, and passes on what is written anew', async () => {
  await using house = await openHouse();
  const { peer, fake } = house;
  assert.deepEqual((await house.ask('Decant.describe')).result, {
    protocol: 1,
    version: '1.2.3',
    maxPages: 1,
    maxBrowsers: 1,
  });
  assert.match((await house.ask('Page.enable')).error?.message ?? '', /openBrowser comes first/);
  assert.equal((await house.ask('Decant.somethingElse')).error?.code, -32_601);
  const { result } = await house.ask('Decant.openBrowser', { hasWebGl: true });
  assert.deepEqual(result, { version: 'Fake/1', userAgent: 'fake', isSandboxed: true });
  assert.deepEqual(house.asked, [true]);
  assert.ok((await house.ask('Decant.openBrowser')).error);

  house.relay.take('{"id":1,"method":"Browser.crash","method":"Page.enable","more":1,"sessionId":"s"}');
  assert.deepEqual(fake.side.got, ['{"id":1,"method":"Page.enable","params":{},"sessionId":"s"}']);
  house.take({ id: 2, method: 'Browser.crash', sessionId: 's' });
  assert.deepEqual(peer.messages().at(-1), {
    id: 2,
    sessionId: 's',
    error: { code: -32_000, message: 'not relayed' },
  });
  const event = '{"method":"Page.loadEventFired",  "params":{}}';
  fake.say(event);
  assert.equal(peer.got.at(-1), event);
  assert.equal(fake.side.got.length, 1);
});

test('a side that is slow holds the other', async () => {
  await using house = await openHouse();
  const { peer, fake } = house;
  await house.ask('Decant.openBrowser');
  peer.queuedBytes = 17 * MIB;
  fake.say('{}');
  assert.ok(fake.side.isPaused);
  assert.ok(!peer.isPaused);
  house.relay.noteDrained();
  assert.ok(!fake.side.isPaused);

  fake.side.queuedBytes = 17 * MIB;
  house.take({ id: 1, method: 'Page.enable' });
  assert.ok(peer.isPaused);
  fake.drain();
  assert.ok(!peer.isPaused);
});

test('a way out waits for its place, tells what it refuses, and closes with the connection', async () => {
  await using house = await openHouse();
  const { peer, places } = house;
  for (const params of [{}, { maxBytes: 0 }, { maxBytes: '1' }, { maxBytes: 1, upstreamUrl: 'x' }]) {
    assert.ok((await house.ask('Decant.openEgress', params)).error, JSON.stringify(params));
  }
  const bad = await house.ask('Decant.openEgress', { maxBytes: 1, upstreamUrl: 'ftp://a.test' });
  assert.match(bad.error?.message ?? '', /A proxy URL begins with/);
  assert.equal(places.taken, 0);

  const { result } = await house.ask('Decant.openEgress', { maxBytes: 1e6, isBlockingAds: true });
  const { id, proxyServer } = result as { id: string; proxyServer: string };
  assert.match(proxyServer, /^http:\/\/127\.0\.0\.1:\d+$/);
  const { port } = new URL(proxyServer);
  const { request } = await import('node:http');
  await new Promise<void>((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path: 'http://ads.test/' }, (answer) => {
      assert.equal(answer.statusCode, 403);
      answer.resume().once('end', resolve);
    });
    asking.once('error', reject).end();
  });
  assert.deepEqual(peer.messages().at(-1), {
    method: 'Decant.egressRefused',
    params: { id, kind: 'request', hostname: 'ads.test', port: 80, refusal: 'blocked-host' },
  });

  house.take({ id: 70, method: 'Decant.openEgress', params: { maxBytes: 1 } });
  while (places.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual((await house.ask('Decant.closeEgress', { id })).result, {});
  while (!peer.messages().some((message) => message.id === 70)) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual((await house.ask('Decant.closeEgress', { id: 'unknown' })).result, {});
  house.take({ id: 71, method: 'Decant.openEgress', params: { maxBytes: 1 } });
  while (places.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
  await house.relay[Symbol.asyncDispose]();
  assert.deepEqual([places.taken, places.waiting], [0, 0]);
});

test('one that ends takes the other along', async () => {
  for (const wrong of ['', 'null', '[]', '{"id":"1","method":"x"}', '{"id":1,"method":"x","params":[]}']) {
    await using house = await openHouse();
    house.relay.take(wrong);
    assert.equal(house.peer.closed?.code, 1008, wrong);
  }
  await using asked = await openHouse();
  await asked.ask('Decant.openBrowser');
  asked.take({ id: 5, method: 'Browser.close' });
  assert.deepEqual(asked.peer.messages().at(-1), { id: 5, result: {} });
  assert.equal(asked.peer.closed?.code, 1000);
  await asked.relay[Symbol.asyncDispose]();
  assert.ok(asked.fake.state.isClosed);
  assert.equal(asked.fake.side.got.length, 0);

  await using died = await openHouse();
  await died.ask('Decant.openBrowser');
  died.fake.die();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(died.peer.closed, { code: 1011, reason: 'The browser has ended' });
});

test('a browser that comes when its peer has left is closed; who found none may ask again', async () => {
  const coming = Promise.withResolvers<Browser>();
  const late = createFakeBrowser();
  await using house = await openHouse({ startBrowser: () => coming.promise });
  house.take({ id: 1, method: 'Decant.openBrowser' });
  const ending = house.relay[Symbol.asyncDispose]();
  coming.resolve(late.browser);
  await ending;
  assert.ok(late.state.isClosed);

  let tries = 0;
  await using poor = await openHouse({
    async startBrowser() {
      tries += 1;
      if (tries === 1) throw new ServiceError('SERVICE_UNAVAILABLE', { message: 'none is free' });
      return createFakeBrowser().browser;
    },
  });
  assert.equal((await poor.ask('Decant.openBrowser')).error?.message, 'none is free');
  assert.ok((await poor.ask('Decant.openBrowser')).result);
});

test('a way out is of the team that the peer names, or of none', async () => {
  const teams: (string | undefined)[] = [];
  await using house = await openHouse({
    openBrowserProxy: async ({ teamId }) => {
      teams.push(teamId);
      return { port: 1, [Symbol.asyncDispose]: async () => undefined };
    },
    places: new Places({ count: 3 }),
  });
  for (const params of [{ teamId: 'a' }, { teamId: 7 }, {}]) {
    const { error } = await house.ask('Decant.openEgress', { maxBytes: 1, ...params });
    assert.equal(error, undefined);
  }
  assert.deepEqual(teams, ['a', undefined, undefined]);
});
