import assert from 'node:assert/strict';
import { request as sendRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { shareKeylessService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const FILE: Ask = {
  method: 'POST',
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n# A\r\n--x--\r\n',
};

/** Every kind of endpoint, and what it answers to who may ask. */
const ASKS: readonly [path: string, ask: Ask, status: number][] = [
  ['/v2/parse', FILE, 200],
  ['/v2/map', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }, 400],
  ['/v2/crawl/0199b0c5-6d3c-7b8e-8c4e-6f2a1d0b9e33', { method: 'DELETE' }, 404],
  ['/v2/team/credit-usage', {}, 200],
  ['/health/ready', {}, 200],
  ['/metrics', {}, 200],
  ['/reference', {}, 200],
  ['/nothing', {}, 404],
];

const REFUSED = /pages of other origins/;
const LINK = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('DECANT_AUTH=off: a page of another origin in a browser on the machine', () => {
  let service: CalledService;

  before(async () => {
    service = await shareKeylessService();
  });

  /** `fetch` would put headers of its own beside these. */
  function send(
    path: string,
    ask: Ask,
    more: Record<string, string>,
  ): Promise<{ status: number; body: any }> {
    return new Promise((resolve, reject) => {
      const { method = 'GET', headers = {}, body } = ask;
      const request = sendRequest(
        service.url + path,
        { method, headers: { ...headers, ...more } },
        (reply) => {
          buffer(reply).then((bytes) => {
            const isJson = reply.headers['content-type']?.startsWith('application/json');
            resolve({
              status: reply.statusCode ?? 0,
              body: isJson ? JSON.parse(bytes.toString()) : undefined,
            });
          }, reject);
        },
      );
      request.on('error', reject).end(body);
    });
  }

  test('gets nothing and starts nothing, whatever it asks for', async () => {
    const { port } = new URL(service.url);
    const activity = async (): Promise<unknown> => (await send('/v2/team/activity', {}, {})).body.data;
    const earlier = await activity();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1:${Number(port) + 1}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      for (const [path, ask] of ASKS) {
        const { status, body } = await send(path, ask, headers);
        const what = `${path} ${JSON.stringify(headers)}`;
        assert.deepEqual([status, body?.success], [403, false], what);
        assert.match(body.error, REFUSED);
      }
    }
    assert.deepEqual(await activity(), earlier);
  });

  test('programs and pages of its own are served', async () => {
    const own: Record<string, string>[] = [
      {},
      // As Node's fetch says of itself.
      { 'sec-fetch-mode': 'cors' },
      { origin: service.url, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none', ...LINK },
    ];
    for (const headers of own) {
      for (const [path, ask, expected] of ASKS) {
        const { status } = await send(path, ask, headers);
        assert.equal(status, expected, `${path} ${JSON.stringify(headers)}`);
      }
    }
  });

  test('may link to the reference and the documentation, and to nothing else', async () => {
    const link = { 'sec-fetch-site': 'cross-site', ...LINK };
    for (const [path, expected] of [
      ['/reference', 200],
      ['/openapi.json', 200],
      ['/docs', 200],
      ['/docs/errors', 200],
      ['/llms.txt', 200],
      ['/', 200],
      ['/v2/team/credit-usage', 403],
      ['/health/ready?deep=true', 403],
    ] as const) {
      assert.equal((await send(path, {}, link)).status, expected, path);
    }
    const script = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'script',
    };
    assert.equal((await send('/openapi.json', {}, script)).status, 403);
    // What is wrong with this one is its signature.
    assert.doesNotMatch((await send('/blobs/x.png', {}, script)).body.error, REFUSED);
  });
});
