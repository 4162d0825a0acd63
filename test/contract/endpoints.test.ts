import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { z } from 'zod';
import type { EndpointDefinition } from '../../src/contract/endpoint.ts';
import { documentedEndpoints, endpoints, textEndpoints } from '../../src/contract/endpoints/index.ts';
import { ENDPOINT_TAGS, groupByTag, tagOf } from '../../src/contract/endpoint-tags.ts';
import { ERRORS } from '../../src/contract/errors.ts';
import { toJsonSchema } from '../../src/contract/json-schema.ts';
import { parseWith } from '../../src/lib/validate.ts';
import { refusal } from './parsing.ts';
import { acceptedCases, refusedCases, unfold, type FieldCase } from './schema-cases.ts';
import { testCases } from './test-cases.ts';

const all: Array<[string, EndpointDefinition]> = Object.entries({ ...endpoints, ...textEndpoints });

test('every file of the folder is in the list, under the name of the endpoint', () => {
  const files = readdirSync(new URL('../../src/contract/endpoints/', import.meta.url));
  const names = files.filter((file) => file !== 'index.ts').map((file) => file.replace('.ts', ''));
  const listed = all.map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  assert.deepEqual(listed.toSorted(), names.toSorted());
});

test('no two endpoints share a method and path', () => {
  const routes = all.map(([, { method, path }]) => `${method} ${path}`);
  assert.deepEqual(routes, [...new Set(routes)]);
});

test('the reference begins with what people use first, and ends with what is there for clients alone', () => {
  const order = [...new Set(documentedEndpoints.map(tagOf))];
  assert.deepEqual(
    order,
    ENDPOINT_TAGS.map(({ name }) => name),
  );
  assert.deepEqual(order.slice(0, 2), ['Scrape', 'Crawl']);
  const [feedback, ...others] = groupByTag(documentedEndpoints)
    .slice(-1)
    .flatMap((group) => group.endpoints.map(({ name }) => name));
  assert.equal(feedback, 'feedback');
  for (const name of ['searchFeedback', 'extractStatus', 'tokenUsage', 'tokenUsageHistorical'])
    assert.ok(others.includes(name), name);
  assert.equal(documentedEndpoints.length, all.length);
});

for (const [key, endpoint] of all) {
  const { name, path, params, query, headers, body, reply, errors, auth, summary, example, text } = endpoint;

  describe(`${endpoint.method} ${path}`, () => {
    test('is named like its key and says what it does in one line', () => {
      assert.equal(name, key);
      assert.match(summary, /^[A-Z].*[^.]$/);
      assert.equal(auth === 'bearer', path.startsWith('/v2/'));
      assert.ok(endpoint.description, 'has a description');
    });

    test('describes exactly the parameters in its path', () => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      assert.deepEqual(Object.keys(params?.shape ?? {}), inPath);
    });

    test('lists the errors that every endpoint of its kind has, each once', () => {
      assert.deepEqual(errors, [...new Set(errors)]);
      assert.ok(errors.includes('UNKNOWN_ERROR'));
      assert.equal(errors.includes('UNAUTHORIZED'), auth !== 'none');
      assert.equal(errors.includes('BAD_REQUEST_INVALID_JSON'), body !== undefined);
      assert.equal(errors.includes('INVALID_ID'), params?.shape['id'] !== undefined);
      for (const code of errors) assert.ok(ERRORS[code], code);
    });

    test('has an example that is valid by its own schemas', () => {
      if (params) assert.deepEqual(parseWith(params, example.params), example.params);
      if (headers) assert.deepEqual(parseWith(headers, example.headers), example.headers);
      if (body) parseWith(body, example.body);
      assert.deepEqual(parseWith(reply, example.reply), example.reply);
    });

    if (text) return;
    test('refuses a reply that lacks what is always there', () => {
      const { required = [] } = unfold(toJsonSchema(reply, 'output'));
      // Answers of support have none (wire contract 5.17).
      assert.equal(required.includes('success'), !name.startsWith('support'));
      for (const field of required) {
        const { [field]: _dropped, ...rest } = example.reply as Record<string, unknown>;
        assert.deepEqual(refusal(reply, rest).issues[0]?.path, [field]);
      }
    });

    if (params) test('takes only UUIDs as ids', () => checkIds(params, example.params ?? {}));
    if (query) checkObject('query', query, example.query ?? {});
    if (body) checkObject('body', body, example.body as Record<string, unknown>);
  });
}

function checkIds(params: z.ZodObject, valid: Readonly<Record<string, unknown>>): void {
  for (const id of ['', 'x', '0190aaaa11117222833344445555666', '0190aaaa-1111-7222-8333-44445555666g']) {
    const { message, issues } = refusal(params, { ...valid, id });
    assert.deepEqual(issues[0]?.path, ['id']);
    assert.equal(message, 'id must be a UUID');
  }
  const upper = '0190AAAA-1111-7222-8333-444455556666';
  assert.deepEqual(parseWith(params, { ...valid, id: upper }), { ...valid, id: upper.toLowerCase() });
}

/** A prompt stands in the place of code. */
function withoutAlternative(valid: Record<string, unknown>, field: string): Record<string, unknown> {
  if (field !== 'prompt') return valid;
  const { code: _code, ...rest } = valid;
  return rest;
}

/** No value of a field is an error, whatever the reference says of it. */
function takesAnything(field: z.ZodType): boolean {
  return [Symbol('value'), {}, null].every((value) => field.safeParse(value).success);
}

/** What can be tested of every request object without knowing what its fields mean. */
function checkObject(part: string, schema: z.ZodType, valid: Record<string, unknown>): void {
  const json = toJsonSchema(schema, 'input');
  const { required = [], additionalProperties } = unfold(json);

  // A query holds numbers as text.
  const isNumber = (field: string) =>
    part === 'query' && unfold(json).properties?.[field]?.type === 'integer';
  const withField = (field: string, value: unknown) => ({
    ...withoutAlternative(valid, field),
    [field]: isNumber(field) && typeof value === 'number' ? String(value) : value,
  });
  const isChecked = ({ field }: FieldCase): boolean =>
    !(schema instanceof z.ZodObject && takesAnything(schema.shape[field]));
  testCases(`${part}: accepts what its schema allows`, acceptedCases(json), ({ field, value }) => {
    parseWith(schema, withField(field, value));
  });
  const refused = refusedCases(json).filter(isChecked);
  testCases(`${part}: refuses what its schema forbids`, refused, ({ field, value }) => {
    const { message, issues } = refusal(schema, withField(field, value));
    assert.equal(issues[0]?.path[0], field);
    assert.ok(message.startsWith(field), message);
  });
  for (const field of required) {
    test(`${part}: requires ${field}`, () => {
      const { [field]: _dropped, ...rest } = valid;
      assert.equal(refusal(schema, rest).message, `${field} is required`);
    });
  }
  if (additionalProperties === false) {
    test(`${part}: refuses an unknown key and names it`, () => {
      const { issues } = refusal(schema, { ...valid, surelyUnknown: 1, __proto__x: 2 });
      assert.deepEqual(
        issues.map(({ path, code, keys }) => ({ path, code, keys })),
        [{ path: [], code: 'unrecognized_keys', keys: ['surelyUnknown', '__proto__x'] }],
      );
    });
  }
  test(`${part}: refuses what is no object`, () => {
    for (const value of [undefined, null, [], 'text', 5, true])
      assert.deepEqual(refusal(schema, value).issues[0]?.path, [], JSON.stringify(value));
  });
}
