import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { ValidationIssue } from '../contract/errors.ts';
import { ServiceError } from './service-error.ts';
import { parseWith, type ParseOptions } from './validate.ts';

function errorOf(schema: z.ZodType, value: unknown, options?: ParseOptions): ServiceError {
  try {
    parseWith(schema, value, options);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return error;
  }
  assert.fail('accepted');
}

const messageOf = (schema: z.ZodType, value: unknown) => errorOf(schema, value).message;

test('gives what the schema outputs', () => {
  assert.deepEqual(parseWith(z.object({ a: z.int().default(1) }), { b: 2 }), { a: 1 });
});

test('throws BAD_REQUEST with every problem, the first as its message', () => {
  const schema = z.strictObject({ a: z.int(), b: z.array(z.strictObject({ c: z.string() })) });
  const error = errorOf(schema, { a: '1', b: [{ c: '' }, { c: 2, d: 3 }] });
  assert.equal(error.code, 'BAD_REQUEST');
  assert.equal(error.message, 'a must be a whole number, not "1" (and 2 more problems)');
  assert.deepEqual(error.details, [
    { path: ['a'], code: 'invalid_type', message: 'a must be a whole number, not "1"' },
    { path: ['b', 1, 'c'], code: 'invalid_type', message: 'b[1].c must be a string, not 2' },
    { path: ['b', 1], code: 'unrecognized_keys', message: 'b[1] has the unknown key "d"', keys: ['d'] },
  ]);
});

test('suggests no key that is only tolerated', () => {
  const schema = z.strictObject({ fastMode: z.unknown().optional().meta({ deprecated: true }) });
  assert.equal(messageOf(schema, { fastMod: 1 }), 'The body has the unknown key "fastMod"');
});

test('uses the code and the subject that it is given', () => {
  const error = errorOf(z.object({}), null, { subject: 'The query', code: 'INVALID_ID' });
  assert.equal(error.code, 'INVALID_ID');
  assert.equal(error.message, 'The query must be an object, not null');
});

test('says what is there instead of what should be', () => {
  assert.equal(messageOf(z.boolean(), 'yes'), 'The body must be true or false, not "yes"');
  assert.equal(messageOf(z.string(), ['a']), 'The body must be a string, not a list');
  assert.equal(messageOf(z.string(), {}), 'The body must be a string, not an object');
  assert.equal(messageOf(z.array(z.string()), true), 'The body must be a list, not true');
  assert.equal(messageOf(z.record(z.string(), z.string()), 1), 'The body must be an object, not 1');
  assert.equal(messageOf(z.object({ a: z.string() }), {}), 'a is required');
  assert.equal(messageOf(z.date(), 1), 'The body must be of type date, not 1');
});

test('says bounds with what they count', () => {
  assert.equal(messageOf(z.number().min(5), 4), 'The body must be at least 5, not 4');
  assert.equal(messageOf(z.number().gt(5), 5), 'The body must be more than 5, not 5');
  assert.equal(messageOf(z.number().lt(5), 5), 'The body must be less than 5, not 5');
  assert.equal(messageOf(z.string().min(1), ''), 'The body must have at least 1 character');
  assert.equal(messageOf(z.string().max(2), 'abc'), 'The body must have at most 2 characters');
  assert.equal(messageOf(z.array(z.string()).min(1), []), 'The body must have at least 1 entry');
});

test('says which values there are, and the nearest', () => {
  assert.equal(
    messageOf(z.enum(['a', 'bees']), 'bee'),
    'The body must be one of a, bees, not "bee"; did you mean "bees"?',
  );
  assert.equal(messageOf(z.literal('only'), 5), 'The body must be only, not 5');
  assert.equal(messageOf(z.object({ a: z.enum(['a']) }), {}), 'a is required');
  const union = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a') }),
    z.object({ kind: z.literal('b') }),
  ]);
  assert.equal(messageOf(union, { kind: 'c' }), 'kind must be one of a, b, not "c"');
  assert.equal(messageOf(union, {}), 'kind is required');
  assert.equal(
    messageOf(z.union([z.string(), z.number()]), true),
    'The body is of none of the accepted types',
  );
});

test('writes paths as one would write them in code', () => {
  const schema = z.record(z.string(), z.array(z.object({ x: z.string() })));
  assert.equal(messageOf(schema, { 'a b': [{ x: 1 }] }), '["a b"][0].x must be a string, not 1');
  assert.equal(messageOf(schema, { a: [{ x: 1 }] }), 'a[0].x must be a string, not 1');
});

test('cuts what a hostile request could make long', () => {
  const many = errorOf(
    z.array(z.string()),
    Array.from({ length: 1000 }, () => 1),
  );
  assert.equal((many.details as ValidationIssue[]).length, 50);
  assert.match(many.message, /\(and 999 more problems\)$/);
  const keys = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, 1]));
  const unknown = errorOf(z.strictObject({}), keys);
  assert.ok(unknown.message.length < 200);
  assert.match(unknown.message, /and 995 more$/);
  assert.equal((unknown.details as ValidationIssue[])[0]?.keys?.length, 50);
  assert.ok(messageOf(z.number(), 'x'.repeat(10_000)).length < 200);
  const long = errorOf(z.record(z.string(), z.number()), { ['k'.repeat(10_000)]: 'x' });
  assert.ok(long.message.length < 200);
});
