import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OpenTestBrowser } from '../../../test/support/open-test-browser.ts';
import { openLoopbackSite, type LoopbackSite } from '../../../test/support/loopback-site.ts';
import { shareTestBrowser } from '../../../test/support/share-test-browser.ts';
import { COUNTRY_CODES } from '../../contract/options/countries.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import type { LivePage } from '../page/live-page.ts';
import { applyEmulation, applyToChild, type EmulationSettings } from './apply-emulation.ts';
import { createIdentity, withUserAgent } from './identity.ts';
import { localeOfCountry } from './locale-of-country.ts';

/** The values that a frame or a worker sees, as an expression. */
const SEEN = `(async () => {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  const { userAgentData: data } = navigator;
  const names = ['architecture', 'bitness', 'model', 'platformVersion', 'fullVersionList', 'formFactors'];
  return {
    userAgent: navigator.userAgent,
    languages: navigator.languages.join(),
    platform: navigator.platform,
    ...(data && { brands: data.brands, more: await data.getHighEntropyValues(names) }),
    timeZone,
    locale,
    number: (1234.5).toLocaleString(),
  };
})()`;

const WORKER = `${SEEN}.then((seen) => postMessage(seen)); fetch('/from-worker');`;
const PAGE = `<meta name=viewport content="width=device-width"><iframe src="http://frame.test:PORT/frame"></iframe>
<script>
  window.frame = new Promise((resolve) => { onmessage = ({ data }) => resolve(data); });
  const worker = new Worker('/worker.js');
  window.worker = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
</script>`;
const FRAME = `<script>${SEEN}.then((seen) => parent.postMessage(seen, '*'))</script>`;
const SHAPE = `({
  inner: [innerWidth, innerHeight],
  outer: [outerWidth, outerHeight],
  screen: [screen.width, screen.height],
  ratio: devicePixelRatio,
  hasHover: matchMedia('(hover: hover)').matches,
  isCoarse: matchMedia('(pointer: coarse)').matches,
  touch: [navigator.maxTouchPoints, 'ontouchstart' in window],
  isPortrait: screen.orientation.type === 'portrait-primary',
  webdriver: navigator.webdriver,
})`;

/** How large things are, and what of them is in view. */
const VIEW = `new Promise((resolve) => {
  const frame = document.querySelector('iframe');
  new IntersectionObserver(([{ intersectionRatio, boundingClientRect: { width }, rootBounds }]) =>
    resolve([intersectionRatio, width, rootBounds.width, rootBounds.height, visualViewport.scale, visualViewport.width,
      matchMedia('(resolution: 1dppx)').matches, document.elementFromPoint(20, 20)?.localName])).observe(frame);
})`;

interface Seen {
  userAgent: string;
  languages: string;
  platform: string;
  brands: Array<{ brand: string; version: string }> | undefined;
  more: Record<string, unknown> | undefined;
  timeZone: string;
  locale: string;
  number: string;
}

const NO_BROWSER = process.platform !== 'linux' || process.arch !== 'x64' ? 'no browser is bundled' : false;

describe('applyEmulation', { timeout: 30_000, skip: NO_BROWSER }, () => {
  let house: OpenTestBrowser | undefined;
  let site: LoopbackSite | undefined;
  before(async () => {
    house = await shareTestBrowser();
    const ANSWERS: Readonly<Record<string, string>> = { '/worker.js': WORKER, '/frame': FRAME, '/': PAGE };
    site = await openLoopbackSite((request, response) => {
      const { url = '', headers } = request;
      response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html');
      response.end((ANSWERS[url] ?? '').replace('PORT', headers.host?.split(':')[1] ?? ''));
    });
  });
  after(async () => {
    await site?.[Symbol.asyncDispose]();
    await house?.[Symbol.asyncDispose]();
  });

  async function openPage(more: Partial<EmulationSettings> & { isMobile?: boolean } = {}): Promise<LivePage> {
    assert.ok(house);
    const { isMobile = false, ...settings } = more;
    const all: EmulationSettings = {
      identity: createIdentity({ version: house.browser.version, isMobile }),
      locale: localeOfCountry(undefined),
      hasOurFlags: true,
      ...settings,
    };
    return house.openPage({
      isInstrumented: false,
      prepare: (session, call) => applyEmulation(session, all, call),
      prepareChild: (session, kind) => applyToChild(session, all, kind),
    });
  }

  async function go(page: LivePage, host: string): Promise<void> {
    assert.ok(site);
    const loaded = new Promise<void>((resolve) => page.session.on('Page.loadEventFired', () => resolve()));
    await page.session.send('Page.navigate', { url: `http://${host}:${site.port}/` });
    await loaded;
  }

  test('a desktop in New York, the same in a frame of another site and in a worker', async () => {
    assert.ok(house && site);
    await using page = await openPage();
    await go(page, '127.0.0.1');
    const top = await page.evaluate<Seen>(SEEN);
    const major = /\d+/.exec(house.browser.version)?.[0];
    assert.match(
      top.userAgent,
      new RegExp(`^Mozilla/5.0 \\(X11; Linux x86_64\\).* Chrome/${major}.0.0.0 Safari`),
    );
    assert.ok(top.brands?.some(({ brand, version }) => brand === 'Google Chrome' && version === major));
    assert.equal(top.more?.['architecture'], 'x86');
    assert.deepEqual(
      [top.languages, top.platform, top.timeZone, top.locale, top.number],
      ['en-US,en', 'Linux x86_64', 'America/New_York', 'en-US', '1,234.5'],
    );
    assert.deepEqual(await page.evaluate('window.worker'), top);
    // Not a secure context: without client hints.
    const { brands: _brands, more: _more, ...bare } = top;
    assert.deepEqual(await page.evaluate('window.frame'), bare);
    assert.deepEqual(await page.evaluate(SHAPE), {
      inner: [1280, 800],
      outer: [1280, 800],
      screen: [1920, 1080],
      ratio: 1,
      hasHover: true,
      isCoarse: false,
      touch: [0, false],
      isPortrait: false,
      webdriver: false,
    });
    const [request] = site.requests;
    assert.equal(request?.headers['user-agent'], top.userAgent);
    assert.equal(request?.headers['accept-language'], 'en-US,en;q=0.9');
    assert.match(String(request?.headers['sec-ch-ua']), /"Google Chrome"/);
  });

  test('the same brands in the same order as Chromium itself has them', async () => {
    assert.ok(house);
    await using page = await house.openPage();
    await go(page, '127.0.0.1');
    const { brands } = await page.evaluate<Seen>(SEEN);
    const own = createIdentity({ version: house.browser.version, isMobile: false }).metadata?.brands;
    assert.deepEqual(
      brands?.map((entry) =>
        entry.brand === 'HeadlessChrome' ? { ...entry, brand: 'Google Chrome' } : entry,
      ),
      own,
    );
  });

  test('a phone in Germany', async () => {
    assert.ok(site);
    await using page = await openPage({
      isMobile: true,
      locale: localeOfCountry({ country: 'DE', languages: [] }),
    });
    await go(page, '127.0.0.1');
    const top = await page.evaluate<Seen>(SEEN);
    assert.match(top.userAgent, /\(Linux; Android 10; K\).* Mobile Safari/);
    assert.deepEqual(
      [top.more?.['model'], top.more?.['mobile'], top.more?.['formFactors']],
      ['Pixel 7', true, ['Mobile']],
    );
    assert.deepEqual(
      [top.languages, top.platform, top.timeZone, top.locale, top.number],
      ['de-DE,de,en', 'Linux armv81', 'Europe/Berlin', 'de-DE', '1.234,5'],
    );
    // No setting of the browser reaches a worker.
    const worker = await page.evaluate<Seen>('window.worker');
    assert.deepEqual({ ...worker, platform: top.platform }, top);
    const { brands: _brands, more: _more, ...bare } = top;
    assert.deepEqual(await page.evaluate('window.frame'), bare);
    assert.deepEqual(await page.evaluate(SHAPE), {
      inner: [412, 915],
      outer: [412, 915],
      screen: [412, 915],
      ratio: 2.625,
      hasHover: false,
      isCoarse: true,
      touch: [5, true],
      isPortrait: true,
      webdriver: false,
    });
    assert.equal(site.requests.at(-1)?.headers['accept-language'], 'de-DE,de;q=0.9,en;q=0.8');
  });

  test('a caller’s user agent says nothing else, a viewport is taken as it is', async () => {
    assert.ok(house);
    const identity = createIdentity({ version: house.browser.version, isMobile: false });
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Robot/1';
    await using page = await openPage({
      identity: withUserAgent(identity, userAgent),
      viewport: { width: 3000, height: 500 },
    });
    await go(page, '127.0.0.1');
    const top = await page.evaluate<Seen>(SEEN);
    assert.deepEqual([top.userAgent, top.platform, top.brands], [userAgent, 'Win32', []]);
    assert.deepEqual(await page.evaluate('[innerWidth, innerHeight, screen.width]'), [3000, 500, 3000]);
  });

  test('a page that nobody looks at is drawn smaller and cannot tell', async () => {
    for (const isMobile of [false, true]) {
      const told: unknown[] = [];
      for (const isUnseen of [false, true]) {
        await using page = await openPage({ isMobile, isUnseen });
        await go(page, '127.0.0.1');
        told.push(await page.evaluate(SHAPE), await page.evaluate(VIEW));
      }
      assert.deepEqual(told.slice(2), told.slice(0, 2));
    }
    const sent: unknown[] = [];
    const session = { send: async (...call: unknown[]) => void sent.push(call) } as unknown as CdpSession;
    const identity = createIdentity({ version: '/153.0.0.0', isMobile: false });
    await applyEmulation(session, {
      identity,
      locale: localeOfCountry(undefined),
      hasOurFlags: true,
      isUnseen: true,
    });
    assert.match(JSON.stringify(sent), /"scale":0\.1/);
  });

  test('a certificate that nobody vouches for is taken when that is wanted, on that page alone', async () => {
    await using tls = await openLoopbackSite((_request, response) => response.end('<p>hidden'), {
      isTls: true,
    });
    const url = `https://other.test:${tls.port}/`;
    await using lax = await openPage({ skipTlsVerification: true });
    assert.equal((await lax.session.send('Page.navigate', { url })).errorText, undefined);
    await using strict = await openPage();
    assert.match((await strict.session.send('Page.navigate', { url })).errorText ?? '', /^net::ERR_CERT_/);
  });

  test('Chromium knows the time zone and the locale of every country', async () => {
    assert.ok(house);
    await using page = await house.openPage();
    for (const country of COUNTRY_CODES) {
      const { timezone, locale } = localeOfCountry({ country, languages: [] });
      await page.session.send('Emulation.setTimezoneOverride', { timezoneId: timezone });
      await page.session.send('Emulation.setLocaleOverride', { locale });
    }
  });
});
