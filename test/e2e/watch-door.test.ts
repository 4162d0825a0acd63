import assert from 'node:assert/strict';
import { request as sendRequest, type ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import { addTestTeam } from '../support/add-test-team.ts';
import { eventually } from '../support/eventually.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { startJob } from '../support/run-job.ts';
import { shareKeylessService, shareTestService } from '../support/share-test-service.ts';
import { startTestService, type CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';
import { openWatchClient } from '../support/watch-client.ts';

const UNKNOWN_ID = '0190aaaa-1111-7222-8333-444455556666';
const PAGE =
  '<title>Page</title><main><h1>Page</h1><p>Some prose that is long enough to be seen as content.</p></main>';

describe('who may watch a job', () => {
  let site: LoopbackSite;
  let service: CalledService;
  let otherKey: string;

  before(async () => {
    site = await startTestSite({ '/a': PAGE });
    service = await shareTestService();
    otherKey = (await addTestTeam(service)).key;
  });

  after(() => site?.[Symbol.asyncDispose]());

  const startBatch = (): Promise<string> => startJob(service, 'batch/scrape', { urls: [`${site.origin}/a`] });

  test('close codes say what is wrong, before any data', async () => {
    const id = await startBatch();
    const crawlUrl = `${service.url}/v2/crawl/`;
    const batchUrl = `${service.url}/v2/batch/scrape/`;
    const { key } = service;
    const cases = [
      [`${batchUrl}${UNKNOWN_ID}`, { key }, 1008],
      [`${crawlUrl}${id}`, { key }, 1008],
      [`${crawlUrl}active`, { key }, 1008],
      [`${batchUrl}not-an-id`, { key }, 1008],
      [`${batchUrl}${id}`, {}, 3000],
      [`${batchUrl}${id}`, { key: 'fc-wrong' }, 3000],
      [`${batchUrl}${id}`, { protocols: ['fc-wrong'] }, 3000],
      [`${batchUrl}not-an-id`, { protocols: ['fc-wrong'] }, 3000],
      [`${batchUrl}${id}`, { key: otherKey }, 3003],
    ] as const;
    for (const [url, options, code] of cases) {
      const { frames, closed } = await openWatchClient(
        url,
        options as { key?: string; protocols?: string[] },
      );
      const end = await closed;
      assert.equal(end.code, code, `${url} ${JSON.stringify(end)}`);
      assert.ok(end.reason.length > 10);
      assert.deepEqual(
        frames.map(({ type, data }) => [type, data]),
        [['error', undefined]],
      );
    }
  });

  test('the cookie of who signed in opens a socket for pages of the service, and not for those of others', async () => {
    const id = await startBatch();
    const signedIn = await fetch(`${service.url}/dashboard/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: service.key }),
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    for (const path of [`batch/scrape/${id}`, `team/jobs/${id}`]) {
      const url = `${service.url}/v2/${path}`;
      await assert.rejects(openWatchClient(url, { headers: { cookie } }), /403 .*cookie/);
      await assert.rejects(
        openWatchClient(url, { headers: { cookie, origin: site.origin } }),
        /403 .*cookie/,
      );
      const own = await openWatchClient(url, { headers: { cookie, origin: service.url } });
      assert.equal((await own.closed).code, 1000);
      assert.ok(own.frames.length > 0);
    }
    const stranger = await openWatchClient(`${service.url}/v2/team/jobs/${id}`, { key: otherKey });
    assert.deepEqual([(await stranger.closed).code, stranger.frames[0]?.type], [1008, 'error']);
  });

  test('the sub-protocol that is the key is selected, also from a list', async () => {
    const id = await startBatch();
    const url = `${service.url}/v2/batch/scrape/${id}/?a=b`;
    for (const protocols of [[service.key], ['something', service.key]]) {
      const { socket, closed } = await openWatchClient(url, { protocols });
      assert.equal(socket.protocol, service.key);
      assert.equal((await closed).code, 1000);
    }
    const both = await openWatchClient(url, { key: service.key, protocols: ['something'] });
    assert.equal(both.socket.protocol, 'something');
    assert.equal((await both.closed).code, 1000);
  });

  test('nothing else opens a WebSocket, and other upgrades change nothing', async () => {
    for (const path of [
      '/',
      '/v2/scrape',
      '/v2/crawl',
      '/v2/crawl/a/errors',
      '/v1/crawl/a',
      '/v2/batch/scrape',
    ]) {
      await assert.rejects(openWatchClient(service.url + path, { key: service.key }), (error: Error) => {
        assert.match(error.message, /^404 \{"success":false,/);
        return true;
      });
    }
    const handshake = await sendHandshake(`${service.url}/v2/crawl/${UNKNOWN_ID}`, service.key);
    assert.equal(handshake.status, 400);
    assert.match(JSON.parse(handshake.text).error, /Sec-WebSocket-Key/);
    const { status, text } = await sendUpgrade(`${service.url}/v2/scrape`, service.key, {
      url: `${site.origin}/a`,
    });
    assert.equal(status, 200, text);
    assert.equal(JSON.parse(text).success, true);
    assert.equal((await service.call('/health/live')).status, 200);
  });
});

test('without keys: no page of another site, no other name; the npm client works', async () => {
  await using site = await startTestSite({ '/': PAGE });
  const service = await shareKeylessService();
  const id = await startJob(service, 'crawl', { url: site.origin });
  const client = new Firecrawl({ apiKey: 'fc-any', apiUrl: service.url });
  const watcher = client.watcher(id);
  const done: unknown[] = [];
  const documents: unknown[] = [];
  watcher.on('done', ({ status }: { status: string }) => done.push(status));
  watcher.on('document', (document: unknown) => documents.push(document));
  await watcher.start();
  assert.deepEqual([done, documents.length], [['completed'], 1]);
  const url = `${service.url}/v2/crawl/${id}`;
  const { frames, closed } = await openWatchClient(url, { headers: { origin: service.url } });
  assert.equal((await closed).code, 1000);
  assert.deepEqual(
    frames.map(({ type }) => type),
    ['catchup'],
  );
  for (const headers of [
    { host: 'rebound.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ] as Record<string, string>[]) {
    await assert.rejects(openWatchClient(url, { headers }), /^Error: 403 \{"success":false/);
  }
});

test('a service that stops says so to its watchers, and ends at once', async () => {
  const held: ServerResponse[] = [];
  await using site = await startTestSite({ '*': (_request, response) => void held.push(response) });
  await using service = await startTestService({
    environment: { DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}` },
  });
  const id = await startJob(service, 'batch/scrape', { urls: [`${site.origin}/`] });
  const url = `${service.url}/v2/batch/scrape/${id}`;
  const watchers = await Promise.all([1, 2, 3].map(() => openWatchClient(url, { key: service.key })));
  for (const { frames } of watchers) await eventually(async () => assert.equal(frames.length, 1));
  const startedAt = performance.now();
  assert.equal(await service.stop('SIGTERM'), 0);
  // Requests that run have ten seconds: more than this on a machine where a start takes less than three.
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs < 3_000 + 2 * service.startedInMs, `${tookMs} ms, ${service.startedInMs} to start`);
  for (const { closed } of watchers) assert.equal((await closed).code, 1001);
});

/** A request with the offer of HTTP/2 that some HTTP clients make by default. */
function sendUpgrade(
  url: string,
  key: string,
  body: object,
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const request = sendRequest(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        connection: 'Upgrade, HTTP2-Settings',
        upgrade: 'h2c',
        'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
    });
    request.end(JSON.stringify(body));
  });
}

/** Asks for a WebSocket without saying how. */
function sendHandshake(url: string, key: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, connection: 'Upgrade', upgrade: 'websocket' };
    sendRequest(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
    })
      .once('error', reject)
      .end();
  });
}
