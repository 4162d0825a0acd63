import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { addressOf, describeHost } from './session-host.ts';
import type { SessionRow } from './session-row.ts';

const options = { processId: 'p', internalUrl: undefined, host: '127.0.0.1', ownPorts: () => [3002] };

test('a process on loopback is reached from its machine, one on another address from everywhere', () => {
  const host = describeHost(options);
  assert.deepEqual([host.address, host.port(), host.machine], [null, 3002, hostname()]);
  assert.equal(describeHost({ ...options, host: '0.0.0.0' }).address, null);
  assert.equal(describeHost({ ...options, host: '10.0.0.5' }).address, 'http://10.0.0.5:3002');
  assert.equal(describeHost({ ...options, host: 'fd00::5' }).address, 'http://[fd00::5]:3002');
  const internalUrl = 'http://decant-1:3002';
  assert.equal(describeHost({ ...options, internalUrl }).address, internalUrl);
  const row = { address: null, port: 4000, machine: hostname() } as SessionRow;
  assert.equal(addressOf(row, host), 'http://127.0.0.1:4000');
  assert.equal(addressOf({ ...row, address: internalUrl }, host), internalUrl);
  const away = { ...row, machine: 'another' };
  assert.throws(() => addressOf(away, host), { code: 'SERVICE_UNAVAILABLE', message: /DECANT_INTERNAL_URL/ });
});
