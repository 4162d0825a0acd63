import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { createAddressGuard } from './address-guard.ts';
import { createAllowList } from './allow-list.ts';

const refused = { code: 'SCRAPE_ADDRESS_NOT_ALLOWED', status: 403 };

function guardWith(allow: string[], ownPorts: number[] = []) {
  return createAddressGuard({ allow: createAllowList(allow), ownPorts: () => ownPorts });
}

test('public addresses pass, all of them', () => {
  const addresses = ['93.184.216.34', '2606:4700::1'];
  assert.deepEqual(guardWith([]).admit({ hostname: 'a.test', port: 443, addresses }), addresses);
});

test('one refused address refuses the name', () => {
  const guard = guardWith([]);
  for (const addresses of [
    ['93.184.216.34', '10.0.0.1'],
    ['::1', '93.184.216.34'],
    ['93.184.216.34', 'junk'],
    [],
  ]) {
    assert.throws(() => guard.admit({ hostname: 'a.test', port: 443, addresses }), refused);
  }
});

test('the message tells nothing about the address', () => {
  assert.throws(
    () => guardWith([]).admit({ hostname: 'a.test', port: 443, addresses: ['10.11.12.13'] }),
    (error: Error) => !error.message.includes('10.11.12.13') && !String(error.cause).includes('10.11.12.13'),
  );
});

test('the operator is told what the allow list lacks, by the name that was asked for', () => {
  const guard = guardWith(['10.0.0.0/8'], [3002]);
  for (const [hostname, address, port, hint] of [
    ['wiki.intra', '192.168.7.7', 8080, 'DECANT_ALLOW_ADDRESSES does not name wiki.intra:8080'],
    ['fd00::1', 'fd00::1', 80, 'DECANT_ALLOW_ADDRESSES does not name [fd00::1]:80'],
    ['wiki.intra', '10.0.0.1', 22, 'DECANT_ALLOW_ADDRESSES does not name wiki.intra:22'],
    ['localhost', '127.0.0.1', 3002, 'Decant itself listens there'],
  ] as const)
    assert.throws(() => guard.admit({ hostname, port, addresses: [address] }), { ...refused, hint });
  const endpoint = { hostname: 'proxy.intra', port: 8080 };
  assert.throws(() => guard.forEndpoint(endpoint).admit({ ...endpoint, port: 81, addresses: ['10.0.0.1'] }), {
    ...refused,
    hint: undefined,
  });
});

test('the allow list opens what it names', () => {
  const guard = guardWith(['10.0.0.0/8', 'localhost:8080']);
  assert.deepEqual(guard.admit({ hostname: 'a.test', port: 80, addresses: ['10.0.0.1'] }), ['10.0.0.1']);
  assert.throws(
    () => guard.admit({ hostname: 'a.test', port: 80, addresses: ['10.0.0.1', '192.168.0.1'] }),
    refused,
  );
  assert.equal(guard.allowsHost('localhost'), true);
  assert.throws(() => guard.admit({ hostname: 'localhost', port: 80, addresses: ['127.0.0.1'] }), refused);
});

test('a loopback name needs one allowed loopback address, no more', () => {
  const addresses = ['127.0.0.1', '::1'];
  assert.deepEqual(guardWith(['127.0.0.0/8']).admit({ hostname: 'localhost', port: 80, addresses }), [
    '127.0.0.1',
  ]);
  assert.throws(() => guardWith(['127.0.0.0/8']).admit({ hostname: 'a.test', port: 80, addresses }), refused);
  assert.throws(
    () => guardWith(['10.0.0.0/8']).admit({ hostname: 'localhost', port: 80, addresses }),
    refused,
  );
});

test('our own ports are closed on every address of this machine, allow list or not', () => {
  const guard = guardWith(['0.0.0.0/0', '::/0', 'me.test', '127.0.0.1:3002'], [3002]);
  const ours = Object.values(networkInterfaces()).flatMap(
    (list) => list?.map(({ address }) => address) ?? [],
  );
  const addresses = [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:0.0.0.0',
    ...ours,
  ];
  for (const address of addresses) {
    const hostname = 'me.test';
    assert.throws(() => guard.admit({ hostname, port: 3002, addresses: [address] }), refused, address);
    assert.deepEqual(guard.admit({ hostname, port: 3003, addresses: [address] }), [address]);
  }
  assert.deepEqual(guard.admit({ hostname: 'other.test', port: 3002, addresses: ['10.0.0.7'] }), [
    '10.0.0.7',
  ]);
});

test('a public address of this machine is no way around that', () => {
  const guard = createAddressGuard({
    allow: createAllowList([]),
    ownPorts: () => [3002],
    machineAddresses: () => ['93.184.216.34', '2606:4700:0:0::1'],
  });
  assert.throws(() => guard.admit({ hostname: 'a.test', port: 3002, addresses: ['93.184.216.34'] }), refused);
  assert.throws(() => guard.admit({ hostname: 'a.test', port: 3002, addresses: ['2606:4700::1'] }), refused);
  assert.deepEqual(guard.admit({ hostname: 'a.test', port: 80, addresses: ['93.184.216.34'] }), [
    '93.184.216.34',
  ]);
});

test('ports of other protocols are closed unless the allow list names them', () => {
  for (const port of [0, 22, 25, 53, 110, 143, 6000, 6667, 10080]) {
    assert.throws(
      () => guardWith([]).admit({ hostname: 'a.test', port, addresses: ['93.184.216.34'] }),
      refused,
    );
  }
  assert.throws(
    () => guardWith(['10.0.0.1']).admit({ hostname: 'a.test', port: 25, addresses: ['10.0.0.1'] }),
    refused,
  );
  assert.deepEqual(
    guardWith(['10.0.0.1:25']).admit({ hostname: 'a.test', port: 25, addresses: ['10.0.0.1'] }),
    ['10.0.0.1'],
  );
  for (const port of [80, 443, 8080, 3000, 9200]) {
    assert.deepEqual(guardWith([]).admit({ hostname: 'a.test', port, addresses: ['93.184.216.34'] }), [
      '93.184.216.34',
    ]);
  }
});

test('an endpoint of the operator is open by its very name and port, and never on our own ports', () => {
  const guard = guardWith([], [3002]);
  const endpoint = guard.forEndpoint({ hostname: 'Proxy.Inner.', port: 25 });
  const admit = (hostname: string, port: number, ...addresses: string[]) =>
    endpoint.admit({ hostname, port, addresses });
  // Any port that the operator names, and addresses of any kind.
  assert.deepEqual(admit('proxy.inner', 25, '10.0.0.1', '93.184.216.34'), ['10.0.0.1', '93.184.216.34']);
  assert.throws(() => admit('other.inner', 25, '10.0.0.1'), refused);
  assert.throws(() => admit('10.0.0.1', 25, '10.0.0.1'), refused);
  assert.throws(() => admit('proxy.inner', 26, '10.0.0.1'), refused);
  assert.throws(() => admit('other.test', 443, '93.184.216.34'), refused);
  assert.throws(() => admit('proxy.inner', 25, 'junk'), refused);
  assert.throws(() => admit('proxy.inner', 25), refused);
  assert.throws(
    () => guard.admit({ hostname: 'proxy.inner', port: 25, addresses: ['93.184.216.34'] }),
    refused,
  );
  assert.throws(
    () =>
      guard
        .forEndpoint({ hostname: 'localhost', port: 3002 })
        .admit({ hostname: 'localhost', port: 3002, addresses: ['127.0.0.1', '::1'] }),
    refused,
  );
});

test('a claimed port is ours until every claim on it is gone', () => {
  const guard = guardWith(['127.0.0.0/8']);
  const target = { hostname: 'me.test', port: 4000, addresses: ['127.0.0.1'] };
  const endpoint = guard.forEndpoint(target);
  const isOpen = (): boolean[] =>
    [guard, endpoint].map((one) => {
      try {
        return one.admit(target).length > 0;
      } catch {
        return false;
      }
    });
  assert.deepEqual(isOpen(), [true, true]);
  const first = guard.claimPort(4000);
  const second = guard.claimPort(4000);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  assert.deepEqual(isOpen(), [false, false]);
  assert.equal(guard.admit({ ...target, port: 4001 }).length, 1);
  second[Symbol.dispose]();
  assert.deepEqual(isOpen(), [true, true]);
});
