import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import type { BrowserTier } from '../../browser/relay/browser-tier.ts';
import type { DriverPeer } from '../../lib/driver-link.ts';
import { silentLog } from '../../lib/log/log.ts';
import { openBrowserDoor, type BrowserDoorOptions } from './open-browser-door.ts';

const TOKEN = 'the-token-of-the-tests';
const HANDSHAKE = `GET /browser HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`;

/** A door to nothing: what peers say is kept. */
async function openHouse(more: Partial<BrowserDoorOptions> = {}) {
  const peers: { peer: DriverPeer; said: string[]; isEnded: boolean; drained: number }[] = [];
  const state = { problem: undefined as string | undefined };
  const tier: BrowserTier = {
    accept(peer) {
      const one = { peer, said: [] as string[], isEnded: false, drained: 0 };
      peers.push(one);
      return {
        take: (text) => void one.said.push(text),
        noteDrained: () => void (one.drained += 1),
        async [Symbol.asyncDispose]() {
          one.isEnded = true;
        },
      };
    },
    problem: async () => state.problem,
    stats: () => ({ browsers: 0, maxBrowsers: 1, pages: 0, maxPages: 1, waiting: 0 }),
    [Symbol.asyncDispose]: async () => undefined,
  };
  const door = await openBrowserDoor({
    tier,
    token: TOKEN,
    host: '127.0.0.1',
    port: 0,
    log: silentLog,
    ...more,
  });
  const url = `ws://127.0.0.1:${door.port}/browser`;
  return {
    peers,
    state,
    door,
    url,
    /** An open socket, or the status and the answer to who got none. */
    async open(headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }, address = url) {
      const socket = new WebSocket(address, { headers });
      const { promise, resolve } = Promise.withResolvers<WebSocket | Record<string, unknown>>();
      socket.once('open', () => resolve(socket));
      socket.on('error', () => undefined);
      socket.once('unexpected-response', (_request, response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            retryAfter: response.headers['retry-after'],
            ...(JSON.parse(text) as object),
          }),
        );
      });
      return promise;
    },
    [Symbol.asyncDispose]: () => door[Symbol.asyncDispose](),
  };
}

/** Fails by the test's own deadline. */
async function until(isSo: () => boolean | undefined): Promise<void> {
  while (isSo() !== true) await new Promise((resolve) => setImmediate(resolve));
}

test('only who knows the token comes in', async () => {
  await using house = await openHouse();
  const refused = [
    {},
    { authorization: 'Bearer' },
    { authorization: `Bearer ${TOKEN}x` },
    { authorization: TOKEN },
  ];
  for (const headers of refused) {
    assert.deepEqual(await house.open(headers), {
      status: 401,
      retryAfter: undefined,
      success: false,
      error: 'The token is missing or wrong (DECANT_BROWSER_TOKEN)',
    });
  }
  const wrong = await house.open({ authorization: 'Bearer wrong' }, `${house.url}?token=${TOKEN}`);
  assert.equal((wrong as { status: number }).status, 401);
  const elsewhere = await house.open(undefined, house.url.replace('/browser', '/other'));
  assert.equal((elsewhere as { status: number }).status, 404);
  assert.equal(house.peers.length, 0);
  const sockets = [await house.open(), await house.open({}, `${house.url}?token=${TOKEN}`)];
  for (const socket of sockets) assert.ok(socket instanceof WebSocket);
  assert.equal(house.peers.length, 2);
});

test('a connection too many is told when to come again', async () => {
  await using house = await openHouse();
  const open: Awaited<ReturnType<typeof house.open>>[] = [];
  for (let index = 0; index < 10; index += 1) open.push(await house.open());
  assert.ok(open.every((socket) => socket instanceof WebSocket));
  const { status, retryAfter } = (await house.open()) as Record<string, unknown>;
  assert.deepEqual([status, retryAfter], [503, '5']);
  const [first] = open;
  assert.ok(first instanceof WebSocket);
  first.close();
  await until(() => house.peers[0]?.isEnded);
  assert.ok((await house.open()) instanceof WebSocket);
});

test('messages go back and forth until one side ends', async () => {
  await using house = await openHouse();
  const socket = (await house.open()) as WebSocket;
  const [one] = house.peers;
  assert.ok(one);
  socket.send('hello');
  const message = once(socket, 'message');
  one.peer.send('welcome');
  assert.equal(String((await message)[0]), 'welcome');
  await until(() => one.said.length > 0 && one.drained > 0);
  assert.deepEqual(one.said, ['hello']);
  socket.send(Buffer.from([1]));
  const [code] = (await once(socket, 'close')) as [number];
  assert.equal(code, 1003);
  await until(() => one.isEnded);

  const second = (await house.open()) as WebSocket;
  house.peers[1]?.peer.close(1008, 'no');
  const [why, reason] = (await once(second, 'close')) as [number, Buffer];
  assert.deepEqual([why, String(reason)], [1008, 'no']);
});

// A socket that does not hear the answer to its close is given up by the library after 30 seconds.
test('a peer that is not read is closed at once', { timeout: 20_000 }, async () => {
  await using house = await openHouse();
  const socket = (await house.open()) as WebSocket;
  const [one] = house.peers;
  one?.peer.setPaused(true);
  one?.peer.close(1008, 'no');
  const [code] = (await once(socket, 'close')) as [number];
  assert.equal(code, 1008);
});

test('a peer that gives no sign of life is cut off, one that does is not', async () => {
  await using house = await openHouse({ pingMs: 20 });
  const alive = (await house.open()) as WebSocket;
  const dead = connect(house.door.port, '127.0.0.1');
  dead.write(HANDSHAKE);
  dead.resume();
  await once(dead, 'close');
  await until(() => house.peers[1]?.isEnded);
  assert.equal(alive.readyState, WebSocket.OPEN);
  assert.ok(!house.peers[0]?.isEnded);
});

test('health is told to everybody; nothing else is there', async () => {
  await using house = await openHouse();
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(house.url.replace('ws:', 'http:').replace('/browser', path), init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  assert.deepEqual(await ask('/health/live'), { status: 200, body: { success: true, status: 'live' } });
  const { status, body } = await ask('/health/ready?deep=1');
  assert.deepEqual([status, body['checks'], body['maxPages']], [200, { browser: 'ok' }, 1]);
  house.state.problem = 'There is no browser';
  assert.deepEqual(await ask('/health/ready'), {
    status: 503,
    body: { success: false, error: 'There is no browser' },
  });
  for (const path of ['/', '/browser', '/json/version', '/metrics'])
    assert.equal((await ask(path)).status, 404);
  assert.equal((await ask('/health/live', { method: 'POST' })).status, 404);
});

test('closing tells every peer, and waits for none that is deaf', async () => {
  const house = await openHouse({ lastWordsMs: 100 });
  const socket = (await house.open()) as WebSocket;
  const deaf = connect(house.door.port, '127.0.0.1');
  deaf.write(HANDSHAKE);
  await once(deaf, 'data');
  const closed = once(socket, 'close');
  const gone = once(deaf, 'close');
  await house.door[Symbol.asyncDispose]();
  assert.equal(((await closed) as [number])[0], 1001);
  await gone;
  assert.ok(house.peers.every(({ isEnded }) => isEnded));
});
