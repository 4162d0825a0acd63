import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { documentedEndpoints, endpoints } from '../../../contract/endpoints/index.ts';
import { ERRORS } from '../../../contract/errors.ts';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import { WEBHOOK_EVENT_NAMES } from '../../../contract/requests/webhook-events.ts';
import type { OpenApiOperation } from './openapi-model.ts';
import { createOpenApi } from './openapi.ts';

const all = documentedEndpoints;
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
    assert.equal(operation.security.length > 0, endpoint.auth !== 'none');
    const type = endpoint.text?.error ?? 'application/json';
    for (const code of endpoint.errors) {
      const response = operation.responses[String(ERRORS[code].status)];
      assert.ok(response?.content?.[type]?.examples?.[code], `${endpoint.name} shows ${code}`);
    }
  }
});

test('names a path parameter as required and shows the code of each error', () => {
  const operation = openApi.paths['/v2/scrape/{id}']?.['get'];
  assert.deepEqual(
    operation?.parameters?.map(({ name, in: place, required }) => ({ name, place, required })),
    [{ name: 'id', place: 'path', required: true }],
  );
  assert.deepEqual(
    operation?.responses['404']?.content?.['application/json']?.examples?.['NOT_FOUND']?.value,
    {
      success: false,
      code: 'NOT_FOUND',
      error: ERRORS.NOT_FOUND.message,
    },
  );
});

test('shows the numbers of a query as integers with bounds', () => {
  for (const [path, bounds] of [
    ['/v2/crawl/{id}', { skip: { minimum: 0, maximum: 999_999_999 }, limit: { minimum: 1, maximum: 1_000 } }],
    ['/v2/batch/scrape/{id}', { limit: { minimum: 1, maximum: 1_000 } }],
    ['/v2/team/activity', { limit: { minimum: 1, maximum: 100, default: 50 } }],
  ] as const) {
    const parameters = openApi.paths[path]?.['get']?.parameters ?? [];
    for (const [name, expected] of Object.entries(bounds)) {
      const schema = parameters.find((parameter) => parameter.name === name)?.schema;
      assert.deepEqual(schema, { type: 'integer', ...expected }, `${name} of ${path}`);
    }
  }
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

test('every shared schema has a name of ours, and none refers to itself', () => {
  for (const [id, schema] of Object.entries(openApi.components.schemas)) {
    assert.match(id, /^[A-Z][A-Za-z]+$/);
    assert.ok(!JSON.stringify(schema).includes(`"#/components/schemas/${id}"`), id);
  }
});

test('refuses one schema id with two meanings', () => {
  const clash = { ...endpoints.healthLive, reply: z.object({ other: z.string() }).meta({ id: 'Document' }) };
  assert.throws(
    () => createOpenApi({ endpoints: [endpoints.scrape, clash], servers: [], version: '1' }),
    /The schema id Document stands for two different schemas/,
  );
});

/** Every operation, those of webhooks too, under its id. */
const operations = [...Object.values(openApi.paths).flatMap((path) => Object.values(path)), ...sent()];

function sent(): OpenApiOperation[] {
  return Object.values(openApi.webhooks).map(({ post }) => post);
}

test('every operation says what it is, what it takes and what it answers', () => {
  const ids = operations.map(({ operationId }) => operationId);
  assert.deepEqual(ids, [...new Set(ids)]);
  const tags = new Set(openApi.tags.map(({ name }) => name));
  for (const { operationId, summary, description, tags: own, parameters = [], requestBody } of operations) {
    assert.ok(summary !== '' && description !== '', operationId);
    assert.ok(own.length === 1 && tags.has(own[0] ?? ''), operationId);
    for (const { name, in: place, example, description: text } of parameters) {
      assert.ok(text, `${operationId} describes ${name}`);
      if (place === 'path') assert.notEqual(example, undefined, `${operationId} has an example of ${name}`);
    }
    for (const { example } of Object.values(requestBody?.content ?? {}))
      assert.notEqual(example, undefined, operationId);
  }
});

test('every answer of an operation has an example, those of its errors too', () => {
  const answered = Object.values(openApi.paths).flatMap((path) => Object.values(path));
  for (const { operationId, responses } of answered) {
    assert.ok(responses['500'], `${operationId} tells of its errors`);
    for (const { content = {}, headers } of Object.values(responses)) {
      assert.ok(headers?.['x-request-id'], operationId);
      for (const { example, examples } of Object.values(content)) assert.ok(example ?? examples, operationId);
    }
  }
});

test('every example is valid by its schema', () => {
  // Code that runs once is not worth the improving.
  const quick = { code: { optimize: false }, inlineRefs: false };
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, ...quick });
  formats.default(ajv, ['uuid', 'uri', 'date', 'date-time']);
  ajv.addFormat('binary', true);
  for (const keyword of ['x-needs', 'x-refused', 'x-credits', 'x-advice']) ajv.addKeyword(keyword);
  const own = (schema: unknown): JsonSchema =>
    JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'openapi#/$defs/')) as JsonSchema;
  ajv.addSchema(own({ $id: 'openapi', $defs: openApi.components.schemas }));
  let count = 0;
  // The answers of most errors have one schema.
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  const check = (where: string, schema: JsonSchema, value: unknown): void => {
    if (value === undefined) return;
    count++;
    const key = JSON.stringify(schema);
    const isValid = compiled.get(key) ?? ajv.compile(own(schema));
    compiled.set(key, isValid);
    assert.ok(isValid(value), `${where}: ${ajv.errorsText(isValid.errors)}`);
  };
  for (const { operationId, parameters = [], requestBody, responses } of operations) {
    for (const { name, schema, example } of parameters) check(`${operationId} ${name}`, schema, example);
    const contents = [requestBody, ...Object.values(responses)].map((part) => part?.content ?? {});
    for (const { schema, example, examples = {} } of contents.flatMap((each) => Object.values(each))) {
      check(operationId, schema, example);
      for (const [name, { value }] of Object.entries(examples))
        check(`${operationId} ${name}`, schema, value);
    }
  }
  assert.ok(count > all.length, `${count} examples`);
});

test('tells of what the service sends: each event of a job', () => {
  assert.deepEqual(Object.keys(openApi.webhooks), [...WEBHOOK_EVENT_NAMES]);
  const page = openApi.webhooks['crawl.page']?.post;
  assert.equal(page?.operationId, 'onCrawlPage');
  assert.deepEqual(page?.requestBody?.content['application/json']?.schema, {
    $ref: '#/components/schemas/WebhookBody',
  });
  assert.ok(page?.parameters?.some(({ name }) => name === 'X-Service-Timestamped-Signature'));
});

test('marks what this version refuses, and what an operator has to give', () => {
  const { ScrapeRequest, Format } = openApi.components.schemas;
  assert.deepEqual(ScrapeRequest?.properties?.['onlyCleanContent']?.['x-needs'], [
    'DECANT_LLM_BASE_URL',
    'DECANT_LLM_MODEL',
  ]);
  assert.deepEqual(ScrapeRequest?.properties?.['actions']?.['x-needs'], [
    'DECANT_BROWSER_PATH',
    'DECANT_BROWSER_URL',
  ]);
  const refused = Format?.anyOf?.[1]?.oneOf
    ?.filter((variant) => variant['x-refused'] !== undefined)
    .map((variant) => variant.properties?.['type']?.const);
  assert.deepEqual(refused, []);
});

test('takes the key of a retry as a header, and the key of a caller in an address', () => {
  const header = openApi.paths['/v2/crawl']?.['post']?.parameters?.find(
    ({ in: place }) => place === 'header',
  );
  assert.equal(header?.name, 'x-idempotency-key');
  const read = openApi.paths['/read/{url}']?.['get'];
  assert.deepEqual(read?.security, [{ apiKey: [] }, { keyInAddress: [] }]);
  assert.deepEqual(Object.keys(read?.responses['200']?.content ?? {}), ['text/markdown', 'text/plain']);
  assert.equal(read?.responses['408']?.content?.['text/plain']?.schema.type, 'string');
});
