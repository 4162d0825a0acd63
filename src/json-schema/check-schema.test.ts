import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ValidationIssue } from '../contract/errors.ts';
import { ServiceError } from '../lib/service-error.ts';
import { checkSchema } from './check-schema.ts';

function refused(schema: unknown): string[] {
  try {
    checkSchema(schema, { path: ['formats', 0, 'schema'] });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'BAD_REQUEST')
      return (error.details as ValidationIssue[]).map(({ message }) => message);
    throw error;
  }
  return [];
}

/** `levels` schemas inside each other, each with what the one outside of it is made of twice. */
function doubled(levels: number): unknown {
  const $defs: Record<string, unknown> = { level0: { type: 'object' } };
  for (let level = 1; level <= levels; level++) {
    const $ref = `#/$defs/level${level - 1}`;
    $defs[`level${level}`] = { allOf: [{ $ref }, { $ref }] };
  }
  return { $ref: `#/$defs/level${levels}`, $defs };
}

function nested(levels: number): unknown {
  let schema: unknown = { type: 'string' };
  for (let level = 0; level < levels; level++) schema = { properties: { a: schema } };
  return schema;
}

test('faults are told with their place', () => {
  const schema = {
    type: 'object',
    properties: {
      price: { type: 'strng' },
      tags: { type: 'array', items: 'string', minItems: -1 },
      shop: { $ref: '#/$defs/shop' },
      code: { pattern: '(' },
      far: { $ref: 'https://example.com/other.json' },
    },
    required: ['price', 3],
  };
  assert.deepEqual(
    refused(schema),
    [
      'formats[0].schema.properties.price.type must be one of string, number, integer, boolean, object, array, null, not "strng"',
      'formats[0].schema.properties.tags.items must be a schema: an object, true or false',
      'formats[0].schema.properties.tags.minItems must be a whole number',
      'formats[0].schema.properties.shop["$ref"] must point at a part of this schema, such as "#/$defs/name"',
      'formats[0].schema.properties.code.pattern must be a regular expression',
      'formats[0].schema.properties.far["$ref"] must point at a part of this schema, such as "#/$defs/name"',
      'formats[0].schema.required must be a list of names',
    ].map((message) => message.replace('["$ref"]', '.$ref')),
  );
  assert.deepEqual(refused('name, price'), ['formats[0].schema must be a JSON Schema: an object']);
});

test('a schema that is too much is refused', () => {
  assert.match(refused({ description: 'x'.repeat(70_000) })[0] ?? '', /at most 65536 bytes/);
  assert.deepEqual(refused(nested(32)), []);
  assert.match(refused(nested(33))[0] ?? '', /nests deeper than 32 levels/);
  assert.match(refused(nested(100_000))[0] ?? '', /nests deeper than 80 levels/);
  assert.match(refused(doubled(20))[0] ?? '', /more than 10000 parts/);
  assert.deepEqual(refused(doubled(10)), []);
  const chain = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`a${index}`, { $ref: `#/$defs/a${index + 1}` }]),
  );
  assert.match(
    refused({ $ref: '#/$defs/a0', $defs: { ...chain, a500: {} } })[0] ?? '',
    /deeper than 100 levels with/,
  );
});

test('a schema that checks one value for ever is refused, one that goes into its parts is not', () => {
  const endless = 'formats[0].schema refers to itself without an end';
  assert.deepEqual(refused({ $ref: '#' }), [endless]);
  assert.deepEqual(refused({ anyOf: [{ type: 'string' }, { not: { $ref: '#' } }] }), [endless]);
  const hidden = {
    properties: { b: { $ref: '#/$defs/b' } },
    allOf: [{ $ref: '#/$defs/b' }],
    $defs: { b: { $ref: '#' } },
  };
  assert.deepEqual(refused(hidden), [endless]);
  const tree = {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#' } } },
  };
  assert.equal(checkSchema(tree).mayBeSlow, true);
});

test('older words are rewritten, and what is referred to stands under $defs', () => {
  const { schema, warnings, mayBeSlow } = checkSchema({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://example.com/shop.json',
    definitions: { shop: { type: 'string', nullable: true }, unused: { type: 'nothing' } },
    type: 'object',
    properties: {
      shop: { $ref: '#/definitions/shop', minLength: 3, description: 'Where' },
      again: { $ref: 'https://example.com/shop.json#/definitions/shop' },
      pair: { type: 'array', items: [{ type: 'number' }, true], additionalItems: false },
      kind: { enum: ['a'], type: 'string', nullable: true },
      either: { oneOf: [{ type: 'string' }], nullable: true },
      price: { type: 'number', minimum: 0, exclusiveMinimum: true, required: true },
      code: { type: 'string', pattern: '[\\w-.]' },
    },
    dependencies: { shop: ['price'], price: { required: ['shop'] } },
    'x-own': 1,
  });
  assert.deepEqual(schema, {
    type: 'object',
    properties: {
      shop: { $ref: '#/$defs/shop', description: 'Where' },
      again: { $ref: '#/$defs/shop' },
      pair: { type: 'array', prefixItems: [{ type: 'number' }, {}], items: false },
      kind: { enum: ['a', null], type: ['string', 'null'] },
      either: { anyOf: [{ oneOf: [{ type: 'string' }] }, { type: 'null' }] },
      price: { type: 'number', exclusiveMinimum: 0 },
      code: { type: 'string' },
    },
    dependentRequired: { shop: ['price'] },
    dependentSchemas: { price: { required: ['shop'] } },
    $defs: { shop: { type: ['string', 'null'] } },
  });
  assert.deepEqual(warnings, [
    'properties.price.required was left out: it lists names',
    'properties.code.pattern was left out: it is no regular expression of Unicode',
  ]);
  assert.equal(mayBeSlow, false);
});

test('references find anchors and parts that are no definitions', () => {
  const { schema } = checkSchema({
    properties: {
      a: { type: 'string', $anchor: 'text' },
      b: { $ref: '#text' },
      c: { $ref: '#/properties/a' },
    },
  });
  assert.deepEqual(schema, {
    properties: { a: { type: 'string' }, b: { $ref: '#/$defs/text' }, c: { $ref: '#/$defs/text' } },
    $defs: { text: { type: 'string' } },
  });
});

test('it is known what may keep a validator busy', () => {
  const isSlow = (schema: unknown): boolean => checkSchema(schema).mayBeSlow;
  assert.equal(isSlow({ properties: { a: { type: 'string', format: 'email' } } }), false);
  assert.equal(isSlow({ properties: { a: { anyOf: [{ pattern: '^(a+)+$' }] } } }), true);
  assert.equal(isSlow({ patternProperties: { '^(a+)+$': {} } }), true);
  assert.equal(isSlow({ items: { type: 'array', uniqueItems: true } }), true);
});

test('names of objects are names and nothing else', () => {
  const text = '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}';
  const { schema } = checkSchema(JSON.parse(text));
  assert.equal(JSON.stringify(schema), text);
  assert.match(refused({ properties: { '\ud800': {} } })[0] ?? '', /has a name that is no text/);
});
