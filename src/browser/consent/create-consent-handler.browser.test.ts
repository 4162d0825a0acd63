import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { OpenTestBrowser } from '../../../test/support/open-test-browser.ts';
import type { LoopbackSite } from '../../../test/support/loopback-site.ts';
import { shareTestBrowser } from '../../../test/support/share-test-browser.ts';
import { startTestSite } from '../../../test/support/test-site.ts';
import { useAgain } from '../../../test/support/use-again.ts';
import { goTo } from '../page/go-to.ts';
import type { LivePage, LivePageOptions } from '../page/live-page.ts';
import { settle } from '../page/settle.ts';
import { createConsentHandler } from './create-consent-handler.ts';

const TEXT = '<p>The ferry leaves at noon and returns in the evening; tickets are sold on board.</p>'.repeat(
  40,
);
/** A page with something on it; `window.choice` is what was clicked. */
const page = (extra: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Harbour</title>${head}<script>window.choice = '';
   const take = (choice, selector) => { window.choice = choice; document.querySelector(selector)?.remove(); };</script></head>
   <body><main><h1>Harbour news</h1>${TEXT}</main>${extra}</body></html>`;
const VEIL = 'position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:900';
const BAR = 'position:fixed;left:0;right:0;bottom:0;background:#fff;z-index:1000';
const BOX = 'position:fixed;left:20%;top:20%;width:60%;background:#fff;z-index:1001';
const COOKIES = '<p>We use cookies and similar technologies to improve your visit.</p>';

/** A frame of another site that tells the page what was clicked. */
const FRAMED = `<!doctype html><body><h2>Privacy</h2><p>We and our partners use cookies.</p>
  <button onclick="parent.postMessage('accept', '*')">Accept all</button>`;

/** A script that shows a dialogue some time after it came. */
const KLARO = `setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div id="bar" style="${BAR}">' +
  '<p>We use cookies.</p><button onclick="take(\\'reject\\', \\'#bar\\')">I decline</button></div>'), 300)`;

const PAGES: Record<string, string> = {
  '/plain': page(''),
  '/slides-out': page(
    `<div id="onetrust-consent-sdk"><div id="dark" style="${VEIL}"></div><div id="onetrust-banner-sdk" role="region"
      aria-label="Cookie banner" style="${BAR};transition:bottom .2s">${COOKIES}
      <a href="/policy">Cookie policy</a><button>Cookies Settings</button>
      <button onclick="window.choice = 'reject'; document.querySelector('#onetrust-banner-sdk').style.bottom = '-99%';
        document.querySelector('#dark').remove()">Reject All</button>
      <button onclick="take('accept', '#onetrust-banner-sdk')">Accept All Cookies</button></div></div>`,
  ),
  '/slides-in': page(
    `<div id="late" class="cookie-bar" style="${BAR};transform:translateY(100%);transition:transform .3s">${COOKIES}
      <button onclick="take('reject', '#late')">Decline</button><button onclick="take('accept', '#late')">OK</button></div>
      <script>requestAnimationFrame(() => requestAnimationFrame(() => { late.style.transform = 'none'; }))</script>`,
  ),
  '/comes-late': page(
    `<script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', \`<div id="late" style="${BAR}">${COOKIES}
      <button onclick="take('reject', '#late')">Tout refuser</button>
      <button onclick="take('accept', '#late')">Tout accepter</button></div>\`); }, 500)</script>`,
  ),
  '/wall': page(
    `<div id="veil" style="${VEIL}"></div><section id="wall" style="${BOX}"><h2>Twoja prywatność</h2>
      <p>Używamy plików cookie.</p><button onclick="take('accept', '#wall')">Akceptuję</button>
      <button>Ustawienia</button></section>`,
    '<style>html, body { overflow: hidden; height: 100% } main { filter: blur(4px) }</style>',
  ),
  '/fixed-body': page(
    `<div id="wall" role="dialog" aria-modal="true" style="${BOX}"><p>Diese Seite verwendet Cookies.</p>
      <button onclick="take('accept', '#wall')">Alle akzeptieren</button></div>`,
    '<style>body { position: fixed; top: -300px; left: 0; right: 0 }</style>',
  ),
  '/shadow': page(
    `<div id="usercentrics-root"></div><script>
      const root = document.querySelector('#usercentrics-root').attachShadow({ mode: 'closed' });
      root.innerHTML = \`<div id="app"><div style="${VEIL}"></div><div role="dialog" style="${BOX}">
        <p>Diese Webseite nutzt Technologien von Partnern und Cookies.</p><button id="no">Alles ablehnen</button>
        <button id="yes">Alles akzeptieren</button></div></div>\`;
      root.querySelector('#no').onclick = () => { window.choice = 'reject'; root.querySelector('#app').remove(); };
      root.querySelector('#yes').onclick = () => { window.choice = 'accept'; };</script>`,
  ),
  '/frame': page(
    `<div id="sp_message_container_1" style="${VEIL}"><iframe title="SP Consent Message" src="http://cmp.test:PORT/reject"
      style="position:absolute;left:10%;top:10%;width:80%;height:70%;border:0;background:#fff"></iframe></div>
      <script>addEventListener('message', ({ data }) => { take(data, '#sp_message_container_1');
        document.documentElement.className = ''; });</script>`,
    '<style>.locked body { overflow: hidden }</style><script>document.documentElement.className = "locked"</script>',
  ),
  '/frame-accept': page(
    `<div id="box" style="${BOX};height:50%"><iframe src="http://cmp.test:PORT/accept" width="100%" height="100%"></iframe></div>
      <script>addEventListener('message', ({ data }) => take(data, '#box'));</script>`,
  ),
  '/stays': page(
    `<div id="bar" style="${BAR}">${COOKIES}<button onclick="window.choice = 'reject'">Reject</button></div>`,
  ),
  '/inline': page('', '').replace(
    '<body>',
    `<body><div id="bar" class="govuk-cookie-banner"><h2>Cookies</h2>${COOKIES}<form method="post" action="/elsewhere">
      <button>Accept additional cookies</button><button id="no">Reject additional cookies</button></form></div>
      <script>document.querySelector('#no').onclick = () => take('reject', '#bar')</script>`,
  ),
  '/leads-away': page(
    `<div id="bar" style="${BAR}">${COOKIES}<a href="/elsewhere">Reject all</a><button>Accept all</button></div>`,
  ),
  '/submits': page(
    `<div id="bar" style="${BAR}">${COOKIES}<form action="/elsewhere"><button>Reject all</button></form></div>`,
  ),
  '/reloads': page(
    `<script>if (!document.cookie.includes('no=1')) document.body.insertAdjacentHTML('beforeend', \`<div id="bar"
      style="${BAR}">${COOKIES}<button onclick="document.cookie = 'no=1'; location.reload()">Reject all</button></div>\`)
      </script>`,
  ),
  '/goes-away': page(
    `<script>if (!document.cookie.includes('gone=1')) document.body.insertAdjacentHTML('beforeend', \`<div id="bar"
      style="${BAR}">${COOKIES}<button onclick="document.cookie = 'gone=1'; location = '/elsewhere'">Reject all</button>
      </div>\`)</script>`,
  ),
  '/scripted': page('<script src="/klaro.js"></script>'),
  '/hangs': page(
    `<div id="bar" style="${BAR}">${COOKIES}<button onclick="for (;;) { window.choice += '' }">Reject all</button></div>`,
  ),
  '/dialog': page(
    `<dialog id="bar">${COOKIES}<button>Accept</button></dialog><script>document.querySelector('#bar').showModal()</script>`,
  ),
};

/** Pages with things on them that are no consent dialogue. */
const OTHERS: Record<string, string> = {
  shop: page(
    `<header style="position:sticky;top:0"><nav><a href="/">Cookies and cakes</a><button>Settings</button></nav>
      <button>Accept order</button></header>`,
  ),
  login: page(
    `<div style="${VEIL}"><div role="dialog" style="${BOX}"><h2>Welcome back</h2><p>By continuing you accept our use of
      cookies.</p><form><input type="email"><input type="password"><button>Continue</button></form></div></div>`,
    '<style>body { overflow: hidden }</style>',
  ),
  newsletter: page(
    `<div style="${BOX}"><h2>Ten recipes a week</h2><p>Get them by post.</p><button>Subscribe</button><button>No thanks</button></div>`,
  ),
  shell: `<!doctype html><body><div id="app" style="position:fixed;inset:0;overflow:auto"><h1>Board</h1>${TEXT}<p>About our
    cookies</p><button>Accept invitation</button><button>Settings</button></div></body>`,
  chat: page(`<iframe src="http://chat.test:PORT/chat" style="${BOX};height:60%"></iframe>`),
  advertisement: page(
    `<div style="${BOX};height:60%"><iframe src="http://ads.test:PORT/chat?gdpr_consent=CP" width="100%" height="100%"></iframe></div>`,
  ),
  footer: page('').replace(
    /<main>.*<\/main>/s,
    `<main><h1>Harbour</h1>${TEXT.slice(0, 900)}</main><div class="cookie-links"><a href="/c">Cookie settings</a></div>`,
  ),
  veiled: page(`<div style="${VEIL}"></div>`, '<style>body { overflow: hidden }</style>'),
};

describe('consent handler', () => {
  const own: {
    house?: OpenTestBrowser | undefined;
    openTab?: () => Promise<LivePage>;
    site?: LoopbackSite;
    other?: LoopbackSite;
  } = {};
  const handler = createConsentHandler();

  before(async () => {
    const house = await shareTestBrowser();
    if (house) Object.assign(own, { house, openTab: useAgain(() => house.openPage()) });
    own.other = await startTestSite({
      '/reject': `${FRAMED}<button onclick="parent.postMessage('reject', '*')">Reject all</button>`,
      '/accept': FRAMED,
      '/chat': '<p>How can we help?</p><button>Accept call</button><button>No thanks</button>',
    });
    const others = Object.entries(OTHERS).map(([name, html]): [string, string] => [`/other/${name}`, html]);
    const pages = [...Object.entries(PAGES), ...others].map(([path, html]) => [
      path,
      html.replaceAll('PORT', String(own.other?.port)),
    ]);
    own.site = await startTestSite({
      ...Object.fromEntries(pages),
      '/elsewhere': '<p>Somewhere else</p>',
      '/klaro.js': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(KLARO);
      },
    });
  });

  after(async () => {
    await own.house?.[Symbol.asyncDispose]();
    await own.site?.[Symbol.asyncDispose]();
    await own.other?.[Symbol.asyncDispose]();
  });

  async function open(
    t: TestContext,
    path: string,
    options?: Partial<LivePageOptions>,
  ): Promise<LivePage | undefined> {
    if (!own.house || !own.openTab || !own.site) {
      t.skip('no browser for this machine');
      return undefined;
    }
    const live = await (options ? own.house.openPage(options) : own.openTab());
    await goTo(live, own.site.origin + path, { signal: t.signal, timeoutMs: 10_000 });
    await settle(live, { signal: t.signal, maxMs: 5_000 });
    return live;
  }

  /**
   * Reads the page as a visitor finds it: the choice made, whether only the page itself is seen, and whether it
   * scrolls.
   */
  const look = (live: LivePage) =>
    live.evaluate<{ choice: string; isClear: boolean; canScroll: boolean }>(`(() => {
      const points = [[0.5, 0.95], [0.04, 0.96], [0.96, 0.96], [0.5, 0.5], [0.3, 0.3]];
      const isClear = points.every(([x, y]) => {
        const hit = document.elementFromPoint(innerWidth * x, innerHeight * y);
        return hit === document.documentElement || hit === document.body || hit.closest('main') !== null;
      });
      scrollTo(0, 0);
      scrollTo(0, 200);
      return { choice: window.choice, isClear, canScroll: scrollY > 0 };
    })()`);

  const dismiss = async (t: TestContext, live: LivePage, spare: string[] = []) =>
    (await handler.dismiss(live, { signal: t.signal, spare })).handled;

  test('leaves a page without one as it is', async (t) => {
    await using live = await open(t, '/plain');
    if (!live) return;
    const untouched = await live.evaluate('document.documentElement.outerHTML');
    assert.equal(await dismiss(t, live), undefined);
    assert.equal(await live.evaluate('document.documentElement.outerHTML'), untouched);
  });

  for (const path of ['/slides-out', '/slides-in', '/comes-late', '/shadow', '/frame', '/inline']) {
    test(`refuses: ${path}`, async (t) => {
      await using live = await open(t, path);
      if (!live) return;
      assert.match((await dismiss(t, live)) ?? '', /^refused [^;]+$/);
      assert.deepEqual(await look(live), { choice: 'reject', isClear: true, canScroll: true });
    });
  }

  for (const path of ['/wall', '/fixed-body', '/frame-accept', '/leads-away', '/submits', '/dialog']) {
    test(`hides what can only be accepted or leads away: ${path}`, async (t) => {
      await using live = await open(t, path);
      if (!live) return;
      assert.match((await dismiss(t, live)) ?? '', /^hidden /);
      assert.deepEqual(await look(live), { choice: '', isClear: true, canScroll: true });
      assert.equal(await live.evaluate('location.pathname'), path);
      assert.equal(await live.evaluate(`getComputedStyle(document.querySelector('main')).filter`), 'none');
    });
  }

  test('waits for what a script is known to show where nobody counts timers', async (t) => {
    await using live = await open(t, '/scripted', { isInstrumented: false });
    if (!live) return;
    assert.equal(await dismiss(t, live), 'refused div#bar');
    assert.deepEqual(await look(live), { choice: 'reject', isClear: true, canScroll: true });
  });

  test('hides what stays although it was refused', async (t) => {
    await using live = await open(t, '/stays');
    if (!live) return;
    assert.equal(await dismiss(t, live), 'hidden div#bar');
    assert.deepEqual(await look(live), { choice: 'reject', isClear: true, canScroll: true });
  });

  test('waits for a page that loads itself again', async (t) => {
    await using live = await open(t, '/reloads');
    if (!live) return;
    assert.match((await dismiss(t, live)) ?? '', /^refused/);
    assert.deepEqual(await look(live), { choice: '', isClear: true, canScroll: true });
    assert.equal(await live.evaluate('document.cookie'), 'no=1');
  });

  test('comes back from where a page goes', async (t) => {
    await using live = await open(t, '/goes-away');
    if (!live) return;
    assert.match((await dismiss(t, live)) ?? '', /^refused/);
    assert.deepEqual(await look(live), { choice: '', isClear: true, canScroll: true });
    assert.equal(await live.evaluate('location.pathname'), '/goes-away');
  });

  test('ends what a page does without end when it is refused', async (t) => {
    await using live = await open(t, '/hangs');
    if (!live) return;
    assert.equal(await dismiss(t, live), undefined);
    assert.equal(await live.evaluate('1 + 1'), 2);
    assert.equal(live.isReusable, false);
  });

  test('leaves alone what somebody is going to use', async (t) => {
    await using live = await open(t, '/stays');
    if (!live) return;
    assert.equal(await dismiss(t, live, ['main', '((', '#bar button']), undefined);
    assert.equal((await look(live)).isClear, false);
  });

  for (const name of Object.keys(OTHERS)) {
    test(`is no consent dialogue: ${name}`, async (t) => {
      await using live = await open(t, `/other/${name}`);
      if (!live) return;
      const untouched = await live.evaluate('document.documentElement.outerHTML');
      assert.equal(await dismiss(t, live), undefined);
      assert.equal(await live.evaluate('document.documentElement.outerHTML'), untouched);
    });
  }

  test('ends with its caller', async (t) => {
    await using live = await open(t, '/plain');
    if (!live) return;
    await assert.rejects(handler.dismiss(live, { signal: AbortSignal.abort() }));
  });
});
