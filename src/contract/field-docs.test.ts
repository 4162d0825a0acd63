import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { fieldDocs, variantDocs } from './field-docs.ts';
import { withMark } from './needs.ts';
import { toJsonSchema } from './json-schema.ts';

function docsOf(shape: z.ZodRawShape) {
  return fieldDocs(toJsonSchema(z.strictObject(shape), 'input'));
}

test('tells name, type, default, necessity and rule of a field', () => {
  assert.deepEqual(
    docsOf({ timeout: z.int().min(1000).max(300_000).default(60_000).meta({ description: 'Limit.' }) }),
    [
      {
        name: 'timeout',
        type: 'integer',
        isRequired: false,
        default: '60000',
        rule: 'Limit. 1000 to 300000.',
        isRefused: false,
      },
    ],
  );
  assert.deepEqual(docsOf({ kind: z.enum(['a', 'b']) }), [
    {
      name: 'kind',
      type: 'string',
      isRequired: true,
      default: undefined,
      rule: 'One of a, b.',
      isRefused: false,
    },
  ]);
});

test('names types', () => {
  const named = z.object({}).meta({ id: 'FieldDocsNamed' });
  const docs = docsOf({
    list: z.array(z.string()),
    named,
    namedList: z.array(named),
    nullable: z.string().nullable(),
    anything: z.unknown(),
    fixed: z.tuple([z.number()]),
  });
  assert.deepEqual(
    docs.map(({ type }) => type),
    ['string[]', 'FieldDocsNamed', 'FieldDocsNamed[]', 'string | null', 'any', 'array'],
  );
});

test('unfolds objects without a name of their own, also in lists', () => {
  const docs = docsOf({ data: z.object({ a: z.string() }), list: z.array(z.object({ b: z.string() })) });
  assert.deepEqual(
    docs.map(({ name }) => name),
    ['data', 'data.a', 'list', 'list[].b'],
  );
});

test('tells what a field needs', () => {
  const [field] = docsOf({ clean: z.boolean().meta(withMark('onlyCleanContent', 'In words.')) });
  assert.deepEqual(
    [field?.rule, field?.isRefused],
    ['In words. Needs a language model: `DECANT_LLM_BASE_URL` and `DECANT_LLM_MODEL`.', false],
  );
});

test('leaves out what is only tolerated', () => {
  assert.deepEqual(docsOf({ old: z.unknown().optional().meta({ deprecated: true }) }), []);
});

test('says bounds of text and lists only where they bind', () => {
  const rules = docsOf({
    a: z.string().min(1),
    b: z.string().max(5),
    c: z.array(z.string()).min(2),
    d: z.number().min(0),
    e: z.literal('x'),
  }).map(({ rule }) => rule);
  assert.deepEqual(rules, ['', 'At most 5 characters.', 'At least 2 entries.', 'At least 0.', 'Always "x".']);
});

test('lists the variants of a union by their type', () => {
  const union = z.discriminatedUnion('type', [
    z.object({ type: z.literal('a') }).meta({ description: 'First.' }),
    z.object({ type: z.literal('b'), size: z.int().optional() }),
  ]);
  for (const schema of [union, union.meta({ shorthand: ['a'] })]) {
    const [a, b] = variantDocs(toJsonSchema(schema, 'input'), {});
    assert.deepEqual(a, { name: 'a', description: 'First.', isRefused: false, fields: [] });
    assert.deepEqual(
      b?.fields.map(({ name }) => name),
      ['size'],
    );
  }
  assert.deepEqual(variantDocs({ type: 'object' }, {}), []);
});
