import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { LoopbackSite } from '../../test/support/loopback-site.ts';
import type { OpenTestBrowser } from '../../test/support/open-test-browser.ts';
import { pickSize } from '../../test/support/pick-size.ts';
import { shareTestBrowser } from '../../test/support/share-test-browser.ts';
import { startTestSite } from '../../test/support/test-site.ts';
import { useAgain } from '../../test/support/use-again.ts';
import type { PictureElements } from '../contract/documents/picture-elements.ts';
import { goTo } from './page/go-to.ts';
import type { LivePage } from './page/live-page.ts';
import { takeScreenshot } from './take-screenshot.ts';

const HARD = String.raw`a "b" \ ] , > c`;
const SHOP = `<!doctype html><style>body{margin:0} main,ul{display:block;margin:0;padding:0} .low{margin-top:3000px;height:40px;width:90px}</style>
  <main>
    <h1>Shop</h1>
    <form><input name="id" value="x"><input name="q" placeholder="Find"><button>Go</button></form>
    <button id="buy">Buy</button>
    <button id="ember1234">Later</button>
    <button data-testid="rate:5">Rate</button>
    <button data-testid="twice">1</button><button data-testid="twice">2</button>
    <button aria-label='${HARD.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'>Hard</button>
    <a href="/terms">Terms</a>
    <ul id="goods"><li><a href="/x">One</a></li><li><a href="/x">Two</a></li></ul>
    <p style="display:none">Never seen</p>
    <button style="visibility:hidden" id="ghost">Ghost</button>
    <button class="low" id="low">Low</button>
  </main>`;

const house: { browser?: OpenTestBrowser; site?: LoopbackSite } = {};
const openTab = useAgain(() => house.browser!.openPage());

before(async () => {
  const browser = await shareTestBrowser();
  if (!browser) return;
  house.browser = browser;
  house.site = await startTestSite({
    '/shop': SHOP,
    '/many': `<main>${'<div><p>word</p><span>x</span></div>'.repeat(pickSize(3_000, 30_000))}</main>`,
    '/deep': `${'<div>'.repeat(5_000)}<button id="end">End</button>`,
  });
});

after(async () => {
  await house.site?.[Symbol.asyncDispose]();
  await house.browser?.[Symbol.asyncDispose]();
});

const CALL = {
  timeoutMs: 60_000,
  get signal() {
    return AbortSignal.timeout(60_000);
  },
};

/** Calls `look` with a page of the site; nothing where there is no browser. */
async function onPage(t: TestContext, path: string, look: (live: LivePage) => Promise<void>): Promise<void> {
  const { browser, site } = house;
  if (!browser || !site) return t.skip('no browser here');
  await using live = await openTab();
  await goTo(live, site.origin + path, CALL);
  await look(live);
}

async function elementsOf(live: LivePage, fullPage = true): Promise<PictureElements> {
  const { elements } = await takeScreenshot(live, { fullPage, elements: true }, CALL);
  assert.ok(elements);
  return elements;
}

async function evaluate<T>(live: LivePage, expression: string): Promise<T> {
  const { result } = await live.session.send('Runtime.evaluate', { expression, returnByValue: true }, CALL);
  return result.value as T;
}

describe('what can be pointed at in a picture', () => {
  test('has short selectors that last, each of one element alone', async (t) => {
    await onPage(t, '/shop', async (live) => {
      const { items } = await elementsOf(live);
      const selectorOf = (name: string): string | undefined =>
        items.find((each) => each.name === name)?.selector;
      assert.equal(selectorOf('Shop'), 'h1');
      assert.equal(selectorOf('Buy'), '#buy');
      assert.equal(selectorOf('Rate'), '[data-testid="rate:5"]');
      assert.equal(selectorOf(HARD), String.raw`button[aria-label="a \"b\" \\ ] , > c"]`);
      assert.equal(selectorOf('Terms'), 'a[href="/terms"]');
      assert.equal(selectorOf('Find'), 'input[name="q"]');
      // A number that a program gave is another one the next time.
      assert.match(selectorOf('Later') ?? '', /^main > button:nth-of-type\(2\)$/);
      assert.match(selectorOf('2') ?? '', /^main > button:nth-of-type\(5\)$/);
      const two = items.find((each) => each.name === 'Two' && each.role === 'link');
      assert.equal(two?.selector, '#goods > li:nth-of-type(2) > a');
      for (const name of ['Never seen', 'Ghost']) assert.equal(selectorOf(name), undefined);
      const counts = await evaluate<number[]>(
        live,
        `${JSON.stringify(items.map((each) => each.selector))}.map((each) => document.querySelectorAll(each).length)`,
      );
      assert.deepEqual([...new Set(counts)], [1]);
    });
  });

  test('lies where the picture shows it, of the window as of the whole page', async (t) => {
    await onPage(t, '/shop', async (live) => {
      const whole = await elementsOf(live);
      const low = whole.items.find((each) => each.selector === '#low');
      assert.ok(low && low.y >= 3_000);
      assert.deepEqual([low.width, low.height], [90, 40]);
      assert.ok(whole.height > low.y);
      const window = await elementsOf(live, false);
      assert.ok(window.height < 3_000);
      assert.ok(!window.items.some((each) => each.selector === '#low'));
      await evaluate(live, 'scrollTo(0, 1e6)');
      const end = await elementsOf(live, false);
      const seen = end.items.find((each) => each.selector === '#low');
      assert.ok(seen && seen.y > 0 && seen.y < end.height);
      assert.ok(!end.items.some((each) => each.selector === '#buy'));
    });
  });

  test('is not asked of pages whose picture alone is wanted', async (t) => {
    await onPage(t, '/shop', async (live) => {
      const { elements } = await takeScreenshot(live, { fullPage: false }, CALL);
      assert.equal(elements, undefined);
    });
  });

  test('ends on pages of any size and depth', async (t) => {
    await onPage(t, '/many', async (live) => {
      const { items } = await elementsOf(live, false);
      assert.ok(items.length > 0 && items.length <= 2_000);
    });
    await onPage(t, '/deep', async (live) => {
      const { items } = await elementsOf(live, false);
      assert.ok(items.length <= 2_000);
    });
  });
});
