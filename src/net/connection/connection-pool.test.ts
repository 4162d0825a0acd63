import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { openLoopbackSite } from '../../../test/support/loopback-site.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { silentLog } from '../../lib/log/log.ts';
import { openConnectionPool } from './connection-pool.ts';
import { createSend } from './send.ts';

const LIMITS = {
  keepAliveMs: 60_000,
  maxKeepAliveMs: 60_000,
  maxIdleConnections: 10,
  maxHeaderBytes: 16_384,
};
const TIMEOUTS = { connectMs: 10_000, firstByteMs: 10_000, idleMs: 10_000 };

test('a connection that was closed a moment ago is not used again', async () => {
  await using site = await openLoopbackSite((_request, response) => void response.end('here'));
  const sockets: Socket[] = [];
  await using pool = openConnectionPool(async ({ port }) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    sockets.push(socket);
    return socket;
  }, LIMITS);
  const send = createSend(pool, TIMEOUTS, silentLog);
  const ask = async (): Promise<number> => {
    using deadline = new Deadline(10_000);
    const url = new URL(site.origin);
    const request = { url, headers: [], isVerified: true, maxBodyBytes: 1_000, deadline, teamId: undefined };
    return (await send(request)).status;
  };
  assert.equal(await ask(), 200);
  assert.equal(await ask(), 200);
  assert.equal(sockets.length, 1);
  // As the other side or a timer does it: the socket says so a little later.
  sockets[0]?.destroy();
  assert.equal(await ask(), 200);
  assert.equal(sockets.length, 2);
});
