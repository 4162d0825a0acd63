import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Deadline } from '../lib/time/deadline.ts';
import { openLoopbackSite, openTcpSite, TEST_CERTIFICATE } from '../../test/support/loopback-site.ts';
import { fetchWith, openTestOutbound } from '../../test/support/page-request.ts';

const outbound = openTestOutbound();
after(() => outbound[Symbol.asyncDispose]());

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Answers each request on each connection in turn; the last answer repeats. `null` resets the connection. */
function answering(...answers: Array<string | null>): (socket: Socket) => void {
  return (socket) =>
    socket.on('data', () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (typeof answer === 'string') socket.write(answer, 'latin1');
      else socket.resetAndDestroy();
    });
}

test('a connection lost before the answer is tried once more', async () => {
  await using server = await openTcpSite(answering(null, OK));
  assert.equal((await fetchWith(outbound, server.origin)).text, 'ok');
  assert.equal(server.sockets.length, 2);
});

test('and only once', async () => {
  await using server = await openTcpSite(answering(null));
  await assert.rejects(fetchWith(outbound, server.origin), {
    code: 'SCRAPE_SITE_ERROR',
    message: '127.0.0.1 closed the connection',
  });
  assert.equal(server.sockets.length, 2);
});

test('never after the first byte of an answer', async () => {
  for (const beginning of ['H', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf']) {
    await using server = await openTcpSite((socket) => socket.on('data', () => socket.end(beginning)));
    await assert.rejects(fetchWith(outbound, server.origin), { code: 'SCRAPE_SITE_ERROR' });
    assert.equal(server.sockets.length, 1);
  }
});

test('a kept connection that the server gave up is replaced in silence', async () => {
  await using server = await openTcpSite((socket) => {
    let answered = 0;
    socket.on('data', () => (answered++ === 0 ? socket.write(OK) : socket.resetAndDestroy()));
  });
  for (let i = 0; i < 3; i++) assert.equal((await fetchWith(outbound, server.origin)).text, 'ok');
  assert.equal(server.sockets.length, 3);
});

test('connections are kept and reused', async () => {
  await using server = await openLoopbackSite((_request, response) => response.end('ok'));
  for (let i = 0; i < 5; i++) await fetchWith(outbound, server.origin);
  assert.equal(server.sockets.length, 1);
  await Promise.all(Array.from({ length: 4 }, () => fetchWith(outbound, server.origin)));
  assert.equal(server.sockets.length, 4);
});

test('a redirect leaves its connection usable, and its endless body unread', async () => {
  await using server = await openLoopbackSite((request, response) => {
    if (request.url === '/end') return response.end('end');
    response.writeHead(302, { location: '/end' });
    if (request.url === '/short') return response.end('moved');
    return response.write('x'.repeat(request.url === '/large' ? 200_000 : 10));
  });
  await fetchWith(outbound, `${server.origin}/short`);
  assert.equal(server.sockets.length, 1);
  assert.equal((await fetchWith(outbound, `${server.origin}/large`)).text, 'end');
  assert.equal((await fetchWith(outbound, `${server.origin}/endless`)).text, 'end');
});

test('idle connections close after their time, and are forgotten', async () => {
  await using brief = openTestOutbound({
    limits: { keepAliveMs: 50, maxKeepAliveMs: 50, maxIdleConnections: 1 },
  });
  await using first = await openLoopbackSite((_request, response) => response.end('ok'));
  await fetchWith(brief, first.origin);
  await first.whenIdle();
  await using second = await openLoopbackSite((_request, response) => response.end('ok'));
  await fetchWith(brief, second.origin);
  await fetchWith(brief, second.origin);
  assert.equal(second.sockets.length, 1);
});

test('no more than so many connections are kept idle', async () => {
  await using frugal = openTestOutbound({ limits: { maxIdleConnections: 1 } });
  await using server = await openLoopbackSite((_request, response) => response.end('ok'));
  await Promise.all(Array.from({ length: 4 }, () => fetchWith(frugal, server.origin)));
  const closed = (): number => server.sockets.filter((socket) => socket.closed).length;
  while (closed() < 3) await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await fetchWith(frugal, server.origin)).text, 'ok');
  assert.deepEqual([server.sockets.length, closed()], [4, 3]);
});

test('disposing closes every connection and ends what is under way', async () => {
  const closing = openTestOutbound();
  await using server = await openLoopbackSite(
    (request, response) => void (request.url === '/slow' || response.end('ok')),
  );
  await fetchWith(closing, server.origin);
  const slow = assert.rejects(fetchWith(closing, `${server.origin}/slow`), { code: 'SERVICE_UNAVAILABLE' });
  while (server.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
  await closing[Symbol.asyncDispose]();
  await slow;
  await server.whenIdle();
  await assert.rejects(fetchWith(closing, server.origin), { code: 'SERVICE_UNAVAILABLE' });
});

const MALFORMED: Array<[what: string, answer: string]> = [
  ['not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'],
  [
    'length and chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  ],
  ['a broken chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n'],
  ['a NUL in a header', 'HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 2\r\n\r\nok'],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\nX : a\r\nContent-Length: 2\r\n\r\nok'],
  ['headers without end', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`],
  ['an upgrade nobody asked for', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
];

for (const [what, answer] of MALFORMED) {
  test(`${what} is a failure of the site`, async () => {
    await using server = await openTcpSite(answering(answer));
    await assert.rejects(fetchWith(outbound, server.origin), {
      code: 'SCRAPE_SITE_ERROR',
      message: /^127\.0\.0\.1 /,
    });
    await server.whenIdle();
  });
}

test('an early hint is not the answer', async () => {
  await using server = await openTcpSite(answering(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}`));
  assert.deepEqual([(await fetchWith(outbound, server.origin)).status], [200]);
});

test('a body that ends with the connection is whole', async () => {
  await using server = await openTcpSite((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nall')),
  );
  assert.equal((await fetchWith(outbound, server.origin)).text, 'all');
});

test('a refused connection', async () => {
  const gone = await openTcpSite(() => {});
  await gone[Symbol.asyncDispose]();
  await assert.rejects(fetchWith(outbound, gone.origin), {
    code: 'SCRAPE_SITE_ERROR',
    message: `127.0.0.1 refused the connection`,
  });
});

test('a body over the limit is cut off: announced, streamed or unpacked', async () => {
  const options = { maxBodyBytes: 100_000 };
  const tooLarge = { code: 'SCRAPE_SITE_ERROR', message: /more than the limit of 100000 bytes/ };
  await using server = await openLoopbackSite((request, response) => {
    if (request.url === '/announced') response.writeHead(200, { 'content-length': 10_000_000 }).write('x');
    else if (request.url === '/gzip')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)));
    else for (let i = 0; i < 1_000; i++) response.write('x'.repeat(1_000));
  });
  for (const path of ['/announced', '/gzip', '/streamed']) {
    await assert.rejects(fetchWith(outbound, server.origin + path, options), tooLarge, path);
  }
});

describe('what takes too long', { concurrency: true }, () => {
  test('each step has its own time', async () => {
    await using connectHasty = openTestOutbound({ limits: { connectMs: 50 } });
    await using answerHasty = openTestOutbound({ limits: { firstByteMs: 50 } });
    await using bodyHasty = openTestOutbound({ limits: { idleMs: 50 } });
    await using server = await openLoopbackSite(
      (request, response) => void (request.url === '/' || response.write('half')),
    );
    await using silent = await openTcpSite(() => {});
    const timeout = (message: RegExp) => ({ code: 'SCRAPE_TIMEOUT', message });
    await Promise.all([
      assert.rejects(
        fetchWith(connectHasty, `https://127.0.0.1:${silent.port}/`),
        timeout(/connection within 50 ms/),
      ),
      assert.rejects(fetchWith(answerHasty, `${server.origin}/`), timeout(/begin to answer/)),
      assert.rejects(fetchWith(bodyHasty, `${server.origin}/half`), timeout(/middle of its answer/)),
    ]);
    await silent.whenIdle();
  });

  test('the deadline ends a fetch wherever it is, and leaves no connection', async () => {
    await using server = await openLoopbackSite((request, response) => {
      if (request.url === '/body') response.writeHead(200).write('half');
      if (request.url === '/drip') setInterval(() => response.write('x'), 5).unref();
      if (request.url === '/redirect') response.writeHead(302, { location: '/headers' }).end();
    });
    for (const path of ['/headers', '/body', '/drip', '/redirect']) {
      using deadline = new Deadline(60);
      await assert.rejects(
        fetchWith(outbound, server.origin + path, { deadline }),
        { code: 'SCRAPE_TIMEOUT' },
        path,
      );
    }
    await server.whenIdle();
  });

  test('a name server that never answers does not hold up the deadline', async () => {
    await using stuck = openTestOutbound({ lookup: () => new Promise(() => {}) });
    using deadline = new Deadline(50);
    await assert.rejects(fetchWith(stuck, 'http://slow.test/', { deadline }), { code: 'SCRAPE_TIMEOUT' });
  });
});

test('a caller who goes away ends a fetch with the caller’s reason', async () => {
  await using server = await openLoopbackSite(() => {});
  const caller = new AbortController();
  using deadline = new Deadline(5_000, caller.signal);
  const reason = new Error('gone');
  const fetching = assert.rejects(fetchWith(outbound, server.origin, { deadline }), reason);
  while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  caller.abort(reason);
  await fetching;
  await server.whenIdle();
  await assert.rejects(fetchWith(outbound, server.origin, { deadline }), reason);
  assert.equal(server.sockets.length, 1);
});

test('a certificate nobody vouches for is refused, unless the caller does not mind', async () => {
  await using server = await openLoopbackSite((_request, response) => response.end('secret'), {
    isTls: true,
  });
  await assert.rejects(fetchWith(outbound, server.origin, { skipTlsVerification: false }), {
    code: 'SCRAPE_SSL_ERROR',
    message: /127\.0\.0\.1/,
  });
  assert.equal((await fetchWith(outbound, server.origin)).text, 'secret');
  // The unverified connection is open and idle now: it must not serve a request that wants verification.
  await assert.rejects(fetchWith(outbound, server.origin, { skipTlsVerification: false }), {
    code: 'SCRAPE_SSL_ERROR',
  });
  assert.equal(server.requests.length, 1);
});

test('a trusted certificate must be that of the host', async () => {
  await using trusting = openTestOutbound({ certificateAuthorities: [TEST_CERTIFICATE] });
  await using server = await openLoopbackSite((_request, response) => response.end('secret'), {
    isTls: true,
  });
  const verified = { skipTlsVerification: false };
  for (const hostname of ['site.test', 'SITE.test.', 'localhost', '127.0.0.1']) {
    assert.equal(
      (await fetchWith(trusting, `https://${hostname}:${server.port}/`, verified)).text,
      'secret',
      hostname,
    );
  }
  await assert.rejects(fetchWith(trusting, `https://other.test:${server.port}/`, verified), {
    code: 'SCRAPE_SSL_ERROR',
    message: /ERR_TLS_CERT_ALTNAME_INVALID/,
  });
});

test('https to a server without TLS', async () => {
  await using server = await openLoopbackSite((_request, response) => response.end());
  const url = `https://127.0.0.1:${server.port}/`;
  await assert.rejects(fetchWith(outbound, url), { code: 'SCRAPE_SITE_ERROR' });
  await assert.rejects(fetchWith(outbound, url, { skipTlsVerification: false }), {
    code: 'SCRAPE_SSL_ERROR',
  });
});

test('the name goes to the server in SNI, an address does not', async () => {
  const names: Array<string | false | undefined> = [];
  await using server = await openLoopbackSite(
    (request, response) => {
      names.push((request.socket as unknown as { servername?: string | false }).servername);
      response.end();
    },
    { isTls: true },
  );
  await fetchWith(outbound, `https://site.test.:${server.port}/`);
  await fetchWith(outbound, server.origin);
  assert.deepEqual(names, ['site.test', false]);
});

test('connectGuarded hands out a socket that speaks TLS when asked to', async () => {
  await using server = await openLoopbackSite((_request, response) => response.end('hello'), { isTls: true });
  const socket = await outbound.connectGuarded({
    hostname: 'site.test',
    port: server.port,
    teamId: undefined,
    tls: { isVerified: false },
    signal: AbortSignal.timeout(5_000),
  });
  socket.end('GET / HTTP/1.0\r\n\r\n');
  const [data] = (await once(socket, 'data')) as [Buffer];
  assert.match(data.toString(), /^HTTP\/1\.1 200/);
  socket.destroy();
});
