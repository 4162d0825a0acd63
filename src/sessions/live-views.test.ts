import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionBrowser } from '../browser/sharing/session-browser.ts';
import type { ViewerPeer } from '../browser/live/viewer-peer.ts';
import type { LiveSession } from './hosted-session.ts';
import { createLiveViews } from './live-views.ts';
import type { ReachedSession } from './open-sessions.ts';
import type { LinkKind } from './session-links.ts';

/** A session without tabs behind the tokens `watch`, `control` and `drive`; `elsewhere` is that of another process. */
function open({ hasWebView = true } = {}) {
  const ended = Promise.withResolvers<'ttl'>();
  const state = { awake: 0 };
  const browser: Partial<SessionBrowser> = {
    drivers: 0,
    tabs: () => [],
    onTabs: () => () => undefined,
    holdDialogs: () => () => undefined,
  };
  const session: Partial<LiveSession> = {
    browser: browser as SessionBrowser,
    hasWebView,
    ended: ended.promise,
    keepAwake() {
      state.awake += 1;
      return { [Symbol.dispose]: () => void (state.awake -= 1) };
    },
  };
  const views = createLiveViews({
    reach: async (token): Promise<ReachedSession> =>
      token === 'elsewhere'
        ? { kind: 'watch', address: 'http://10.0.0.2:3002' }
        : { kind: token as LinkKind, session: session as LiveSession },
  });
  return { views, state, end: () => ended.resolve('ttl') };
}

function openPeer() {
  const told: Array<Record<string, unknown>> = [];
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  const peer: ViewerPeer = {
    sendText: (text) => void told.push(JSON.parse(text) as Record<string, unknown>),
    sendPicture: () => undefined,
    queuedBytes: 0,
    close: (code, reason) => resolve(`${code} ${reason}`),
  };
  return { peer, told, closed };
}

test('who can drive keeps the session going, and who looks on does not', async () => {
  const { views, state } = open();
  using _watching = await views.joinView('watch', openPeer().peer);
  assert.equal(state.awake, 0);
  const { peer, told } = openPeer();
  const driving = await views.joinView('control', peer);
  assert.equal(state.awake, 1);
  assert.deepEqual(told[0], { type: 'welcome', isInteractive: true });
  assert.equal(told.at(-1)?.['viewers'], 2);
  driving[Symbol.dispose]();
  assert.equal(state.awake, 0);
});

test('a link for programs shows nothing, nor does a session that is not to be seen', async () => {
  const { peer } = openPeer();
  await assert.rejects(open().views.checkView('drive'), { code: 'NOT_FOUND' });
  await assert.rejects(open().views.joinView('drive', peer), { code: 'NOT_FOUND' });
  await assert.rejects(open({ hasWebView: false }).views.checkView('watch'), { code: 'NOT_FOUND' });
});

test('the session of another process has its page here, and its socket there', async () => {
  const { views } = open();
  await views.checkView('elsewhere');
  await assert.rejects(views.joinView('elsewhere', openPeer().peer), { code: 'SERVICE_UNAVAILABLE' });
});

test('the end of a session closes its views', async () => {
  const { views, end } = open();
  const { peer, closed } = openPeer();
  using _link = await views.joinView('watch', peer);
  end();
  assert.equal(await closed, '4404 The session has ended');
});
