import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAddress } from './read-address.ts';

const read = (url: string, takesKey = true) => readAddress(url, { takesKey });

test('the address of the page is all that stands behind the path', () => {
  for (const target of ['https://example.com/a?b=c&d', 'example.com', 'http://example.com/?keys=1', ''])
    assert.deepEqual(read(`/read/${target}`), { target, key: undefined });
});

test('the last key is the caller’s, and the page keeps its own', () => {
  assert.deepEqual(read('/read/https://a.com/?key=fc-1'), { target: 'https://a.com/', key: 'fc-1' });
  assert.deepEqual(read('/read/https://a.com/?a=1&key=own&key=fc%2D1&b'), {
    target: 'https://a.com/?a=1&key=own&b',
    key: 'fc-1',
  });
});

test('with a key in the header, every parameter is the page’s', () => {
  assert.deepEqual(read('/read/https://a.com/?key=own', false), {
    target: 'https://a.com/?key=own',
    key: undefined,
  });
});

test('encoded addresses and those with one slash are what was meant', () => {
  assert.equal(read('/read/https%3A%2F%2Fa.com%2F%3Fkey%3Down?key=fc-1').target, 'https://a.com/?key=own');
  assert.equal(read('/read/https:/a.com/b').target, 'https://a.com/b');
  assert.equal(read('/read/https%3A%zz').target, 'https%3A%zz');
});
