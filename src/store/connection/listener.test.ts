import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.ts';
import { openTestServer } from '../../../test/support/postgres-server.ts';
import { silentLog } from '../../lib/log/log.ts';
import { createListener } from './listener.ts';
import { openPostgres } from './postgres.ts';

interface Proxy {
  url: string;
  /** Lets the connections that are open lead nowhere, without a word to either side; new ones work. */
  freeze(): void;
}

async function openProxy(t: TestContext, target: string): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(Number(new URL(target).port), '127.0.0.1');
    inner.pipe(outer).pipe(inner);
    for (const socket of [inner, outer]) sockets.add(socket.on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

test('a connection that dies in silence is noticed and replaced', { timeout: 120_000 }, async (t) => {
  await using server = await openTestServer();
  const proxy = await openProxy(t, server.url);
  const connection = { connectionString: proxy.url };
  await using listener = createListener({ connection, log: silentLog, heartbeatMs: 600 });
  await using database = openPostgres({
    connection: { connectionString: server.url },
    maxConnections: 1,
    log: silentLog,
  });
  const heard: string[] = [];
  await listener.listen('channel', (payload) => heard.push(payload));
  proxy.freeze();
  await database.query("notify channel, 'unheard'");
  await eventually(async () => assert.deepEqual(heard, [''], 'it asks to look for what was missed'));
  await database.query("notify channel, 'heard'");
  await eventually(async () => assert.deepEqual(heard, ['', 'heard']));
});

test('listening waits for a server that is away, and ends when the listener is closed', async () => {
  const listener = createListener({ connection: { host: '127.0.0.1', port: 1 }, log: silentLog });
  const listening = listener.listen('channel', () => undefined);
  await setImmediate();
  await Promise.all([
    assert.rejects(listening, { code: 'SERVICE_UNAVAILABLE', message: 'The service is shutting down' }),
    listener[Symbol.asyncDispose](),
  ]);
});
