import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredKeys } from './watch-keys.ts';

test('the bearer token, and nothing beside it', () => {
  assert.deepEqual(offeredKeys({ authorization: 'Bearer fc-1', 'sec-websocket-protocol': 'x' }), [
    { key: 'fc-1' },
  ]);
});

test('each sub-protocol of a list, but not of an endless one', () => {
  assert.deepEqual(
    offeredKeys({ 'sec-websocket-protocol': ' a ,b,, c' }),
    [
      { key: 'a', protocol: 'a' },
      { key: 'b', protocol: 'b' },
    ].concat([{ key: 'c', protocol: 'c' }]),
  );
  assert.equal(offeredKeys({ 'sec-websocket-protocol': 'a,b,c,d,e,f,g'.repeat(1_000) }).length, 4);
});

test('nothing', () => {
  assert.deepEqual(offeredKeys({}), []);
  assert.deepEqual(offeredKeys({ authorization: 'Basic abc', 'sec-websocket-protocol': '' }), []);
});
