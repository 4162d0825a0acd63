import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OpenTestBrowser } from '../../../test/support/open-test-browser.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { shareTestBrowser } from '../../../test/support/share-test-browser.ts';
import { APP, APP_FACTS } from '../../../test/support/storage-app.ts';
import { answer, startTestSite } from '../../../test/support/test-site.ts';
import type { LoopbackSite } from '../../../test/support/loopback-site.ts';
import { goTo } from '../page/go-to.ts';
import type { LivePage } from '../page/live-page.ts';
import type { ProfileState } from './profile-state.ts';
import { restoreProfile } from './restore-profile.ts';
import { saveProfile, type SavedProfile } from './save-profile.ts';
import { watchOrigins } from './watch-origins.ts';

const call = { timeoutMs: 30_000 };
/** In one database, which is less than a profile holds. */
const MEGABYTES = pickSize(2, 12);

describe('profiles', { timeout: 180_000 }, () => {
  const open = new AsyncDisposableStack();
  let house: OpenTestBrowser | undefined;
  let site: LoopbackSite;

  before(async () => {
    house = await shareTestBrowser();
    if (house) open.use(house);
    site = open.use(
      await startTestSite({
        '/app': (request, response) => {
          const host = request.headers.host?.split(':')[0] ?? '';
          response.setHeader('Set-Cookie', [
            `session=s-${host}; HttpOnly; SameSite=Lax`,
            `kept=k; Max-Age=86400; Path=/app; SameSite=Strict`,
            `wide=w; Domain=${host}; Max-Age=86400`,
          ]);
          response.setHeader('Content-Type', 'text/html').end(APP);
        },
        '/look': APP,
        '/frames': (request, response) => {
          const port = request.headers.host?.split(':')[1] ?? '';
          const frames = ['sub.one', 'other'].map(
            (host) => `<iframe src="//${host}.test:${port}/framed"></iframe>`,
          );
          response.setHeader('Content-Type', 'text/html').end(`<!doctype html>${frames.join('')}`);
        },
        '/framed': `<!doctype html><script>localStorage.setItem('framed', '1')</script>`,
        '/echo': (request, response) => response.end(request.headers.cookie ?? ''),
        '/app/echo': (request, response) => response.end(request.headers.cookie ?? ''),
        // A callback that does not return keeps its transaction, and asks for no processor meanwhile.
        '/holder.js': answer(
          `indexedDB.open('app "1"').onsuccess = ({ target }) => {
            const store = target.result.transaction('plain', 'readwrite').objectStore('plain');
            store.get(1).onsuccess = () => {
              postMessage('it holds the database');
              const request = new XMLHttpRequest();
              request.open('GET', '/never', false);
              request.send();
            };
          };`,
          { 'content-type': 'text/javascript' },
        ),
        '/never': () => undefined,
        '/worker': `<!doctype html><script>window.ready = navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => 'ready'); localStorage.setItem('with', 'worker')</script>`,
        '/sw.js': answer(
          `onfetch = (event) => event.respondWith(new Response('<script>localStorage.clear()</script>', { headers: { 'content-type': 'text/html' } })); onactivate = (event) => event.waitUntil(clients.claim())`,
          { 'content-type': 'text/javascript' },
        ),
      }),
    );
  });
  after(() => open.disposeAsync());

  const browserTest = (name: string, run: (house: OpenTestBrowser) => Promise<void>): void =>
    void test(name, (context) => (house ? run(house) : context.skip('no browser')));

  const at = (host: string, path: string): string => `http://${host}.test:${site.port}${path}`;

  async function visit(live: LivePage, url: string): Promise<void> {
    const { kind } = await goTo(live, url, { signal: AbortSignal.timeout(30_000), timeoutMs: 30_000 });
    assert.equal(kind, 'page');
    await live.evaluate(
      'new Promise((resolve) => document.readyState === "complete" ? resolve() : addEventListener("load", () => resolve()))',
    );
  }

  /** A login at each of the hosts, one after the other in one tab. */
  async function logIn(opened: OpenTestBrowser, hosts: string[]): Promise<SavedProfile> {
    await using live = await opened.openPage();
    using watch = watchOrigins(live);
    for (const host of hosts) {
      await visit(live, at(host, '/app'));
      assert.equal(await live.evaluate('login("ann")'), 'logged in');
    }
    return await saveProfile(live, { former: undefined, origins: watch.origins() }, call);
  }

  /** The state of one login for all tests that begin with such a one. */
  const loggedIn: Record<string, Promise<SavedProfile>> = {};
  const logInOnce = (opened: OpenTestBrowser, hosts: string[]): Promise<SavedProfile> =>
    (loggedIn[hosts.join()] ??= logIn(opened, hosts));

  async function restored(opened: OpenTestBrowser, state: ProfileState): Promise<LivePage> {
    const live = await opened.openPage();
    // As it would come out of the database.
    const copy = JSON.parse(JSON.stringify(state)) as ProfileState;
    assert.deepEqual(await restoreProfile(live, copy, call), []);
    return live;
  }

  browserTest('the next visit finds cookies, localStorage and IndexedDB as they were', async (opened) => {
    const { state, warnings } = await logInOnce(opened, ['one', 'two']);
    assert.deepEqual(warnings, []);
    assert.deepEqual(
      state.origins.map(({ origin }) => origin),
      [at('one', ''), at('two', '')],
    );
    const askedBefore = site.requests.length;
    const reported = opened.egress.reports.length;
    const secure = { origin: 'https://secure.test', localStorage: '[["a","b"]]', databases: [] };
    const former = { ...state, origins: [...state.origins, secure] };
    await using live = await restored(opened, former);
    const unchanged = await saveProfile(live, { former, origins: [] }, call);
    assert.deepEqual(unchanged.state.origins, former.origins);
    assert.equal(site.requests.length, askedBefore);
    assert.equal(opened.egress.reports.length, reported, 'the network was not asked');
    for (const host of ['one', 'two']) {
      await visit(live, at(host, '/look'));
      // A lone surrogate would not get through to here.
      assert.ok(await live.evaluate('found.token === "ann \\ud800\\u0000"'));
      assert.equal(await live.evaluate('found.session'), null);
      assert.equal(await live.evaluate('found.cookie'), 'wide=w');
      assert.deepEqual(JSON.parse(await live.evaluate<string>('look()')), APP_FACTS);
    }
    assert.equal(await live.evaluate('history.length'), 3);
  });

  browserTest('cookies go where they went before, and nowhere else', async (opened) => {
    const { state } = await logInOnce(opened, ['one']);
    await using live = await restored(opened, state);
    const sent = async (url: string): Promise<string[]> => {
      await visit(live, url);
      return (await live.evaluate<string>('document.body.innerText')).split('; ').toSorted();
    };
    assert.deepEqual(await sent(at('one', '/echo')), ['session=s-one.test', 'wide=w']);
    assert.deepEqual(await sent(at('one', '/app/echo')), ['kept=k', 'session=s-one.test', 'wide=w']);
    assert.deepEqual(await sent(at('sub.one', '/echo')), ['wide=w']);
    assert.deepEqual(await sent(at('two', '/echo')), ['']);
    // The cookies of the request win.
    await using other = await opened.openPage();
    const own = { name: 'session', value: 'own', url: at('one', '/'), sourcePort: site.port };
    await other.session.send('Network.setCookie', own);
    assert.deepEqual(await restoreProfile(other, state, call), []);
    await visit(other, at('one', '/echo'));
    assert.equal(await other.evaluate('document.body.innerText.includes("session=own")'), true);
  });

  browserTest('every kind of cookie is kept', async (opened) => {
    const expires = Math.round(Date.now() / 1000) + 1_000;
    const given = [
      { name: '__Host-a', value: '1', domain: 'a.test', path: '/', secure: true, httpOnly: true, expires },
      { name: 'b', value: 'x=y', domain: '.a.test', path: '/p', secure: true, sameSite: 'None' as const },
      {
        name: 'c',
        value: '',
        domain: 'frame.test',
        path: '/',
        secure: true,
        sameSite: 'None' as const,
        partitionKey: { topLevelSite: 'https://top.test', hasCrossSiteAncestor: true },
      },
    ];
    await using live = await opened.openPage();
    await live.connection.browser.send('Storage.setCookies', {
      cookies: given,
      browserContextId: live.contextId!,
    });
    const { state } = await saveProfile(live, { former: undefined, origins: [] }, call);
    assert.equal(state.cookies.length, 3);
    await using second = await restored(opened, state);
    const again = await saveProfile(second, { former: state, origins: [] }, call);
    const sorted = ({ cookies }: ProfileState) => cookies.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    assert.deepEqual(sorted(again.state), sorted(state));
    assert.deepEqual(
      sorted(state).map(({ domain, partitionKey, expires: until }) => [
        domain,
        partitionKey?.topLevelSite,
        until,
      ]),
      [
        ['a.test', undefined, expires],
        ['.a.test', undefined, undefined],
        ['frame.test', 'https://top.test', undefined],
      ],
    );
    const bad = {
      format: 1 as const,
      origins: [],
      cookies: [{ name: 'x', value: '', domain: '' }, ...state.cookies],
    };
    await using other = await opened.openPage();
    assert.deepEqual(await restoreProfile(other, bad, call), ['Profile: 1 cookies could not be restored.']);
    const kept = await saveProfile(other, { former: undefined, origins: [] }, call);
    assert.equal(kept.state.cookies.length, 3);
  });

  browserTest('what a visit does not touch stays, what it clears goes', async (opened) => {
    const { state } = await logInOnce(opened, ['one', 'two']);
    await using live = await restored(opened, state);
    using watch = watchOrigins(live);
    await visit(live, at('one', '/look'));
    await live.evaluate(`localStorage.clear(); indexedDB.deleteDatabase('app "1"')`);
    const saved = await saveProfile(live, { former: state, origins: watch.origins() }, call);
    assert.deepEqual(
      saved.state.origins.map(({ origin }) => origin),
      [at('two', '')],
    );
    const two = (from: ProfileState) => from.origins.find(({ origin }) => origin === at('two', ''));
    assert.deepEqual(two(saved.state), two(state));
  });

  browserTest('storage of frames is kept when it is of the same site', async (opened) => {
    await using live = await opened.openPage();
    using watch = watchOrigins(live);
    await visit(live, at('one', '/frames'));
    const { state } = await saveProfile(live, { former: undefined, origins: watch.origins() }, call);
    assert.deepEqual(
      state.origins.map(({ origin, localStorage }) => [origin, localStorage]),
      [[at('sub.one', ''), '[["framed","1"]]']],
    );
  });

  browserTest('a service worker is not asked, and pages run no script meanwhile', async (opened) => {
    await using live = await opened.openPage();
    // A service worker wants a safe origin.
    const url = `${site.origin}/worker`;
    using watch = watchOrigins(live);
    await visit(live, url);
    assert.equal(await live.evaluate('ready'), 'ready');
    const { state } = await saveProfile(live, { former: undefined, origins: watch.origins() }, call);
    assert.deepEqual(
      state.origins.map(({ localStorage }) => localStorage),
      ['[["with","worker"]]'],
    );
  });

  browserTest('what cannot be saved is named and stays as it was', async (opened) => {
    const { state } = await logInOnce(opened, ['one']);
    await using live = await restored(opened, state);
    using watch = watchOrigins(live);
    await visit(live, at('one', '/look'));
    // The page never lets go of its database, keeps a key, and has a database that is too large.
    await live.evaluate(`(async () => {
      await new Promise((resolve) => { (window.holder = new Worker('/holder.js')).onmessage = resolve });
      const key = await crypto.subtle?.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt']);
      const large = await open('large', 1, (made) => made.createObjectStore('s'));
      const work = large.transaction('s', 'readwrite');
      for (let index = 0; index < 21; index++) work.objectStore('s').put('x'.repeat(1e6), index);
      await new Promise((resolve) => { work.oncomplete = resolve });
      large.close();
    })()`);
    const saved = await saveProfile(live, { former: state, origins: watch.origins() }, call);
    assert.deepEqual(saved.warnings.toSorted(), [
      `Profile: the database "app \\"1\\"" of ${at('one', '')} was not saved: the page is writing to it; it stays as it was.`,
      `Profile: the database "large" of ${at('one', '')} was not saved: a profile holds at most 20 MB.`,
    ]);
    assert.deepEqual(saved.state.origins, state.origins);
  });

  browserTest('megabytes are kept too', async (opened) => {
    await using live = await opened.openPage();
    using watch = watchOrigins(live);
    await visit(live, at('one', '/look'));
    await live.evaluate(
      `open('big', 1, (made) => { const s = made.createObjectStore('s'); for (let i = 0; i < ${MEGABYTES}; i++) s.put(new Uint8Array(1e6).fill(i), i) }).then((db) => db.close())`,
    );
    const { state, warnings } = await saveProfile(
      live,
      { former: undefined, origins: watch.origins() },
      call,
    );
    assert.deepEqual(warnings, []);
    await using next = await restored(opened, state);
    await visit(next, at('one', '/look'));
    assert.deepEqual(
      await next.evaluate(
        `open('big').then((db) => done(db.transaction('s').objectStore('s').get(${MEGABYTES - 1}))).then((bytes) => [bytes.length, bytes[999_999]])`,
      ),
      [1e6, MEGABYTES - 1],
    );
  });
});
