import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectPlaywright, connectPuppeteer } from '../../../test/support/connect-drivers.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { openTestSession, type TestSession } from '../../../test/support/open-test-session.ts';
import { startTestSite } from '../../../test/support/test-site.ts';
import type { LoopbackSite } from '../../../test/support/loopback-site.ts';

const FORM = `<!doctype html><title>Form</title><input id=name><button onclick="document.title = document.querySelector('#name').value">Go</button>
<a id=blank href="/next" target=_blank>blank</a><button id=window onclick="window.open('/next')">window</button>`;

describe('drivers of a session', { timeout: 120_000 }, () => {
  const open = new AsyncDisposableStack();
  let house: TestSession | undefined;
  let site: LoopbackSite;

  before(async () => {
    house = await openTestSession();
    if (house) open.use(house);
    site = open.use(
      await startTestSite({ '/form': FORM, '/next': '<!doctype html><title>Next</title><p>next page' }),
    );
  });
  after(() => open.disposeAsync());

  const browserTest = (name: string, run: (house: TestSession) => Promise<void>): void =>
    void test(name, (context) => (house ? run(house) : context.skip('no browser')));

  browserTest('Playwright drives the page of the session', async ({ session }) => {
    const driver = await connectPlaywright(session.connectDriver);
    const [context] = driver.contexts();
    const [page] = context?.pages() ?? [];
    assert.ok(context && page);
    await page.goto(`${site.origin}/form`);
    await page.fill('#name', 'Ada');
    await page.click('text=Go');
    assert.equal(await page.title(), 'Ada');
    await eventually(async () => assert.equal(session.tabs()[0]?.title, 'Ada'));
    const live = await session.activePage(AbortSignal.timeout(5_000));
    assert.equal(await live.evaluate('document.title'), 'Ada');
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#window')]);
    await popup.waitForLoadState();
    assert.equal(await popup.title(), 'Next');
    assert.deepEqual(
      session.tabs().map(({ url, isActive }) => [url, isActive]),
      [
        [`${site.origin}/next`, true],
        [`${site.origin}/form`, false],
      ],
    );
    await popup.close();
    await driver.close();
    await eventually(async () => assert.equal(session.drivers, 0));
    assert.equal(await live.evaluate('document.title'), 'Ada');
  });

  browserTest('Puppeteer drives it beside Playwright', async ({ session }) => {
    const first = await connectPlaywright(session.connectDriver);
    const second = await connectPuppeteer(session.connectDriver);
    const [page] = await second.pages();
    await page!.goto(`${site.origin}/form`);
    assert.equal(await first.contexts()[0]!.pages()[0]!.title(), 'Form');
    await second.disconnect();
    await first.close();
  });
});
