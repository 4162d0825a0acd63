import { Validator } from '@seriousme/openapi-schema-validator';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { endpoints } from '../../../contract/endpoints/index.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { createOpenApi } from './openapi.ts';

const all = Object.values(endpoints);
const openApi = createOpenApi({ endpoints: all, servers: ['http://127.0.0.1:3002'], version: '1.2.3' });

test('is a valid OpenAPI 3.1 document whose references resolve', async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(JSON.stringify(openApi)) as Record<string, unknown>);
  assert.deepEqual(result.errors ?? [], []);
  assert.equal(validator.version, '3.1');
  validator.resolveRefs();
  for (const [, id] of JSON.stringify(openApi).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    assert.ok(openApi.components.schemas[String(id)], `components hold ${id}`);
  }
  assert.doesNotMatch(JSON.stringify(openApi), /\$defs/);
});

test('holds every endpoint with its errors by status', () => {
  for (const endpoint of all) {
    const operation = openApi.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    assert.ok(operation, endpoint.name);
    assert.equal(operation.operationId, endpoint.name);
    assert.deepEqual(operation.security, endpoint.auth === 'bearer' ? [{ apiKey: [] }] : []);
    for (const code of endpoint.errors) {
      const response = operation.responses[String(ERRORS[code].status)];
      assert.ok(response?.content['application/json'].examples?.[code], `${endpoint.name} shows ${code}`);
    }
  }
});

test('names a path parameter as required and shows the code of each error', () => {
  const operation = openApi.paths['/v2/scrape/{id}']?.['get'];
  assert.deepEqual(
    operation?.parameters?.map(({ name, in: place, required }) => ({ name, place, required })),
    [{ name: 'id', place: 'path', required: true }],
  );
  assert.deepEqual(operation?.responses['404']?.content['application/json'].examples?.['NOT_FOUND']?.value, {
    success: false,
    code: 'NOT_FOUND',
    error: ERRORS.NOT_FOUND.message,
  });
});

test('shows which fields are required, and what holds without the others', () => {
  const request = openApi.components.schemas['ScrapeRequest'];
  assert.deepEqual(request?.required, ['url']);
  assert.equal(request?.additionalProperties, false);
  assert.deepEqual(request?.properties?.['formats']?.default, ['markdown']);
  assert.equal(request?.properties?.['timeout']?.default, 60_000);
});

test('shows formats as strings and as objects', () => {
  const format = openApi.components.schemas['Format'];
  assert.ok(format?.anyOf?.[0]?.enum?.includes('screenshot@fullPage'));
  assert.ok(
    format?.anyOf?.[1]?.oneOf?.some((variant) => variant.properties?.['type']?.const === 'changeTracking'),
  );
});

test('names the servers and the version that it is given', () => {
  assert.deepEqual(openApi.servers, [{ url: 'http://127.0.0.1:3002' }]);
  assert.equal(openApi.info.version, '1.2.3');
});

test('refuses one schema id with two meanings', () => {
  const [scrape] = all;
  const clash = { ...endpoints.healthLive, reply: z.object({ other: z.string() }).meta({ id: 'Document' }) };
  assert.throws(
    () => createOpenApi({ endpoints: [scrape!, clash], servers: [], version: '1' }),
    /The schema id Document stands for two different schemas/,
  );
});
