import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { LoopbackSite } from '../../../test/support/loopback-site.ts';
import { shareTestBrowser } from '../../../test/support/share-test-browser.ts';
import { startTestSite, type TestPage } from '../../../test/support/test-site.ts';
import { goTo, isBrowserGone, type Arrival } from './go-to.ts';
import type { LivePage } from './live-page.ts';

const house = await shareTestBrowser();
after(() => house?.[Symbol.asyncDispose]());
const skip = house === undefined && 'no browser can be had here';
const LEAVING = ['beforeunload', 'pagehide', 'unload'];

/** Until its script has run. */
const LOADED =
  "new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', () => done()))";

/** Pages that never give way are not waited for as long as others: they take a processor for themselves. */
const SOON = { giveWayMs: 250 };
const FAIRLY_SOON = { giveWayMs: 1_000 };

/** Longer than `FAIRLY_SOON`. */
const slow: TestPage = (_request, response) => {
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<p>slow</p>');
  }, 1_500);
};

describe('goTo in a tab that has shown another page', { skip, timeout: 60_000 }, () => {
  let site: LoopbackSite;
  before(async () => {
    site = await startTestSite({
      '/next': '<p>next</p>',
      '/slow': slow,
      '/reluctant': `<script>addEventListener('pagehide', () => { const until = Date.now() + 1200; while (Date.now() < until); })</script>`,
      '/asking': '<script>setInterval(() => fetch("/asked?" + Math.random()), 20)</script>',
      '/asked': 'answer',
      ...Object.fromEntries(
        LEAVING.map((event) => [
          `/${event}`,
          `<script>addEventListener('${event}', () => { for (;;); })</script><p>first</p>`,
        ]),
      ),
    });
  });
  after(() => site[Symbol.asyncDispose]());

  const openTab = (): Promise<LivePage> => house!.openPage();
  const go = (live: LivePage, address: string, options: { giveWayMs?: number } = {}): Promise<Arrival> =>
    goTo(live, site.origin + address, { signal: AbortSignal.timeout(20_000), timeoutMs: 20_000, ...options });
  const answered = (arrival: Arrival): string | undefined =>
    arrival.kind === 'page' ? arrival.response?.url : arrival.kind;

  for (const event of LEAVING) {
    test(`a page that hangs at ${event} loses the tab`, async () => {
      await using live = await openTab();
      await go(live, `/${event}`);
      await live.evaluate(LOADED);
      await assert.rejects(go(live, '/next', SOON), isBrowserGone);
      assert.equal(live.isReusable, false);
    });

    test(`a page that hangs at ${event} loses the tab to a place within another, too`, async () => {
      await using live = await openTab();
      await go(live, `/${event}`);
      await live.evaluate(LOADED);
      await assert.rejects(go(live, '/next#there', SOON), isBrowserGone);
    });
  }

  test('a page that takes more than a second to give way is waited for', async () => {
    await using live = await openTab();
    await go(live, '/reluctant');
    await live.evaluate(LOADED);
    assert.equal(answered(await go(live, '/next')), `${site.origin}/next`);
    assert.equal(live.isReusable, true);
  });

  test('a slow site is waited for', async () => {
    await using live = await openTab();
    await go(live, '/next');
    assert.equal(answered(await go(live, '/slow', FAIRLY_SOON)), `${site.origin}/slow`);
    assert.equal(live.isReusable, true);
  });

  test('a place within the same page is asked for anew', async () => {
    await using live = await openTab();
    await go(live, '/next');
    await live.evaluate('globalThis.isOld = true');
    assert.equal(answered(await go(live, '/next#there')), `${site.origin}/next`);
    assert.deepEqual(await live.evaluate('[location.hash, globalThis.isOld ?? false]'), ['#there', false]);
  });

  test('what the last page goes on asking for is not of the new one', async () => {
    await using live = await openTab();
    await go(live, '/asking');
    await live.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    assert.notEqual(live.network.asked, 0);
    await go(live, '/slow');
    const open = Array.from(live.network.open.values(), ({ url }) => new URL(url).pathname);
    assert.deepEqual([live.network.asked, open.filter((path) => path !== '/slow')], [0, []]);
  });
});
