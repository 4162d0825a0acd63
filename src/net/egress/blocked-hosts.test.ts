import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadBlockedHosts } from './blocked-hosts.ts';

test('hosts of advertising and measurement, and what is below them', async () => {
  const isBlocked = await loadBlockedHosts({ keepsConsent: false });
  for (const host of [
    'doubleclick.net',
    'stats.g.doubleclick.net',
    'www.google-analytics.com',
    'mc.yandex.ru',
  ])
    assert.equal(isBlocked(host), true, host);
  for (const host of [
    'net',
    '',
    'example.com',
    'notdoubleclick.net',
    'doubleclick.net.example.com',
    'www.microsoft.com',
    'cdn.jsdelivr.net',
    'ajax.googleapis.com',
    '1.2.3.4',
    '2606:4700::1',
  ])
    assert.equal(isBlocked(host), false, host);
});

test('hosts of consent dialogues are kept on demand', async () => {
  const [all, kept] = await Promise.all([
    loadBlockedHosts({ keepsConsent: false }),
    loadBlockedHosts({ keepsConsent: true }),
  ]);
  assert.deepEqual([all('cdn.cookielaw.org'), kept('cdn.cookielaw.org')], [true, false]);
  assert.deepEqual([all('doubleclick.net'), kept('doubleclick.net')], [true, true]);
});

test('a host costs one look into the list a label', async (t) => {
  const isBlocked = await loadBlockedHosts({ keepsConsent: false });
  const { mock: looks } = t.mock.method(Set.prototype, 'has');
  assert.equal(isBlocked('a.b.c.static.images.example.com'), false);
  assert.equal(looks.callCount(), 7);
  assert.equal(isBlocked('a.'.repeat(4_000)), false);
  assert.equal(looks.callCount(), 4_007);
});
