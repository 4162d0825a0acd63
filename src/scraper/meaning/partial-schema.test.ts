import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partialSchema } from './partial-schema.ts';

test('a part of a page need not have all, but its entries of lists are whole', () => {
  const entry = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const whole = {
    type: 'object',
    properties: {
      list: { type: 'array', items: entry, minItems: 3 },
      inner: { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
    },
    required: ['list'],
  };
  assert.deepEqual(partialSchema(whole), {
    type: 'object',
    properties: {
      list: { type: 'array', items: entry },
      inner: { type: 'object', properties: { b: { type: 'string' } } },
    },
  });
});
