import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf } from './session-call.ts';
import { createSessionLinks } from './session-links.ts';
import type { SessionRow } from './session-row.ts';
import { sessionUrls } from './session-urls.ts';

test('the addresses of a session lead to it until its time is over', () => {
  const at = { now: 1_000_000 };
  const links = createSessionLinks({ secret: 'a secret of sixteen or more', clock: { now: () => at.now } });
  const id = '0190aaaa-1111-7222-8333-444455556666';
  const row = { id, createdAt: new Date(at.now), ttlMs: 30_000 } as SessionRow;
  const urls = sessionUrls(links, row, 'https://decant.example/base');
  assert.match(urls.cdpUrl, /^wss:\/\/decant\.example\/base\/cdp\/[\w-]+$/);
  const kinds = Object.values(urls).map((url) => links.readLink(url.split('/').at(-1) ?? '')?.kind);
  assert.deepEqual(kinds, ['drive', 'watch', 'control']);
  assert.match(urls.liveViewUrl, /^https:\/\/decant\.example\/base\/live\//);
  at.now += 30_000;
  assert.equal(links.readLink(urls.cdpUrl.split('/').at(-1) ?? ''), undefined);
});

test('an outcome that is no success has a reason', () => {
  const well = { stderr: 'a warning', exitCode: 0, isKilled: false };
  assert.equal(errorOf(well), undefined);
  assert.equal(errorOf({ ...well, exitCode: 1 }), 'a warning');
  assert.equal(errorOf({ stderr: ' \n', exitCode: 3, isKilled: false }), 'The code ended with exit code 3');
  assert.equal(errorOf({ stderr: '', exitCode: 137, isKilled: true }), 'The time limit was reached');
});
