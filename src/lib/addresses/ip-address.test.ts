import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseIpAddress } from './ip-address.ts';

const SPELLINGS: Array<[given: string, text: string | undefined]> = [
  ['127.0.0.1', '127.0.0.1'],
  ['::', '0:0:0:0:0:0:0:0'],
  ['::1', '0:0:0:0:0:0:0:1'],
  ['1::', '1:0:0:0:0:0:0:0'],
  ['0:0::0:1', '0:0:0:0:0:0:0:1'],
  ['2001:DB8::00a0:1', '2001:db8:0:0:0:0:a0:1'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8'],
  ['64:ff9b::127.0.0.1', '64:ff9b:0:0:0:0:7f00:1'],
  ['::127.0.0.1', '0:0:0:0:0:0:7f00:1'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['0:0:0:0:0:FFFF:7F00:0001', '127.0.0.1'],
  ['::ffff:255.254.253.252', '255.254.253.252'],
  ['::fffe:127.0.0.1', '0:0:0:0:0:fffe:7f00:1'],
  ['1::ffff:127.0.0.1', '1:0:0:0:0:ffff:7f00:1'],
  ['fe80::1%lo', undefined],
  ['0177.0.0.1', undefined],
  ['127.1', undefined],
  ['localhost', undefined],
  ['', undefined],
];

for (const [given, text] of SPELLINGS) {
  test(`"${given}" is ${text ?? 'no address'}`, () => assert.equal(parseIpAddress(given)?.text, text));
}
