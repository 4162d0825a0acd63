import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointOf, parseRequestTarget, parseTunnelTarget } from './egress-target.ts';

const told = (target: { hostname: string; port: number } | undefined) =>
  target && `${target.hostname} ${target.port}`;

test('CONNECT names a host and a port, and nothing else', () => {
  for (const [given, expected] of [
    ['a.test:443', 'a.test 443'],
    ['A.Test.:80', 'a.test 80'],
    ['[::1]:443', '::1 443'],
    ['[::ffff:127.0.0.1]:443', '::ffff:7f00:1 443'],
    ['2130706433:443', '127.0.0.1 443'],
    ['0x7f.1:443', '127.0.0.1 443'],
    ['0177.0.0.01:443', '127.0.0.1 443'],
    ['127.1:443', '127.0.0.1 443'],
    ['%6cocalhost:443', 'localhost 443'],
    ['\uff4cocalhost:443', 'localhost 443'],
    ['m\u00fcnchen.test:443', 'xn--mnchen-3ya.test 443'],
    ['a.test', undefined],
    ['a.test:', undefined],
    ['a.test:65536', undefined],
    ['a.test:999999', undefined],
    ['user@a.test:443', undefined],
    ['a.test\\@b.test:443', undefined],
    ['a.test/b:443', undefined],
    ['a.test#b:443', undefined],
    ['http://a.test:443', undefined],
    ['[fe80::1%25eth0]:443', undefined],
    ['::1:443', undefined],
    ['', undefined],
    ['/', undefined],
  ] as const)
    assert.equal(told(parseTunnelTarget(given)), expected, given);
});

test('plain requests name an http URL; where it leads and what is asked for come from one reading', () => {
  for (const [given, expected] of [
    ['http://a.test/x', 'a.test 80'],
    ['HTTP://A.test:8080/x?y', 'a.test 8080'],
    ['http://a.test\\@b.test/', 'a.test 80'],
    ['http://a.test@b.test/', 'b.test 80'],
    ['http://0/', '0.0.0.0 80'],
    ['https://a.test/', undefined],
    ['ftp://a.test/', undefined],
    ['file:///etc/passwd', undefined],
    ['//a.test/', undefined],
    ['/x', undefined],
    ['*', undefined],
    ['http:///', undefined],
    ['http://a b/', undefined],
  ] as const)
    assert.equal(told(parseRequestTarget(given)), expected, given);
});

test('origins are compared by host and port', () => {
  assert.equal(endpointOf('https://A.test'), 'a.test:443');
  assert.equal(endpointOf('http://a.test/'), 'a.test:80');
  assert.equal(endpointOf('wss://[::1]:8443'), '::1:8443');
  assert.throws(() => endpointOf('a.test'), TypeError);
});
