import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEgressAddress } from './egress-address.ts';

test('a host with a port or a range of ports', () => {
  assert.deepEqual(parseEgressAddress('decant.intra:3200-3263'), {
    host: 'decant.intra',
    fromPort: 3200,
    toPort: 3263,
  });
  assert.deepEqual(parseEgressAddress('[::1]:3200'), { host: '[::1]', fromPort: 3200, toPort: 3200 });
  for (const wrong of [
    '',
    'host',
    ':3200',
    'host:0',
    'host:70000',
    'host:20-10',
    'http://host:1',
    'a b:1',
    'u@h:1',
  ]) {
    assert.equal(parseEgressAddress(wrong), undefined, wrong);
  }
});
