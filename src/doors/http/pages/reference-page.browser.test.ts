import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { shareTestBrowser } from '../../../../test/support/share-test-browser.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import type { LoopbackSite } from '../../../../test/support/loopback-site.ts';
import { startTestSite } from '../../../../test/support/test-site.ts';
import { goTo } from '../../../browser/page/go-to.ts';
import type { LivePage } from '../../../browser/page/live-page.ts';
import { documentedEndpoints } from '../../../contract/endpoints/index.ts';
import { renderReferencePage } from './reference-page.ts';

const house = await shareTestBrowser();
after(() => house?.[Symbol.asyncDispose]());
const skip = house === undefined && 'no browser can be had here';

/** How far things reach to the right, and whether the menu is to be seen, before and after its button is pressed; it is pressed back. */
const LAYOUT = `(() => {
  const right = (selector) => Math.max(...[...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect().right));
  const isMenuShown = () => document.querySelector('nav .contents').getClientRects().length > 0;
  const isShownAtFirst = isMenuShown();
  document.querySelector('nav label').click();
  const layout = { page: document.documentElement.scrollWidth, cells: right('td'), isShownAtFirst, isShownThen: isMenuShown() };
  document.querySelector('nav label').click();
  return layout;
})()`;

interface Layout {
  page: number;
  cells: number;
  isShownAtFirst: boolean;
  isShownThen: boolean;
}

function setWidth(session: LivePage['session'], width: number): Promise<unknown> {
  const window = { width, height: 844, deviceScaleFactor: 1, mobile: width < 500 };
  return session.send('Emulation.setDeviceMetricsOverride', window);
}

describe('the reference on a screen', { skip, timeout: 60_000 }, () => {
  const open = new AsyncDisposableStack();
  let site: LoopbackSite;
  let live: LivePage;
  before(async () => {
    const page = renderReferencePage({
      endpoints: documentedEndpoints,
      baseUrl: 'http://127.0.0.1:3002',
      version: '1',
    });
    site = open.use(await startTestSite({ '/reference': page }));
    live = open.use(await house!.openPage());
    const options = { signal: AbortSignal.timeout(20_000), timeoutMs: 20_000 };
    assert.equal((await goTo(live, `${site.origin}/reference`, options)).kind, 'page');
    await live.evaluate(
      "new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', () => done()))",
    );
  });
  after(() => open.disposeAsync());

  async function layoutAt(width: number): Promise<Layout> {
    await setWidth(live.session, width);
    await eventually(async () =>
      assert.equal(await live.evaluate('document.documentElement.clientWidth'), width),
    );
    return await live.evaluate<Layout>(LAYOUT);
  }

  for (const width of [320, 390, 700]) {
    test(`${width} pixels: nothing lies beyond the edge, and the menu is folded`, async () => {
      const { page, cells, ...menu } = await layoutAt(width);
      assert.equal(page, width);
      assert.ok(cells <= width, `a cell ends at ${cells}`);
      assert.deepEqual(menu, { isShownAtFirst: false, isShownThen: true });
    });
  }

  test('1280 pixels: the menu stands beside the text', async () => {
    const { page, cells, isShownAtFirst } = await layoutAt(1280);
    assert.deepEqual([page, isShownAtFirst], [1280, true]);
    assert.ok(cells <= 1280);
  });
});
