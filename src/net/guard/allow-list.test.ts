import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAllowList } from './allow-list.ts';

const any = { hostname: 'any.test', port: 80 };

test('an empty list allows nothing', () => {
  const list = createAllowList([]);
  assert.equal(list.allowsHost('localhost'), false);
  assert.equal(list.allows({ hostname: 'localhost', address: '127.0.0.1', port: 80 }), false);
});

test('a range allows its addresses under every name and in every spelling', () => {
  const list = createAllowList(['10.1.0.0/16', 'fd00::/8']);
  assert.equal(list.allows({ ...any, address: '10.1.2.3' }), true);
  assert.equal(list.allows({ ...any, address: '::ffff:10.1.2.3' }), true);
  assert.equal(list.allows({ ...any, address: '10.2.0.0' }), false);
  assert.equal(list.allows({ ...any, address: 'fdff::1' }), true);
  assert.equal(list.allows({ ...any, address: 'fe80::1' }), false);
  assert.equal(list.allows({ ...any, address: '::a01:203' }), false);
});

test('one address is a range of one', () => {
  const list = createAllowList(['10.1.2.3', '::1']);
  assert.equal(list.allows({ ...any, address: '10.1.2.3' }), true);
  assert.equal(list.allows({ ...any, address: '10.1.2.4' }), false);
  assert.equal(list.allows({ ...any, address: '0:0:0:0:0:0:0:1' }), true);
});

test('a name allows whatever it resolves to, and no other name', () => {
  const list = createAllowList(['Wiki.Internal.', 'localhost', 'bücher.test']);
  assert.equal(list.allows({ hostname: 'wiki.internal', address: '10.0.0.9', port: 1234 }), true);
  assert.equal(list.allows({ hostname: 'WIKI.internal.', address: '::1', port: 1 }), true);
  assert.equal(list.allows({ hostname: 'a.wiki.internal', address: '10.0.0.9', port: 80 }), false);
  assert.equal(list.allowsHost('localhost'), true);
  assert.equal(list.allowsHost('LOCALHOST.'), true);
  assert.equal(list.allowsHost('xn--bcher-kva.test'), true);
  assert.equal(list.allowsHost('sub.localhost'), false);
});

test('with a port only that port', () => {
  const list = createAllowList([
    '127.0.0.1:8080',
    'wiki.internal:81',
    '[fd00::1]:82',
    '10.0.0.0/8:83',
    '[fc00::/8]:84',
  ]);
  const cases: Array<[hostname: string, address: string, port: number]> = [
    ['any.test', '127.0.0.1', 8080],
    ['wiki.internal', '10.0.0.1', 81],
    ['any.test', 'fd00::1', 82],
    ['any.test', '10.9.9.9', 83],
    ['any.test', 'fc00::7', 84],
  ];
  for (const [hostname, address, port] of cases) {
    assert.equal(list.allows({ hostname, address, port }), true, `${hostname} ${address} ${port}`);
    assert.equal(list.allowsPortOf({ hostname, address, port }), true);
    assert.equal(
      list.allows({ hostname, address, port: port + 1000 }),
      false,
      `${hostname} ${address} other port`,
    );
  }
  assert.equal(list.allowsHost('wiki.internal'), true);
});

test('an entry without a port does not count as naming one', () => {
  assert.equal(createAllowList(['127.0.0.1']).allowsPortOf({ ...any, address: '127.0.0.1' }), false);
});

test('white space and empty entries are skipped', () => {
  assert.equal(createAllowList([' 10.0.0.1 ', '', '  ']).allows({ ...any, address: '10.0.0.1' }), true);
});
