import assert from 'node:assert/strict';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openTcpSite } from '../../test/support/loopback-site.ts';
import { openTestOutbound } from '../../test/support/page-request.ts';
import { answer, startTestSite } from '../../test/support/test-site.ts';
import { openHttpUpstream } from '../../test/support/upstream-proxy.ts';
import type { StreamsOptions } from './fetch-stream.ts';

const site = await startTestSite({
  '/film': answer(Buffer.alloc(300_000, 7), { 'content-type': 'video/mp4' }),
  '/moved': answer('', { location: '/film', 'set-cookie': 'seen=1' }, 302),
  '/away': (request, response) =>
    void response.writeHead(302, { location: `http://other.test:${request.socket.localPort}/film` }).end(),
  '/inside': answer('', { location: 'http://10.0.0.1/film' }, 302),
  '/file': answer('', { location: 'file:///etc/passwd' }, 302),
  '/circle': answer('', { location: '/circle' }, 302),
  '/coded': answer(gzipSync('#EXTM3U'), { 'content-encoding': 'gzip' }),
  '/bomb': answer(gzipSync(Buffer.alloc(5_000_000)), { 'content-encoding': 'gzip' }),
  '/broken': answer('no gzip at all', { 'content-encoding': 'gzip' }),
  '/unannounced': (_request, response) => {
    response.write(Buffer.alloc(700_000));
    response.end(Buffer.alloc(700_000));
  },
  '/stuck': (_request, response) => void response.write('begun'),
});
test.after(() => site[Symbol.asyncDispose]());

const never = new AbortController().signal;

function options(more: Partial<StreamsOptions> = {}): StreamsOptions {
  return {
    referrer: new URL(`${site.origin}/page?a#b`),
    callerHeaders: { 'X-Mine': '1' },
    callerOrigin: site.origin,
    isMobile: false,
    languages: ['de'],
    skipTlsVerification: false,
    maxBodyBytes: 1_000_000,
    teamId: undefined,
    ...more,
  };
}

test('a file comes piece by piece over connections that are used again, as a page would ask for it', async () => {
  await using outbound = openTestOutbound();
  await using streams = outbound.openStreams(options());
  const before = site.sockets.length;
  const got = await streams.fetchStream(`${site.origin}/film`, { range: 'bytes=0-' }, never);
  assert.deepEqual([got.status, got.contentType, got.url], [200, 'video/mp4', `${site.origin}/film`]);
  assert.equal((await buffer(got.body)).length, 300_000);
  const gone = await streams.fetchStream(`${site.origin}/gone`, {}, never);
  assert.equal(gone.status, 404);
  await text(gone.body);
  assert.equal(site.sockets.length, before + 1);
  const { headers } = site.requests.find(({ url }) => url === '/film') ?? assert.fail();
  assert.equal(headers['accept'], '*/*');
  assert.equal(headers['accept-encoding'], 'identity');
  assert.equal(headers['range'], 'bytes=0-');
  assert.equal(headers['referer'], `${site.origin}/page?a`);
  assert.equal(headers['x-mine'], '1');
  assert.match(String(headers['user-agent']), /Chrome/);
  assert.equal(headers['upgrade-insecure-requests'], undefined);
});

test('redirects are followed, each hop checked; the caller’s headers stay with their site', async () => {
  await using outbound = openTestOutbound();
  await using streams = outbound.openStreams(options());
  const moved = await streams.fetchStream(`${site.origin}/moved`, {}, never);
  assert.equal(moved.url, `${site.origin}/film`);
  assert.equal(site.requests.at(-1)?.headers['cookie'], 'seen=1');
  moved.body.destroy();
  const away = await streams.fetchStream(`${site.origin}/away`, {}, never);
  assert.equal(away.url, `http://other.test:${site.port}/film`);
  const { headers } = site.requests.at(-1) ?? assert.fail();
  assert.deepEqual([headers['x-mine'], headers['referer']], [undefined, `${site.origin}/`]);
  away.body.destroy();
  for (const path of ['/inside', '/file'])
    await assert.rejects(streams.fetchStream(site.origin + path, {}, never), {
      code: 'SCRAPE_ADDRESS_NOT_ALLOWED',
    });
  await assert.rejects(streams.fetchStream(`${site.origin}/circle`, {}, never), {
    code: 'SCRAPE_SITE_ERROR',
  });
});

test('a coding that nobody asked for is undone', async () => {
  await using outbound = openTestOutbound();
  await using streams = outbound.openStreams(options());
  assert.equal(await text((await streams.fetchStream(`${site.origin}/coded`, {}, never)).body), '#EXTM3U');
  const { body } = await streams.fetchStream(`${site.origin}/broken`, {}, never);
  await assert.rejects(text(body), { code: 'SCRAPE_SITE_ERROR', message: /cannot be decompressed/ });
});

test('never more than allowed: announced, not announced, or after decoding', async () => {
  await using outbound = openTestOutbound();
  await using small = outbound.openStreams(options({ maxBodyBytes: 200_000 }));
  await using streams = outbound.openStreams(options());
  const message = /sent more than the limit of \d+ bytes/;
  const announced = await small.fetchStream(`${site.origin}/film`, {}, never);
  await assert.rejects(buffer(announced.body), { code: 'SCRAPE_SITE_ERROR', message });
  for (const path of ['/unannounced', '/bomb']) {
    const { body } = await streams.fetchStream(site.origin + path, {}, never);
    await assert.rejects(buffer(body), { code: 'SCRAPE_SITE_ERROR', message }, path);
  }
});

test('one that stops sending is given up, one that the caller gives up is ended, and so is all at the end', async () => {
  await using outbound = openTestOutbound({ limits: { idleMs: 100 } });
  const streams = outbound.openStreams(options());
  const stuck = await streams.fetchStream(`${site.origin}/stuck`, {}, never);
  await assert.rejects(text(stuck.body), { code: 'SCRAPE_TIMEOUT', message: /stopped sending/ });
  const caller = new AbortController();
  const left = await streams.fetchStream(`${site.origin}/stuck`, {}, caller.signal);
  caller.abort(new Error('gone'));
  await assert.rejects(text(left.body), /gone/);
  const open = site.sockets.length;
  await streams.fetchStream(`${site.origin}/stuck`, {}, never);
  const socket = site.sockets.at(-1) ?? assert.fail();
  assert.equal(site.sockets.length, open + 1);
  const closed = once(socket, 'close');
  await streams[Symbol.asyncDispose]();
  await closed;
  await assert.rejects(streams.fetchStream(`${site.origin}/film`, {}, never), {
    code: 'SERVICE_UNAVAILABLE',
  });
});

test('a connection that is lost in the middle is the site’s failure', async () => {
  await using tcp = await openTcpSite((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nfew'));
  });
  await using outbound = openTestOutbound();
  await using streams = outbound.openStreams(options());
  const { body } = await streams.fetchStream(tcp.origin, {}, never);
  await assert.rejects(text(body), { code: 'SCRAPE_SITE_ERROR' });
});

test('everything goes through the proxy that the page came through', async () => {
  await using proxy = await openHttpUpstream();
  await using outbound = openTestOutbound();
  const upstream = new URL(`http://127.0.0.1:${proxy.port}`);
  await using streams = outbound.openStreams(options({ upstream }));
  const { body } = await streams.fetchStream(`http://site.test:${site.port}/moved`, {}, never);
  assert.equal((await buffer(body)).length, 300_000);
  assert.ok(proxy.asked.length >= 1);
});
