import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { toJsonSchema } from './json-schema.ts';

test('says nothing that every JavaScript number fulfils', () => {
  assert.deepEqual(toJsonSchema(z.int(), 'input'), { type: 'integer' });
  assert.deepEqual(toJsonSchema(z.int().min(1), 'input'), { type: 'integer', minimum: 1 });
});

test('says a format in one word', () => {
  assert.deepEqual(toJsonSchema(z.guid(), 'input'), { type: 'string', format: 'uuid' });
});

test('puts a shorthand beside the object it stands for', () => {
  const schema = z.object({ type: z.literal('pdf') }).meta({ shorthand: ['pdf'], description: 'A parser' });
  assert.deepEqual(toJsonSchema(schema, 'input'), {
    anyOf: [
      { type: 'string', enum: ['pdf'] },
      {
        type: 'object',
        properties: { type: { type: 'string', const: 'pdf' } },
        required: ['type'],
        description: 'A parser',
      },
    ],
  });
});

test('closes a tuple behind its members', () => {
  assert.deepEqual(toJsonSchema(z.tuple([z.number(), z.string()]), 'input'), {
    type: 'array',
    prefixItems: [{ type: 'number' }, { type: 'string' }],
    items: {},
    minItems: 2,
    maxItems: 2,
  });
});

test('keeps requests closed and answers open', () => {
  assert.equal(toJsonSchema(z.strictObject({}), 'input').additionalProperties, false);
  assert.equal('additionalProperties' in toJsonSchema(z.object({}), 'output'), false);
});
