import assert from 'node:assert/strict';
import { connect, Socket } from 'node:net';
import { test } from 'node:test';
import { openLoopbackSite, openTcpSite } from '../../../test/support/loopback-site.ts';
import { openSocket } from './open-socket.ts';

const { signal } = new AbortController();

test('an address that refuses is followed by the next', async () => {
  await using site = await openTcpSite(() => {});
  const socket = await openSocket({
    addresses: ['127.0.0.9', '127.0.0.8', '127.0.0.1'],
    port: site.port,
    signal,
  });
  assert.equal(socket.remoteAddress, '127.0.0.1');
  socket.destroy();
});

test('when all refuse, the failure of the last is told', async () => {
  const site = await openTcpSite(() => {});
  await site[Symbol.asyncDispose]();
  await assert.rejects(openSocket({ addresses: ['127.0.0.9', '127.0.0.1'], port: site.port, signal }), {
    code: 'ECONNREFUSED',
    address: '127.0.0.1',
  });
});

test('an address that stays silent is overtaken, and its attempt given up', async () => {
  await using site = await openTcpSite(() => {});
  const silent = new Socket();
  const socket = await openSocket({
    addresses: ['127.0.0.9', '127.0.0.1'],
    port: site.port,
    signal,
    dial: (options) => (options.host === '127.0.0.9' ? silent : connect(options)),
  });
  assert.equal(socket.remoteAddress, '127.0.0.1');
  assert.equal(silent.destroyed, true);
  socket.destroy();
});

test('families take turns', async (t) => {
  const site6 = await openLoopbackSite((_request, response) => response.end(), { host: '::1' }).catch(
    () => undefined,
  );
  if (!site6) return t.skip('no IPv6 here');
  await using site = site6;
  // The second IPv4 address would accept nobody either: ::1 comes before it.
  const socket = await openSocket({ addresses: ['127.0.0.8', '127.0.0.9', '::1'], port: site.port, signal });
  assert.equal(socket.remoteAddress, '::1');
  socket.destroy();
});

test('an aborted signal leaves no socket', async () => {
  const reason = new Error('gone');
  await assert.rejects(
    openSocket({ addresses: ['127.0.0.1'], port: 9, signal: AbortSignal.abort(reason) }),
    reason,
  );
  await using site = await openTcpSite(() => {});
  const controller = new AbortController();
  const opening = openSocket({ addresses: ['127.0.0.1'], port: site.port, signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(opening, reason);
  await site.whenIdle();
});
