import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openLoopbackSite } from '../../test/support/loopback-site.ts';
import { openTestOutbound } from '../../test/support/page-request.ts';
import { createSiteFileFetch, type SiteFileRequest } from './fetch-site-file.ts';

const REQUEST: SiteFileRequest = {
  timeoutMs: 5_000,
  maxBytes: 10_000,
  teamId: undefined,
  signal: new AbortController().signal,
};

describe('fetchSiteFile', () => {
  it('gives any answer, decoded', async () => {
    await using site = await openLoopbackSite((request, response) => {
      if (request.url === '/robots.txt')
        response
          .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
          .end(gzipSync('user-agent: *'));
      else response.writeHead(404).end();
    });
    await using outbound = openTestOutbound();
    const fetch = createSiteFileFetch(outbound);
    const { status, url, contentType, body } = await fetch(new URL('/robots.txt', site.origin), REQUEST);
    assert.deepEqual(
      [status, url.href, contentType, Buffer.from(body).toString()],
      [200, `${site.origin}/robots.txt`, 'text/plain', 'user-agent: *'],
    );
    const missing = await fetch(new URL('/x', site.origin), REQUEST);
    assert.deepEqual([missing.status, missing.contentType, missing.body.length], [404, undefined, 0]);
  });

  it('looks like a browser, or like the crawler that it is told to be, wherever redirects lead', async () => {
    await using target = await openLoopbackSite((_request, response) => response.end('ok'));
    await using site = await openLoopbackSite((_request, response) =>
      response.writeHead(301, { location: `${target.origin}/robots.txt`, 'set-cookie': 'a=1' }).end(),
    );
    await using outbound = openTestOutbound();
    const fetch = createSiteFileFetch(outbound);
    const { url } = await fetch(new URL(`http://me:secret@127.0.0.1:${site.port}/robots.txt`), REQUEST);
    assert.equal(url.href, `${target.origin}/robots.txt`);
    for (const { headers } of [site.requests[0]!, target.requests[0]!]) {
      assert.match(headers['user-agent'] ?? '', /^Mozilla.*Chrome/);
      assert.equal(headers.authorization, undefined);
    }
    await fetch(new URL('/robots.txt', site.origin), { ...REQUEST, userAgent: 'FooBot/1.0' });
    for (const { headers } of [site.requests[1]!, target.requests[1]!]) {
      assert.equal(headers['user-agent'], 'FooBot/1.0');
      assert.deepEqual(
        Object.keys(headers).filter((name) => /^sec-|upgrade|language/.test(name)),
        [],
      );
    }
  });

  it('follows five redirects', async () => {
    await using site = await openLoopbackSite((request, response) => {
      const number = Number(request.url?.slice(1));
      if (number === 0) response.end('there');
      else response.writeHead(302, { location: `/${number - 1}` }).end();
    });
    await using outbound = openTestOutbound();
    const fetch = createSiteFileFetch(outbound);
    const five = await fetch(new URL('/5', site.origin), REQUEST);
    assert.deepEqual([five.status, Buffer.from(five.body).toString()], [200, 'there']);
    const six = await fetch(new URL('/6', site.origin), REQUEST);
    assert.deepEqual([six.status, six.url.pathname, six.body.length], [302, '/1', 0]);
    assert.equal(site.requests.length, 12);
  });

  it('gives up on circles', async () => {
    await using site = await openLoopbackSite((_request, response) =>
      response.writeHead(307, { location: '/robots.txt' }).end(),
    );
    await using outbound = openTestOutbound();
    const { status } = await createSiteFileFetch(outbound)(new URL('/robots.txt', site.origin), REQUEST);
    assert.equal(status, 302);
    assert.equal(site.requests.length, 6);
  });

  it('fails for files that are too large, places that may not be reached, time and signal', async () => {
    await using site = await openLoopbackSite((request, response) => {
      if (request.url === '/large') response.end('x'.repeat(10_001));
      else if (request.url === '/inward') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    });
    await using outbound = openTestOutbound();
    const fetch = createSiteFileFetch(outbound);
    await assert.rejects(fetch(new URL('/large', site.origin), REQUEST), { code: 'SCRAPE_SITE_ERROR' });
    await assert.rejects(fetch(new URL('/inward', site.origin), REQUEST), {
      code: 'SCRAPE_ADDRESS_NOT_ALLOWED',
    });
    await assert.rejects(fetch(new URL('/silent', site.origin), { ...REQUEST, timeoutMs: 50 }), {
      code: 'SCRAPE_TIMEOUT',
    });
    const controller = new AbortController();
    const waiting = fetch(new URL('/silent', site.origin), { ...REQUEST, signal: controller.signal });
    controller.abort(new Error('gone'));
    await assert.rejects(waiting, { message: 'gone' });
    await assert.rejects(fetch(new URL('/', site.origin), { ...REQUEST, userAgent: 'a\nb: c' }), {
      code: 'BAD_REQUEST',
    });
  });

  it('does not mind a certificate that nobody knows', async () => {
    await using site = await openLoopbackSite((_request, response) => response.end('ok'), { isTls: true });
    await using outbound = openTestOutbound();
    assert.equal((await createSiteFileFetch(outbound)(new URL(site.origin), REQUEST)).status, 200);
  });
});
