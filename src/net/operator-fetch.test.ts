import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openLoopbackSite, openTcpSite, TEST_CERTIFICATE } from '../../test/support/loopback-site.ts';
import { openOperatorFetch, type OperatorFetch, type OperatorFetchOptions } from './operator-fetch.ts';

function openTo(origin: string, options: Partial<OperatorFetchOptions> = {}): OperatorFetch {
  return openOperatorFetch({ endpoint: new URL(origin), ownPorts: () => [], ...options });
}

const echo: RequestListener = (request, response) => {
  void text(request).then((body) =>
    response
      .writeHead(body === 'away' ? 302 : 200, { location: '/elsewhere', 'x-answer': 'yes' })
      .end(`${request.method} ${request.url} ${String(request.headers['x-mine'])} ${body}`),
  );
};

test('sends what it is given over a connection that is used again, and follows nothing', async () => {
  await using site = await openLoopbackSite(echo);
  await using endpoint = openTo(site.origin);
  const url = new URL(`${site.origin}/a%2Fb?c=%20d`);
  const ask = async (body: string): Promise<[number, unknown, string]> => {
    const headers = { 'x-mine': '1', 'content-length': String(body.length) };
    const answer = await endpoint.send({ method: 'PUT', url, headers, body: () => Readable.from([body]) });
    return [answer.status, answer.headers['x-answer'], await text(answer.body)];
  };
  assert.deepEqual(await ask('hello'), [200, 'yes', 'PUT /a%2Fb?c=%20d 1 hello']);
  assert.deepEqual(await ask('away'), [302, 'yes', 'PUT /a%2Fb?c=%20d 1 away']);
  const answer = await endpoint.send({
    method: 'POST',
    url,
    headers: { 'x-mine': '2' },
    body: Buffer.from('b'),
  });
  assert.equal(await text(answer.body), 'POST /a%2Fb?c=%20d 2 b');
  assert.equal(site.sockets.length, 1);
  const head = await endpoint.send({ method: 'HEAD', url, headers: {} });
  assert.deepEqual([head.status, await text(head.body)], [200, '']);
});

test('reaches the one host and port that was configured, by that name, and never our own ports', async () => {
  await using site = await openLoopbackSite(echo);
  await using other = await openLoopbackSite(echo);
  const lookup = async (): Promise<string[]> => ['127.0.0.1'];
  const get = { method: 'GET', headers: {} } as const;
  await using named = openTo(`http://files.intra:${site.port}`, { lookup });
  const found = await named.send({ ...get, url: new URL(`http://files.intra:${site.port}/`) });
  assert.equal(await text(found.body), 'GET / undefined ');
  await using numbered = openTo(site.origin);
  await using ours = openTo(site.origin, { ownPorts: () => [site.port] });
  const refused = { code: 'SCRAPE_ADDRESS_NOT_ALLOWED' };
  await assert.rejects(named.send({ ...get, url: new URL(site.origin) }), refused);
  await assert.rejects(named.send({ ...get, url: new URL(`http://other.intra:${site.port}`) }), refused);
  await assert.rejects(named.send({ ...get, url: new URL(`http://files.intra:${other.port}`) }), refused);
  await assert.rejects(numbered.send({ ...get, url: new URL(other.origin) }), refused);
  await assert.rejects(numbered.send({ ...get, url: new URL('http://93.184.216.34/') }), refused);
  await assert.rejects(ours.send({ ...get, url: new URL(site.origin) }), refused);
  assert.equal(other.sockets.length, 0);
});

test('certificates are verified', async () => {
  await using site = await openLoopbackSite(echo, { isTls: true });
  await using trusting = openTo(site.origin, { certificateAuthorities: [TEST_CERTIFICATE] });
  await using strict = openTo(site.origin);
  const request = { method: 'GET', url: new URL(`${site.origin}/`), headers: {} } as const;
  assert.equal((await trusting.send(request)).status, 200);
  await assert.rejects(strict.send(request), { code: 'SCRAPE_SSL_ERROR' });
});

test('sends again, body and all, when an idle connection had just been closed', async () => {
  let requests = 0;
  await using site = await openTcpSite((socket) => {
    socket.on('data', () => {
      requests++;
      if (requests === 2) socket.destroy();
      else if (requests < 4) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok', () => socket.destroySoon());
    });
  });
  await using endpoint = openTo(site.origin);
  const body = (): Readable => Readable.from(['x']);
  const request = {
    method: 'PUT',
    url: new URL(`${site.origin}/`),
    headers: { 'content-length': '1' },
    body,
  } as const;
  for (let i = 0; i < 2; i++) assert.equal(await text((await endpoint.send(request)).body), 'ok');
  const cut = await endpoint.send({ method: 'GET', url: request.url, headers: {} });
  await assert.rejects(text(cut.body));
});

test('an abort ends the request before the answer and within it; a body left alone harms nobody', async () => {
  const isWaiting = Promise.withResolvers<void>();
  await using site = await openLoopbackSite((request, response) => {
    if (request.url === '/begin') response.writeHead(200).write('a');
    else isWaiting.resolve();
  });
  await using endpoint = openTo(site.origin);
  const abort = new AbortController();
  const ask = async (path: string): Promise<Readable> =>
    (await endpoint.send({ method: 'GET', url: new URL(site.origin + path), headers: {} }, abort.signal))
      .body;
  const begun = await ask('/begin');
  await ask('/begin');
  const isAborted = assert.rejects(text(begun), /enough/);
  const waiting = assert.rejects(ask('/never'), /enough/);
  await isWaiting.promise;
  abort.abort(new Error('enough'));
  await isAborted;
  await waiting;
  await site.whenIdle();
});
