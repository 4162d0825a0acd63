import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { fastify } from 'fastify';
import { ServiceError } from '../../../lib/service-error.ts';
import { parseJsonBodies } from './body-parsing.ts';

async function post(payload: string): Promise<{ code?: string; message?: string; body?: unknown }> {
  const server = fastify();
  parseJsonBodies(server, 11_000_000);
  server.setErrorHandler((error) => {
    assert.ok(error instanceof ServiceError);
    return { code: error.code, message: error.message };
  });
  server.post('/', (request) => ({ body: request.body }));
  const headers = { 'content-type': 'application/json' };
  const reply = await server.inject({ method: 'POST', url: '/', headers, payload });
  await server.close();
  return reply.json();
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('JSON bodies', () => {
  it('may nest 100 levels deep, whatever stands in strings', async () => {
    assert.deepEqual(await post(nested(100)), { body: JSON.parse(nested(100)) });
    assert.deepEqual(await post(JSON.stringify(nested(1_000))), { body: nested(1_000) });
  });

  it('may hold as many URLs as a batch', async () => {
    const urls = Array.from({ length: 100_000 }, (_, index) => `https://site.test/${index}`);
    assert.deepEqual(await post(JSON.stringify({ urls })), { body: { urls } });
  });

  const refused: Array<[what: string, body: () => string, message: string]> = [
    ['101 levels', () => nested(101), 'The request body nests deeper than 100 levels'],
    ['2 MB of brackets', () => nested(1_000_000), 'The request body nests deeper than 100 levels'],
    [
      '2 MB of empty objects',
      () => `[${'{},'.repeat(660_000)}{}]`,
      'The request body has more than 50000 lists and objects',
    ],
    [
      '2 MB of members',
      () => `{${'"a":0,'.repeat(320_000)}"a":0}`,
      'The request body has more than 100000 members',
    ],
    [
      '2 MB of entries',
      () => `[${'0,'.repeat(1_000_000)}0]`,
      'The request body has more than 250000 entries',
    ],
  ];
  for (const [what, body, message] of refused) {
    it(`are refused before they are parsed when they hold ${what}`, async (t: TestContext) => {
      const payload = body();
      const parse = t.mock.method(JSON, 'parse');
      const parsedBefore = parse.mock.callCount();
      const answer = await post(payload);
      assert.deepEqual(answer, { code: 'BAD_REQUEST', message });
      assert.ok(parse.mock.calls.slice(parsedBefore).every((call) => call.arguments[0] !== payload));
    });
  }

  it('that are no JSON are told where', async () => {
    const { code, message } = await post('{"a":');
    assert.equal(code, 'BAD_REQUEST_INVALID_JSON');
    assert.match(message ?? '', /^The request body is not valid JSON: /);
  });
});
