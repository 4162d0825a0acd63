import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { signInOf } from '../dashboard/identify.ts';
import { NO_API_KEY, type Caller } from '../../../accounts/caller.ts';
import { createSignIns, SIGN_IN_MS } from '../../../accounts/sign-ins.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { identifyWatcher, type WatchIdentitySettings } from './watch-identity.ts';

const CALLER = { team: { id: 'team' }, apiKeyId: NO_API_KEY } as Caller;
const DIGEST = 'ab'.repeat(32);
const HTTP: WatchIdentitySettings['http'] = { publicUrl: undefined, isProxyTrusted: false };

function openFixture() {
  const state = { now: 1_000 };
  const signIns = createSignIns({ secret: 'secret of these tests', clock: { now: () => state.now } });
  const asked: string[] = [];
  const app = {
    signIns,
    async authenticate(key: string | undefined) {
      if (key !== 'fc-key') throw new ServiceError('UNAUTHORIZED');
      return CALLER;
    },
    async authenticateDigest(digest: string) {
      asked.push(digest);
      return CALLER;
    },
  };
  return {
    state,
    asked,
    cookie: `other=1; decant=${signIns.writeCookie(DIGEST)}`,
    identify: (headers: IncomingMessage['headers'], http = HTTP) =>
      identifyWatcher(app, { headers: { host: 'decant.test:3002', ...headers } } as IncomingMessage, {
        http,
        signInOf,
      }),
  };
}

test('a cookie opens a socket for pages of this service alone', async () => {
  const { identify, cookie, asked } = openFixture();
  for (const origin of [
    undefined,
    'null',
    'http://evil.test',
    'http://decant.test',
    'http://decant.test:3003',
    'http://decant.test:3002.evil.test',
    'http://decant.test:3002@evil.test',
    'file://decant.test:3002',
  ])
    await assert.rejects(
      identify({ cookie, ...(origin !== undefined && { origin }) }),
      { code: 'FORBIDDEN' },
      origin,
    );
  assert.deepEqual(asked, []);
  const watcher = await identify({ cookie, origin: 'http://decant.test:3002' });
  assert.ok('caller' in watcher);
  assert.deepEqual([watcher.caller, asked], [CALLER, [DIGEST]]);
});

test('behind a proxy the page has the public address of the service', async () => {
  const { identify, cookie } = openFixture();
  const behind = { ...HTTP, publicUrl: 'https://decant.example' };
  assert.ok('caller' in (await identify({ cookie, origin: 'https://decant.example' }, behind)));
  // One that speaks TLS and passes the name on.
  assert.ok('caller' in (await identify({ cookie, host: 'decant.test', origin: 'https://decant.test' })));
  await assert.rejects(identify({ cookie, origin: 'https://other.example' }, behind), { code: 'FORBIDDEN' });
});

test('a cookie that has ended opens nothing, and closes what it has opened', async () => {
  const { identify, cookie, state } = openFixture();
  const origin = 'http://decant.test:3002';
  const watcher = await identify({ cookie, origin });
  assert.ok('caller' in watcher);
  await watcher.check();
  state.now += SIGN_IN_MS;
  await assert.rejects(watcher.check(), { code: 'UNAUTHORIZED' });
  assert.ok('failure' in (await identify({ cookie, origin })));
});

test('a key opens a socket for a page of any origin, whatever cookie comes with it', async () => {
  const { identify, cookie, asked } = openFixture();
  const foreign = { origin: 'http://evil.test', cookie };
  const watcher = await identify({ ...foreign, 'sec-websocket-protocol': 'none, fc-key' });
  assert.ok('caller' in watcher);
  assert.equal(watcher.protocol, 'fc-key');
  assert.ok('caller' in (await identify({ ...foreign, authorization: 'Bearer fc-key' })));
  const wrong = await identify({ ...foreign, 'sec-websocket-protocol': 'fc-wrong' });
  assert.ok('failure' in wrong);
  assert.deepEqual(asked, []);
});
