import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredOrder } from './preferred-order.ts';

test('the family that the machine can reach comes first, each in its order', () => {
  const mixed = ['192.0.2.2', '2001:db8::2', '192.0.2.1', '2001:db8::1'];
  assert.deepEqual(
    preferredOrder(mixed, () => true),
    ['2001:db8::2', '2001:db8::1', '192.0.2.2', '192.0.2.1'],
  );
  assert.deepEqual(
    preferredOrder(mixed, () => false),
    ['192.0.2.2', '192.0.2.1', '2001:db8::2', '2001:db8::1'],
  );
});

test('where there is one family only, nobody looks at the machine', () => {
  const look = () => assert.fail('looked');
  assert.deepEqual(preferredOrder(['192.0.2.2', '192.0.2.1'], look), ['192.0.2.2', '192.0.2.1']);
  assert.deepEqual(preferredOrder(['2001:db8::1'], look), ['2001:db8::1']);
});
