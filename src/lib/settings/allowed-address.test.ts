import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAllowedAddress } from './allowed-address.ts';

const BAD = [
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/x',
  '10.0.0/8',
  'fd00::/129',
  '::ffff:10.0.0.0/104',
  'host/8',
  '10.0.0.1:0',
  '10.0.0.1:65536',
  'host:port',
  'http://host',
  'host/path',
  '*.internal',
  '10.0.0',
  '127.1',
  '0x7f000001',
  '2130706433',
  'a b',
  '-host',
  'user@host',
  '[::1',
  '::1]',
  '[host',
  '%',
  '10.0.0.0/8,11.0.0.0/8',
  'host..name',
];

for (const entry of BAD) {
  test(`"${entry}" is refused by name`, () => {
    assert.throws(
      () => parseAllowedAddress(entry),
      (error: Error) => error.message.includes(`"${entry}"`),
    );
  });
}

const HINTS: Array<[entry: string, hint: RegExp]> = [
  ['http://wiki.intra', /write wiki\.intra$/],
  ['https://wiki.intra:8443/start', /write wiki\.intra:8443$/],
  ['*', /write each host, or the range of their addresses such as 10\.0\.0\.0\/8$/],
  ['127.0.0.1:*', /127\.0\.0\.1 alone stands for every port$/],
  ['10.0.0.0/99', /from 0 to 32$/],
  ['fd00::/129', /from 0 to 128$/],
  ['wiki.intra/docs', /write wiki\.intra alone for a host$/],
];

for (const [entry, hint] of HINTS) {
  test(`"${entry}" is told what would be right`, () => {
    assert.throws(() => parseAllowedAddress(entry), { message: hint });
  });
}
