import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHostsFile } from './hosts-file.ts';

test('a name has the addresses of all its lines', () => {
  const hosts = parseHostsFile(`
127.0.0.1 localhost # 192.0.2.9 not.this
192.0.2.1\tWiki.intra wiki  wiki.
2001:db8:0::1 wiki
192.0.2.1 wiki
#192.0.2.2 wiki
fe80::1%eth0 zoned
nonsense wiki
192.0.2.3\r
`);
  assert.deepEqual(Object.fromEntries(hosts), {
    localhost: ['127.0.0.1'],
    'wiki.intra': ['192.0.2.1'],
    wiki: ['192.0.2.1', '2001:db8:0:0:0:0:0:1'],
  });
});
