import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSchema } from './check-schema.ts';
import { prepareSchema } from './prepare-schema.ts';
import { fromStrict } from './from-strict.ts';
import { randomValue, seeded } from '../../test/support/random-value.ts';
import { schemaList, schemasOf, type SchemaObject } from './schema-node.ts';
import { toStrict } from './to-strict.ts';
import { createValidator } from './validate.ts';

const checked = (schema: unknown): SchemaObject => checkSchema(schema).schema;

const text = { type: 'string' };
const article = {
  type: 'object',
  properties: {
    title: { type: 'string', description: 'As shown' },
    author: text,
    words: { type: 'integer', minimum: 0, maximum: 100_000 },
    kind: { enum: ['news', 'opinion'] },
    isFree: { type: 'boolean' },
    tags: { type: 'array', items: text, maxItems: 9 },
  },
  required: ['title', 'tags'],
};
const tree = {
  type: 'object',
  properties: { name: text, children: { type: 'array', items: { $ref: '#' } } },
  required: ['name'],
};
const sayable: Record<string, unknown> = {
  article,
  tree,
  offers: {
    type: 'object',
    properties: {
      shop: {
        type: 'object',
        properties: { name: text, place: { type: ['string', 'null'] } },
        required: ['name'],
      },
      price: { type: ['number', 'string'] },
      old: { type: 'number', nullable: true },
      none: { type: 'null' },
    },
  },
  union: {
    type: 'object',
    properties: {
      media: {
        type: 'array',
        items: {
          oneOf: [
            {
              type: 'object',
              properties: { type: { const: 'image' }, alt: text, width: { type: 'number' } },
              required: ['type'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: {
                type: { const: 'video' },
                alt: { type: ['string', 'null'] },
                length: { type: 'number' },
              },
              required: ['type', 'alt'],
              additionalProperties: false,
            },
          ],
        },
      },
    },
    required: ['media'],
  },
  merged: {
    type: 'object',
    properties: {
      both: {
        allOf: [{ $ref: '#/definitions/a' }, { type: 'object', properties: { b: text }, required: ['b'] }],
      },
      one: { allOf: [{ $ref: '#/definitions/a' }], description: 'The other' },
    },
    definitions: { a: { type: 'object', properties: { a: { type: 'integer' } } } },
  },
  referred: { $ref: '#/$defs/root', $defs: { root: article } },
};

for (const [name, schema] of Object.entries(sayable)) {
  test(`300 answers to the strict form are right under the caller's schema: ${name}`, () => {
    const root = checked(schema);
    const strict = toStrict(root);
    assert.ok(strict);
    const asked = createValidator(strict);
    const { isValid, findFaults } = createValidator(root);
    const random = seeded(7);
    let changed = 0;
    for (let count = 0; count < 300; count++) {
      const answer = randomValue(strict, { root: strict, random });
      assert.deepEqual(asked.findFaults(answer), []);
      const value = fromStrict(answer, { root, isValid });
      assert.deepEqual(findFaults(value), [], JSON.stringify({ answer, value }));
      if (!isValid(answer)) changed += 1;
    }
    assert.ok(changed > 10, 'answers that need no bringing back prove nothing');
  });
}

test('a strict schema allows nothing that it does not name, and tells what it cannot demand', () => {
  assert.deepEqual(toStrict(checked(article)), {
    type: 'object',
    properties: {
      title: { description: 'As shown', type: 'string' },
      author: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      words: {
        description: '(at least 0; at most 100000)',
        anyOf: [{ type: 'integer' }, { type: 'null' }],
      },
      kind: { anyOf: [{ enum: ['news', 'opinion'] }, { type: 'null' }] },
      isFree: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
      tags: { description: '(entries, at most 9)', type: 'array', items: { type: 'string' } },
    },
    required: ['title', 'author', 'words', 'kind', 'isFree', 'tags'],
    additionalProperties: false,
  });
});

test('a model reads neither bounds of safe integers nor the expression of a format', () => {
  const schema = {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date', pattern: '^\\d{4}' },
      count: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 9 },
      pattern: { type: 'string', pattern: '^a' },
    },
    required: ['day', 'count', 'pattern'],
  };
  const { text: told, strict, read } = prepareSchema(checkSchema(schema));
  assert.deepEqual(JSON.parse(told), {
    ...schema,
    properties: {
      day: { type: 'string', format: 'date' },
      count: { type: 'integer', maximum: 9 },
      pattern: { type: 'string', pattern: '^a' },
    },
  });
  assert.deepEqual(strict?.['properties'], {
    day: { description: '(format "date")', type: 'string' },
    count: { description: '(at most 9)', type: 'integer' },
    pattern: { description: '(matches the regular expression "^a")', type: 'string' },
  });
  assert.ok('faults' in read({ day: '2026-11-23', count: Number.MIN_SAFE_INTEGER * 2, pattern: 'a' }, true));
});

test('every object of a strict schema is closed, wherever it stands', () => {
  const waiting = Object.values(sayable).map((schema) => toStrict(checked(schema))!);
  let objects = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const properties = schemasOf(node, 'properties');
    if (node['type'] === 'object') {
      objects += 1;
      assert.equal(node['additionalProperties'], false);
      assert.deepEqual(node['required'], Object.keys(properties));
    }
    const inner = [...Object.values(properties), ...schemaList(node, 'anyOf'), node['items'] ?? false];
    waiting.push(...(inner as Array<SchemaObject | false>).filter((part) => part !== false));
  }
  assert.ok(objects > 8);
});

const unsayable: Record<string, unknown> = {
  'a list': { type: 'array', items: text },
  'free names': { type: 'object', properties: { a: { type: 'object', additionalProperties: text } } },
  'no properties': { type: 'object', properties: { a: { type: 'object' } } },
  'no type': { type: 'object', properties: { a: {} } },
  'a tuple': { type: 'object', properties: { a: { type: 'array', items: [text, text] } } },
  negation: { type: 'object', properties: { a: { not: text } } },
  condition: { type: 'object', properties: { a: text }, if: { required: ['a'] }, else: {} },
  patterns: { type: 'object', properties: { a: text }, patternProperties: { '^x': text } },
  'a required name without a schema': { type: 'object', properties: { a: text }, required: ['b'] },
  'meeting parts': { type: 'object', properties: { a: { allOf: [article, article] } } },
  'many choices': { type: 'object', properties: { a: { enum: Array.from({ length: 1_001 }, (_, i) => i) } } },
};
for (const [name, schema] of Object.entries(unsayable)) {
  test(`cannot be said strictly: ${name}`, () => assert.equal(toStrict(checked(schema)), undefined));
}

test('alternatives inside alternatives end', () => {
  const root = checked({
    anyOf: [
      { type: 'object', properties: { x: { $ref: '#' } }, required: ['a'] },
      { type: 'object', properties: { x: { $ref: '#' } }, required: ['b'] },
    ],
  });
  let value: unknown = 1;
  for (let level = 0; level < 60; level++) value = { x: value };
  const { isValid } = createValidator(root);
  let asked = 0;
  fromStrict(value, { root, isValid: (part, node) => (asked++, node === undefined && isValid(part)) });
  assert.ok(asked <= 400_000, `${asked} alternatives were tried`);
});
