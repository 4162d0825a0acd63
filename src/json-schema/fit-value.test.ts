import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSchema } from './check-schema.ts';
import { prepareSchema, type ReadAnswer } from './prepare-schema.ts';

const product = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    count: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['name'],
};

function read(schema: unknown, answer: unknown): ReadAnswer {
  return prepareSchema(checkSchema(schema)).read(answer, false);
}

const fits: ReadonlyArray<[what: string, given: unknown, meant: unknown]> = [
  ['as it is', { name: 'a', price: 1 }, { name: 'a', price: 1 }],
  ['in a wrapper', { result: { name: 'a' } }, { name: 'a' }],
  ['in the schema', { type: 'object', properties: { name: 'a', price: '2' } }, { name: 'a', price: 2 }],
  ['in a list', [{ name: 'a' }], { name: 'a' }],
  ['numbers as texts', { name: 'a', price: ' 12.50 ', count: '3' }, { name: 'a', price: 12.5, count: 3 }],
  ['a text as a number', { name: 7 }, { name: '7' }],
  ['one value for a list', { name: 'a', tags: 'x' }, { name: 'a', tags: ['x'] }],
  ['one number for a list of texts', { name: 'a', tags: 5 }, { name: 'a', tags: ['5'] }],
  ['null for an absent one', { name: 'a', price: null, tags: null }, { name: 'a' }],
  ['more than asked for', { name: 'a', more: 1 }, { name: 'a', more: 1 }],
];
for (const [what, given, meant] of fits) {
  test(`an answer is brought into form: ${what}`, () => {
    assert.deepEqual(read(product, given), { value: meant });
  });
}

const misfits: ReadonlyArray<[given: unknown, fault: RegExp]> = [
  [{ name: null }, /^\/name: /],
  [{ price: 1 }, /required property/],
  [{ name: 'a', price: '12 EUR' }, /^\/price: Instance type "string"/],
  [{ name: 'a', price: '' }, /^\/price/],
  [{ name: 'a', price: '0x10' }, /^\/price/],
  [{ name: 'a', price: true }, /^\/price/],
  [{ name: 'a', count: '1.5' }, /^\/count/],
  [{ name: 'a', tags: {} }, /^\/tags/],
  ['a', /^\/: /],
  [[{ name: 'a' }, { name: 'b' }], /^\/: /],
];
for (const [given, fault] of misfits) {
  test(`nothing is made up of ${JSON.stringify(given)}`, () => {
    const result = read(product, given);
    assert.ok('faults' in result);
    assert.match(result.faults[0] ?? '', fault);
  });
}

test('only a closed object loses what it does not know', () => {
  const closed = { ...product, additionalProperties: false };
  assert.deepEqual(read(closed, { name: 'a', more: 1 }), { value: { name: 'a' } });
});

test('what is no object is asked for inside one, and given without it', () => {
  const list = { type: 'array', items: product };
  const { schema, read: readList } = prepareSchema(checkSchema(list));
  assert.deepEqual(schema['required'], ['value']);
  assert.deepEqual(readList({ value: [{ name: 'a' }] }, false), { value: [{ name: 'a' }] });
  assert.deepEqual(readList([{ name: 'a', price: '1' }], false), { value: [{ name: 'a', price: 1 }] });
  const recursive = { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: '#' }] } };
  assert.deepEqual(read(recursive, { value: ['a', ['b', []]] }), { value: ['a', ['b', []]] });
  assert.ok('faults' in read(recursive, { value: ['a', [{}]] }));
});

test('the branch of an alternative is the one that the result fits', () => {
  const either = {
    type: 'object',
    properties: {
      price: {
        anyOf: [
          { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
          { type: 'number' },
        ],
      },
    },
  };
  assert.deepEqual(read(either, { price: '3' }), { value: { price: 3 } });
  assert.deepEqual(read(either, { price: { amount: '3' } }), { value: { price: { amount: 3 } } });
});

test('a member of any name is a member', () => {
  const answer: unknown = JSON.parse('{"name":"a","__proto__":{"price":3}}');
  const result = read({ ...product, properties: { ...product.properties } }, answer);
  assert.ok('value' in result);
  assert.equal(Object.getPrototypeOf(result.value), Object.prototype);
  assert.equal(JSON.stringify(result.value), '{"name":"a","__proto__":{"price":3}}');
});

test('at most eight faults are told, with their places', () => {
  const result = read(
    { type: 'object', properties: { items: { type: 'array', items: product } } },
    { items: Array.from({ length: 2_000 }, () => ({ name: 'a', price: 'x' })) },
  );
  assert.ok('faults' in result);
  assert.equal(result.faults.length, 8);
  assert.match(result.faults[3] ?? '', /^\/items\/3\/price: /);
});

test('a value that nests too deeply for the validator fits nothing', () => {
  let value: unknown = [];
  for (let level = 0; level < 20_000; level++) value = [value];
  const { read: readTree } = prepareSchema(
    checkSchema({
      type: 'object',
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { items: { $ref: '#/$defs/a' } } },
    }),
  );
  const result = readTree({ a: value }, false);
  assert.ok('faults' in result);
});
