import assert from 'node:assert/strict';
import { Resolver } from 'node:dns';
import { test } from 'node:test';
import { isServerAddress } from './server-address.ts';

test('addresses with and without a port, which the resolver takes as well', () => {
  for (const text of ['192.0.2.1', '192.0.2.1:53', '2001:db8::1', '[2001:db8::1]:5353']) {
    assert.equal(isServerAddress(text), true, text);
    new Resolver().setServers([text]);
  }
});

test('nothing else', () => {
  for (const text of [
    '',
    'dns.test',
    'dns.test:53',
    '192.0.2.1:',
    '192.0.2.1:0',
    '192.0.2.1:65536',
    '192.0.2:53',
    '[192.0.2.1]:53',
    '[::1',
    '2001:db8::1:99999',
    '::1]:53',
  ])
    assert.equal(isServerAddress(text), false, text);
});
