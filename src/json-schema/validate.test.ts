import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { checkSchema } from './check-schema.ts';
import { createValidator } from './validate.ts';

test('formats of the standard are looked at in linear time', async () => {
  for (const format of ['uri', 'url', 'email', 'hostname', 'date-time', 'uri-template', 'ipv6', 'regex']) {
    const { isValid } = createValidator(checkSchema({ type: 'string', format }).schema);
    await assertLinear(
      40_000,
      (size) => {
        const texts = ['http://a', 'a@a', 'a-', '1:', '{a,', '%20'].map((text) => `${text.repeat(size)} `);
        return () => texts.map((text) => isValid(text));
      },
      format,
    );
  }
});

test('a part of a schema is asked by itself', () => {
  const { schema } = checkSchema({
    properties: { a: { $ref: '#/definitions/b' } },
    definitions: { b: { type: 'number' } },
  });
  const { isValid } = createValidator(schema);
  const { a } = schema['properties'] as Record<string, Record<string, unknown>>;
  assert.deepEqual(
    [isValid(1, a), isValid('1', a), isValid({ a: 1 }), isValid(1, false)],
    [true, false, true, false],
  );
});
