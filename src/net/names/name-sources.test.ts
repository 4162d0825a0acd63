import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasMoreSources } from './name-sources.ts';

test('tells whether the system knows names that neither file nor DNS has', () => {
  const of = (line: string): boolean => hasMoreSources(`passwd: files systemd\n${line}\n`, 'linux');
  assert.equal(of('hosts: files dns'), false);
  assert.equal(of('hosts:\tfiles [NOTFOUND=continue mdns=x] dns # mdns4'), false);
  assert.equal(of('hosts: files mdns4_minimal [NOTFOUND=return] dns'), true);
  assert.equal(of('hosts: mymachines resolve [!UNAVAIL=return] files myhostname dns'), true);
  assert.equal(of(''), false);
});

test('where that is not written down, it may', () => {
  assert.equal(hasMoreSources('', 'darwin'), true);
  assert.equal(hasMoreSources('', 'win32'), true);
});
