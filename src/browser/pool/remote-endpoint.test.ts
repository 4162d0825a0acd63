import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { WebSocketServer } from 'ws';
import { TEST_CERTIFICATE } from '../../../test/support/loopback-site.ts';
import { createRemoteEndpoint, type RemoteEndpointOptions } from './remote-endpoint.ts';

const KEY = readFileSync(new URL('../../../test/fixtures/tls/key.pem', import.meta.url));
const signal = (): AbortSignal => AbortSignal.timeout(5_000);

/** Echoes what it is told, and remembers how it was asked. */
async function openEcho({ isTls = false, answer }: { isTls?: boolean; answer?: RequestListener } = {}) {
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  };
  const server = isTls
    ? createHttpsServer({ cert: TEST_CERTIFICATE, key: KEY }, listener)
    : createHttpServer(listener);
  const webSockets = new WebSocketServer({ server });
  webSockets.on('connection', (socket, request) => {
    requests.push(request);
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    async [Symbol.asyncDispose]() {
      for (const client of webSockets.clients) client.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Gives the answer of the endpoint, and the request that it got. */
async function talk(url: string, more: Partial<RemoteEndpointOptions> = {}): Promise<string> {
  const endpoint = createRemoteEndpoint({ url: new URL(url), ownPorts: () => [], ...more });
  const transport = await endpoint.connect(signal());
  const { promise, resolve } = Promise.withResolvers<string>();
  transport.listen({ onMessage: resolve, onClose: ({ message }) => resolve(message) });
  transport.send('hello');
  const text = await promise;
  transport.close(new Error('enough'));
  return text;
}

test('a WebSocket is asked for at its address, with the token beside it', async () => {
  await using echo = await openEcho();
  assert.equal(await talk(`ws://localhost:${echo.port}/browser?a=1`, { token: 'tok' }), 'hello');
  assert.equal(await talk(`ws://better%21@localhost:${echo.port}/browser`, { token: 'tok' }), 'hello');
  assert.equal(await talk(`ws://user:pass@localhost:${echo.port}/`), 'hello');
  assert.deepEqual(
    echo.requests.map(({ url, headers }) => [url, headers.authorization, headers.host, headers.origin]),
    [
      ['/browser?a=1', 'Bearer tok', `localhost:${echo.port}`, undefined],
      ['/browser', 'Bearer better!', `localhost:${echo.port}`, undefined],
      ['/', `Basic ${btoa('user:pass')}`, `localhost:${echo.port}`, undefined],
    ],
  );
});

test('TLS is verified', async () => {
  await using echo = await openEcho({ isTls: true });
  const url = `wss://localhost:${echo.port}/browser`;
  assert.equal(await talk(url, { certificateAuthorities: [TEST_CERTIFICATE] }), 'hello');
  await assert.rejects(talk(url), {
    failure: 'closed',
    message: `No browser answers at localhost:${echo.port}`,
  });
});

test('an address that is told is only taken for its path: the host is the operator\u2019s', async () => {
  const told = { webSocketDebuggerUrl: 'ws://169.254.169.254:1/devtools/browser/abc' as unknown };
  await using echo = await openEcho({
    answer: (_request, response) => response.end(JSON.stringify(told)),
  });
  const url = `http://localhost:${echo.port}/prefix/?token=t`;
  assert.equal(await talk(url), 'hello');
  assert.deepEqual(
    echo.requests.map((request) => request.url),
    ['/prefix/json/version?token=t', '/devtools/browser/abc?token=t'],
  );
  for (const wrong of [undefined, 5, 'no url']) {
    told.webSocketDebuggerUrl = wrong;
    await assert.rejects(talk(url), {
      failure: 'closed',
      message: /names no browser at \/json\/version \(200\)/,
    });
  }
});

test('what is wrong is told with its status and without what is secret', async () => {
  await using echo = await openEcho();
  const host = `localhost:${echo.port}`;
  await assert.rejects(talk(`http://${host}/?token=secret`), {
    code: 404,
    message: `${host} names no browser at /json/version (404)`,
  });
  const refused = createHttpServer();
  refused.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 401 No\r\ncontent-length: 0\r\n\r\n'));
  refused.listen(0, '127.0.0.1');
  await once(refused, 'listening');
  const { port } = refused.address() as AddressInfo;
  await assert.rejects(talk(`ws://secret@localhost:${port}/secret`), {
    failure: 'closed',
    code: 401,
    message: `localhost:${port} answered 401`,
  });
  // Our own ports are nobody's browser.
  const own = talk(`ws://localhost:${echo.port}/`, { ownPorts: () => [echo.port] });
  await assert.rejects(own, { failure: 'closed' });
  refused.close();
  await once(refused, 'close');
  await assert.rejects(talk(`ws://localhost:${port}/`), {
    message: `No browser answers at localhost:${port}`,
  });
});
