import assert from 'node:assert/strict';
import { on } from 'node:events';
import { request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { shareKeylessService, shareNarrowService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

describe('the HTTP door', () => {
  let service: CalledService;

  before(async () => {
    service = await shareNarrowService();
  });

  test('the key from the environment works', async () => {
    assert.equal(service.key, 'a-key-of-the-operator');
    const { status, body } = await service.call('/v2/concurrency-check');
    assert.deepEqual([status, body.success], [200, true]);
  });

  test('the reference names every endpoint and this address', async () => {
    const { body } = await service.call('/reference');
    for (const text of ['/v2/scrape', 'onlyMainContent', 'Authorization', service.url])
      assert.ok(body.includes(text), text);
  });

  test('OpenAPI 3.1 at /openapi.json', async () => {
    const { body } = await service.call('/openapi.json');
    assert.match(body.openapi, /^3\.1/);
    assert.deepEqual(body.servers, [{ url: service.url }]);
    assert.ok(body.paths['/v2/scrape'].post);
  });

  test('metrics count what was answered', async () => {
    await service.call('/health/live');
    const { body, headers } = await service.call('/metrics');
    assert.match(headers.get('content-type') ?? '', /text\/plain/);
    assert.match(
      body,
      /decant_http_request_duration_seconds_count\{route="\/health\/live",method="GET",status="200"\} [1-9]/,
    );
  });

  test('CORS: any origin, preflight included', async () => {
    const preflight = await fetch(`${service.url}/v2/scrape`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'authorization,content-type');
  });

  test('a path below /v2 needs a key, whether it exists or not; another method is told what would do', async () => {
    for (const [path, init] of [
      ['/v2/nothing', {}],
      ['/v2/scrape', {}],
      ['/v2/search', { method: 'POST', body: '{"query":"x"}' }],
    ] as const) {
      const response = await fetch(service.url + path, init);
      const body = (await response.json()) as Record<string, unknown>;
      assert.deepEqual([response.status, body['code']], [401, 'UNAUTHORIZED'], path);
    }
    const authorization = { authorization: `Bearer ${service.key}` };
    for (const [method, path, allow] of [
      ['GET', '/v2/scrape', 'POST'],
      ['POST', '/v2/team/activity/', 'GET, HEAD'],
      ['PUT', '/v2/crawl/0199b0c5-6d3c-7b8e-8c4e-6f2a1d0b9e33', 'DELETE, GET, HEAD'],
      ['PUT', '/v2/crawl/active', 'GET, HEAD'],
      ['POST', '/', 'GET, HEAD'],
      ['POST', '/reference', 'GET, HEAD'],
      ['POST', '/openapi.json', 'GET, HEAD'],
      ['POST', '/metrics', 'GET, HEAD'],
      ['DELETE', '/health/ready', 'GET, HEAD'],
      ['POST', '/health/live?x=1', 'GET, HEAD'],
      ['POST', '/read/https://a.test/b/c?d=e', 'GET'],
      ['POST', '/blobs/ab/cd', 'GET, HEAD'],
    ] as const) {
      const response = await fetch(service.url + path, { method, headers: authorization });
      const body = (await response.json()) as Record<string, unknown>;
      assert.deepEqual([response.status, response.headers.get('allow')], [405, allow], path);
      assert.deepEqual([body['success'], body['code']], [false, 'METHOD_NOT_ALLOWED'], path);
      assert.equal(
        String(body['error']).split(': use ')[1],
        allow.replace(', HEAD', '').replace(', ', ' or '),
      );
    }
  });

  test('an unknown path, a wrong method, a wrong content type, a huge body', async () => {
    const unknown = await service.call('/v2/nothing');
    assert.deepEqual([unknown.status, unknown.body.success], [404, false]);
    assert.equal(unknown.body.code, 'NOT_FOUND');
    assert.match(unknown.body.error, /^There is no GET \/v2\/nothing here; \/docs and \/reference /);
    assert.equal((await service.call('/v1/scrape', {})).status, 404);
    const form = await service.call('/v2/scrape', 'url=x', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.deepEqual([form.status, form.body.code], [400, 'BAD_REQUEST']);
    assert.match(form.body.error, /application\/json/);
    const huge = await service.call('/v2/scrape', JSON.stringify({ url: 'x'.repeat(11_000_000) }));
    assert.deepEqual([huge.status, huge.body.success], [413, false]);
    const empty = await service.call('/v2/concurrency-check', undefined, {
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(empty.status, 200);
  });

  test('an error leads to what the documentation says of its code', async () => {
    for (const [path, code] of [
      ['/nothing', 'NOT_FOUND'],
      ['/v2/scrape/%E0%A4', 'BAD_REQUEST'],
      ['/v2/scrape/no-uuid', 'INVALID_ID'],
    ] as const) {
      const { headers, body } = await service.call(path);
      const [, target = ''] = /^<(.+)>; rel="help"$/.exec(headers.get('link') ?? '') ?? [];
      assert.deepEqual([target, body.code], [`${service.url}/docs/errors#${code}`, code]);
      const page = await (await fetch(target)).text();
      assert.ok(page.includes(` id="${code}"`), path);
    }
  });

  test('what is no proper request gets the same kind of answer', async () => {
    const path = await service.call('/v2/scrape/%E0%A4');
    assert.deepEqual([path.status, path.body.success, path.body.code], [400, false, 'BAD_REQUEST']);
    assert.equal(path.headers.get('access-control-allow-origin'), '*');
    const long = await service.call(`/v2/scrape/${'a'.repeat(2000)}`);
    assert.deepEqual([long.status, long.body.success], [400, false]);
    const text = await service.call('/v2/scrape', '{"url":"https://example.com"}', {
      headers: { 'content-type': 'text/plain' },
    });
    assert.equal(text.status, 400);
    assert.match(text.body.error, /application\/json/);
    const marked = await service.call('/v2/scrape', '\ufeff{"url":"http://127.0.0.1/"}');
    assert.equal(marked.status, 403, 'a byte order mark before JSON is ignored');
    const garbage = await rawAnswer(service.url, 'NONSENSE\r\n\r\n');
    assert.match(garbage, /^HTTP\/1\.1 400 [\s\S]*\{"success":false,"code":"BAD_REQUEST","error":/);
    const headers = await rawAnswer(
      service.url,
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    );
    assert.match(headers, /^HTTP\/1\.1 431 [\s\S]*\{"success":false,"code":"BAD_REQUEST","error":/);
    for (const target of ['/v2/scrape', '/health/live', '/nothing']) {
      const hostless = await rawAnswer(service.url, `GET ${target} HTTP/1.1\r\n\r\n`);
      assert.match(hostless, /^HTTP\/1\.1 400 [\s\S]*\{"success":false,.*"error":"[^"]*Host/, target);
    }
    const old = await rawAnswer(service.url, 'GET /health/live HTTP/1.0\r\n\r\n');
    assert.match(old, /^HTTP\/1\.1 200 /);
  });

  test('a body is refused as soon as its first piece says why, and its connection lives on', async () => {
    const [length, piece] = [5_000_000, '['.repeat(1_000)];
    const head = `Host: x\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\n`;
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const answers = on(socket, 'data') as AsyncIterator<[Buffer], undefined>;
    const nextAnswer = async (): Promise<string> => String((await answers.next()).value?.[0]);
    socket.write(`POST /v2/scrape HTTP/1.1\r\n${head}Content-Length: ${length}\r\n\r\n${piece}`);
    assert.match(await nextAnswer(), /^HTTP\/1\.1 400 [\s\S]*nests deeper than 100 levels/);
    socket.write('['.repeat(length - piece.length));
    socket.write(`GET /v2/concurrency-check HTTP/1.1\r\n${head}\r\n`);
    assert.match(await nextAnswer(), /^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  test('without authentication: no key, no CORS, and only under its own name', async () => {
    const open = await shareKeylessService();
    const answered = await fetch(`${open.url}/v2/concurrency-check`);
    assert.equal(answered.status, 200);
    assert.equal(answered.headers.get('access-control-allow-origin'), null);
    assert.equal(await statusUnderHost(open.url, 'attacker.example'), 403);
    assert.equal(await statusUnderHost(open.url, `localhost:${new URL(open.url).port}`), 200);
  });
});

function statusUnderHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    sendRequest(`${url}/v2/concurrency-check`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

/** What the service says to these bytes until it closes the connection. */
function rawAnswer(url: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
