import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import { showValue } from './show-value.ts';

test('values become the text that a caller would write them as', () => {
  const values: ReadonlyArray<[unknown, string]> = [
    [undefined, ''],
    [null, 'null'],
    ['as it is', 'as it is'],
    [1.5, '1.5'],
    [10n, '10n'],
    [true, 'true'],
    [NaN, 'null'],
    [[1, { a: [] }], '[1,{"a":[]}]'],
    [vm.runInNewContext('({ a: { b: 1 } })'), '{"a":{"b":1}}'],
    [Buffer.from('ab'), 'YWI='],
    [new Uint8Array([1]), 'AQ=='],
    [new Set([1]), 'Set(1) { 1 }'],
    [Symbol('s'), 'Symbol(s)'],
    [() => 1, '[Function (anonymous)]'],
  ];
  for (const [value, text] of values) assert.equal(showValue(value), text);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  assert.match(showValue(circle), /\[Circular \*1\]/);
  assert.match(showValue(new URL('http://a.test/')), /^URL \{[^]*href: 'http:\/\/a.test\/'/);
  assert.match(showValue(new Proxy({}, {})), /^\{\}$/);
});
