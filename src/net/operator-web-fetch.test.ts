import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openLoopbackSite, openTcpSite } from '../../test/support/loopback-site.ts';
import { openOperatorFetch } from './operator-fetch.ts';
import { createOperatorWebFetch } from './operator-web-fetch.ts';

test('a text is sent, and the answer comes whole, decoded, whatever its status', async () => {
  await using site = await openLoopbackSite((request, response) => {
    void text(request).then((body) => {
      if (body === 'away') response.writeHead(307, { location: '/elsewhere' }).end('there');
      else if (body === 'none') response.writeHead(204).end();
      else
        response
          .writeHead(529, { 'content-encoding': 'gzip', 'x-answer': ['a', 'b'] })
          .end(gzipSync(`${request.method} ${String(request.headers['x-mine'])} ${body}`));
    });
  });
  await using endpoint = openOperatorFetch({ endpoint: new URL(site.origin), ownPorts: () => [] });
  const fetch = createOperatorWebFetch({ send: endpoint.send, endpoint: new URL(site.origin) });
  const post = async (body: string) =>
    fetch(`${site.origin}/a`, { method: 'POST', body, headers: { 'X-Mine': '1' } });
  const answer = await post('Grüße');
  assert.deepEqual(
    [answer.status, answer.headers.get('x-answer'), await answer.text()],
    [529, 'a, b', 'POST 1 Grüße'],
  );
  const away = await post('away');
  assert.deepEqual([away.status, await away.text()], [307, 'there']);
  assert.equal((await post('none')).status, 204);
  await assert.rejects(fetch('http://127.0.0.1:1/'), TypeError);
  await assert.rejects(fetch(site.origin, { method: 'DELETE' }), TypeError);
  assert.equal(site.requests.length, 3);
});

test('an answer beyond the limit is refused, as sent or as decoded', async () => {
  await using site = await openLoopbackSite((request, response) => {
    const bytes = Buffer.alloc(20_000);
    if (request.url === '/packed')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(bytes));
    else response.end(bytes);
  });
  await using endpoint = openOperatorFetch({ endpoint: new URL(site.origin), ownPorts: () => [] });
  const fetch = createOperatorWebFetch({
    send: endpoint.send,
    endpoint: new URL(site.origin),
    maxBytes: 10_000,
  });
  await assert.rejects(fetch(`${site.origin}/`), { name: 'BodyTooLargeError' });
  await assert.rejects(fetch(`${site.origin}/packed`), { name: 'BodyTooLargeError' });
});

test('a request is sent once where it may not be sent again', async () => {
  let requests = 0;
  await using site = await openTcpSite((socket) => {
    socket.on('data', () => {
      requests++;
      socket.destroy();
    });
  });
  const endpoint = new URL(site.origin);
  await using operator = openOperatorFetch({ endpoint, ownPorts: () => [], mayResend: false });
  const fetch = createOperatorWebFetch({ send: operator.send, endpoint });
  await assert.rejects(fetch(endpoint, { method: 'POST', body: 'a' }), { code: 'SCRAPE_SITE_ERROR' });
  assert.equal(requests, 1);
});
