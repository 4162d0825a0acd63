import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { openLoopbackSite, openTcpSite } from '../../test/support/loopback-site.ts';
import { openTestOutbound } from '../../test/support/page-request.ts';
import { ServiceError } from '../lib/service-error.ts';
import { createAddressGuard } from './guard/address-guard.ts';
import { createAllowList } from './guard/allow-list.ts';
import type { OutboundOptions } from './outbound.ts';
import { openPoster, type Post, type PostRequest } from './post.ts';

function openTestPoster(options: Partial<OutboundOptions> = {}): AsyncDisposable & { post: Post } {
  const outbound = openTestOutbound(options);
  const poster = openPoster({ connectGuarded: outbound.connectGuarded });
  return {
    post: poster.post,
    async [Symbol.asyncDispose]() {
      await poster[Symbol.asyncDispose]();
      await outbound[Symbol.asyncDispose]();
    },
  };
}

function postTo(url: string, changes: Partial<PostRequest> = {}): PostRequest {
  const { signal } = new AbortController();
  const body = Buffer.from('{}');
  return { url: new URL(url), headers: {}, body, teamId: undefined, timeoutMs: 5_000, signal, ...changes };
}

/** Answers with what it was sent. */
function collecting(bodies: Buffer[], status = 200): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks));
      response.writeHead(status, { 'set-cookie': 'a=b', location: '/elsewhere' }).end('ok');
    });
  };
}

test('sends the very bytes and headers, over a connection that is used again; keeps no cookies', async () => {
  const bodies: Buffer[] = [];
  await using site = await openLoopbackSite(collecting(bodies));
  await using poster = openTestPoster();
  const body = Buffer.from('{"a":"\u00e4\u{1f600}","b":"host: x"}\r\nhost: y');
  const headers = { 'Content-Type': 'application/json', 'X-Mine': '1' };
  for (let i = 0; i < 2; i++)
    assert.deepEqual(await poster.post(postTo(`${site.origin}/x?y=1`, { body, headers })), {
      status: 200,
      beginning: 'ok',
    });
  assert.deepEqual(bodies, [body, body]);
  const [first, second] = site.requests;
  assert.deepEqual(
    [first?.method, first?.url, first?.headers['content-type'], first?.headers['x-mine']],
    ['POST', '/x?y=1', 'application/json', '1'],
  );
  assert.equal(first?.headers['content-length'], String(body.length));
  assert.equal(second?.headers.cookie, undefined);
  assert.equal(site.sockets.length, 1);
});

test('credentials of the URL become Authorization, unless that is given', async () => {
  await using site = await openLoopbackSite(collecting([]));
  await using poster = openTestPoster();
  const url = `http://user:pa%20ss@127.0.0.1:${site.port}/`;
  await poster.post(postTo(url));
  await poster.post(postTo(url, { headers: { authorization: 'Bearer x' } }));
  assert.deepEqual(
    site.requests.map(({ headers }) => headers.authorization),
    [`Basic ${Buffer.from('user:pa ss').toString('base64')}`, 'Bearer x'],
  );
});

test('a redirect is an answer like any other', async () => {
  await using site = await openLoopbackSite(collecting([], 307));
  await using poster = openTestPoster();
  assert.deepEqual(await poster.post(postTo(site.origin)), { status: 307, beginning: 'ok' });
  assert.equal(site.requests.length, 1);
});

test('an answer whose body never ends, or is endless, counts by its status', async () => {
  await using site = await openLoopbackSite((request, response) => {
    response.writeHead(request.url === '/large' ? 202 : 201);
    response.write(Buffer.alloc(request.url === '/large' ? 1_000_000 : 10));
  });
  await using poster = openTestPoster();
  const hanging = await poster.post(postTo(`${site.origin}/hanging`));
  assert.deepEqual([hanging.status, hanging.beginning], [201, '\0'.repeat(10)]);
  const large = await poster.post(postTo(`${site.origin}/large`));
  assert.deepEqual([large.status, large.beginning.length], [202, 1_000]);
  await site.whenIdle();
});

test('a receiver that does not answer ends the call in time, and so does the signal', async () => {
  await using site = await openLoopbackSite(() => {});
  await using poster = openTestPoster();
  await assert.rejects(poster.post(postTo(site.origin, { timeoutMs: 50 })), {
    code: 'SCRAPE_TIMEOUT',
    message: '127.0.0.1 did not answer within 50 ms',
  });
  const stop = new AbortController();
  const call = poster.post(postTo(site.origin, { signal: stop.signal }));
  stop.abort(new ServiceError('SERVICE_UNAVAILABLE'));
  await assert.rejects(call, { code: 'SERVICE_UNAVAILABLE' });
  await assert.rejects(poster.post(postTo(site.origin, { signal: stop.signal })), {
    code: 'SERVICE_UNAVAILABLE',
  });
});

test('a connection that closes before it answers is tried once more', async () => {
  const calls = { count: 0 };
  await using site = await openTcpSite((socket) => {
    socket.once('data', () => {
      calls.count++;
      if (calls.count === 1) socket.destroy();
      else socket.end('HTTP/1.1 204 No Content\r\n\r\n');
    });
  });
  await using poster = openTestPoster();
  assert.equal((await poster.post(postTo(site.origin))).status, 204);
  assert.equal(calls.count, 2);
});

test('goes nowhere that the guard refuses, and verifies certificates', async () => {
  await using site = await openLoopbackSite(collecting([]));
  await using strict = openTestPoster({
    guard: createAddressGuard({ allow: createAllowList([]), ownPorts: () => [] }),
  });
  await assert.rejects(strict.post(postTo(site.origin)), { code: 'SCRAPE_ADDRESS_NOT_ALLOWED' });
  assert.equal(site.sockets.length, 0);
  await using secure = await openLoopbackSite(collecting([]), { isTls: true });
  await using poster = openTestPoster();
  await assert.rejects(poster.post(postTo(secure.origin)), { code: 'SCRAPE_SSL_ERROR' });
});
