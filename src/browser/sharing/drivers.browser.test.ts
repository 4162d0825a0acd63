import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page as PlaywrightPage } from 'playwright-core';
import type { Page as PuppeteerPage } from 'puppeteer-core';
import { connectPlaywright, connectPuppeteer } from '../../../test/support/connect-drivers.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { openTestSession, type TestSession } from '../../../test/support/open-test-session.ts';
import { startTestSite } from '../../../test/support/test-site.ts';
import type { LoopbackSite } from '../../../test/support/loopback-site.ts';

const FORM = `<!doctype html><title>Form</title><input id=name><input id=file type=file>
<button id=go onclick="document.title = document.querySelector('#name').value">Go</button>
<a id=blank href="/next" target=_blank>blank</a><button id=window onclick="window.open('/next')">window</button>
<button id=ask onclick="document.title = String(confirm('sure?'))">ask</button>
<div id=from draggable=true ondragstart="event.dataTransfer.setData('text', 'moved')">from</div>
<div id=to ondragover="event.preventDefault()" ondrop="document.title = event.dataTransfer.getData('text')" style="height:50px">to</div>`;

describe('drivers of a session', { timeout: 120_000 }, () => {
  const open = new AsyncDisposableStack();
  let house: TestSession | undefined;
  let site: LoopbackSite;

  before(async () => {
    house = await openTestSession();
    if (house) open.use(house);
    site = open.use(
      await startTestSite({
        '/form': FORM,
        '/next': '<!doctype html><title>Next</title><p>next page',
        '/cookie': (request, response) =>
          response.setHeader('content-type', 'text/html').end(request.headers.cookie ?? 'none'),
        '/data': (_request, response) => response.end('from the site'),
      }),
    );
  });
  after(() => open.disposeAsync());

  const browserTest = (name: string, run: (house: TestSession) => Promise<void>): void =>
    void test(name, (context) => (house ? run(house) : context.skip('no browser')));

  const withPlaywright = (name: string, run: (page: PlaywrightPage, house: TestSession) => Promise<void>) =>
    browserTest(`Playwright ${name}`, async (opened) => {
      const driver = await connectPlaywright(opened.session.connectDriver);
      const page = driver.contexts()[0]!.pages()[0]!;
      await page.goto(`${site.origin}/form`);
      await run(page, opened);
      await driver.close();
      await eventually(async () => assert.equal(opened.session.drivers, 0));
    });

  const withPuppeteer = (name: string, run: (page: PuppeteerPage, house: TestSession) => Promise<void>) =>
    browserTest(`Puppeteer ${name}`, async (opened) => {
      const driver = await connectPuppeteer(opened.session.connectDriver);
      const [page] = await driver.pages();
      await page!.goto(`${site.origin}/form`);
      await run(page!, opened);
      await driver.close();
      await eventually(async () => assert.equal(opened.session.drivers, 0));
    });

  withPlaywright('clicks and fills what the session shows', async (page, { session }) => {
    await page.fill('#name', 'Ada');
    await page.click('#go');
    assert.equal(await page.title(), 'Ada');
    await eventually(async () => assert.equal(session.tabs()[0]?.title, 'Ada'));
    const live = await session.activePage(AbortSignal.timeout(30_000));
    assert.equal(await live.evaluate('document.title'), 'Ada');
    await page.dragAndDrop('#from', '#to');
    assert.equal(await page.title(), 'moved');
    await page.setInputFiles('#file', { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
    assert.equal(await page.evaluate(`document.querySelector('#file').files[0].text()`), 'text');
  });

  withPlaywright('gets the windows that pages open, which are shown then', async (page, { session }) => {
    for (const opener of ['#window', '#blank']) {
      const [popup] = await Promise.all([page.waitForEvent('popup'), page.click(opener)]);
      await popup.waitForLoadState();
      assert.equal(await popup.title(), 'Next');
      await eventually(async () =>
        assert.deepEqual(
          session.tabs().map(({ url, isActive }) => [url, isActive]),
          [
            [`${site.origin}/next`, true],
            [`${site.origin}/form`, false],
          ],
        ),
      );
      await page.bringToFront();
      assert.equal(session.tabs()[0]?.url, `${site.origin}/form`);
      await popup.close();
    }
  });

  withPlaywright('answers dialogues itself', async (page) => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.click('#ask');
    assert.equal(await page.title(), 'true');
  });

  withPlaywright('holds and answers requests', async (page) => {
    await page.route('**/data', (route) => route.fulfill({ body: 'from the driver' }));
    const read = `fetch('/data').then((r) => r.text())`;
    assert.equal(await page.evaluate(read), 'from the driver');
    await page.unroute('**/data');
    assert.equal(await page.evaluate(read), 'from the site');
    const [response] = await Promise.all([page.waitForResponse('**/data'), page.evaluate(read)]);
    assert.equal(await response.text(), 'from the site');
  });

  withPlaywright('takes pictures and prints', async (page) => {
    const picture = await page.screenshot({ fullPage: true });
    assert.equal(picture.subarray(1, 4).toString(), 'PNG');
    assert.equal((await page.pdf()).subarray(0, 5).toString(), '%PDF-');
  });

  withPlaywright('reads and writes cookies and storage of the session', async (page) => {
    const context = page.context();
    await context.addCookies([{ name: 'a', value: '1', url: site.origin }]);
    await page.goto(`${site.origin}/cookie`);
    assert.equal(await page.textContent('body'), 'a=1');
    await page.evaluate(`localStorage.setItem('k', 'v')`);
    const { cookies, origins } = await context.storageState();
    assert.deepEqual(
      cookies.map(({ name, value }) => [name, value]),
      [['a', '1']],
    );
    assert.deepEqual(origins[0]?.localStorage, [{ name: 'k', value: 'v' }]);
    await context.clearCookies();
  });

  withPlaywright('has contexts and pages of its own, which end with it', async (page, { session }) => {
    const context = await page
      .context()
      .browser()!
      .newContext({ viewport: { width: 500, height: 400 } });
    const own = await context.newPage();
    await own.goto(`${site.origin}/cookie`);
    assert.equal(await own.textContent('body'), 'none');
    assert.equal(await own.evaluate('innerWidth'), 500);
    const second = await page.context().newPage();
    await second.goto(`${site.origin}/next`);
    await eventually(async () => assert.equal(session.tabs().length, 3));
    await second.close();
  });

  browserTest('the page is as it was when a driver has gone', async ({ session }) => {
    const driver = await connectPlaywright(session.connectDriver);
    const page = driver.contexts()[0]!.pages()[0]!;
    const seen = () => page.evaluate(`[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]`);
    const ours = await seen();
    await page.setViewportSize({ width: 444, height: 555 });
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await seen(), [444, true]);
    await driver.close();
    const live = await session.activePage(AbortSignal.timeout(30_000));
    await eventually(async () =>
      assert.deepEqual(
        await live.evaluate(`[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]`),
        ours,
      ),
    );
    assert.equal(session.tabs().length, 1);
  });

  withPuppeteer('clicks, types and reads', async (page) => {
    await page.type('#name', 'Grace');
    await page.click('#go');
    assert.equal(await page.title(), 'Grace');
    const [target] = await Promise.all([
      new Promise((resolve) => page.once('popup', resolve)),
      page.click('#window'),
    ]);
    await (target as PuppeteerPage).close();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.click('#ask');
    assert.equal(await page.title(), 'true');
  });

  withPuppeteer('holds requests, takes pictures, sets cookies', async (page) => {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isOurs = request.url().endsWith('/data');
      void (isOurs ? request.respond({ body: 'from the driver' }) : request.continue());
    });
    assert.equal(await page.evaluate(`fetch('/data').then((r) => r.text())`), 'from the driver');
    page.removeAllListeners('request');
    await page.setRequestInterception(false);
    assert.equal(
      Buffer.from(await page.screenshot())
        .subarray(1, 4)
        .toString(),
      'PNG',
    );
    assert.equal(
      Buffer.from(await page.pdf())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    );
    const context = page.browserContext();
    await context.setCookie({ name: 'b', value: '2', domain: '127.0.0.1', path: '/' });
    await page.goto(`${site.origin}/cookie`);
    assert.equal(await page.$eval('body', ({ textContent }) => textContent), 'b=2');
    await context.deleteCookie(...(await context.cookies()));
  });

  withPuppeteer('has contexts and pages of its own', async (page, { session }) => {
    const context = await page.browser().createBrowserContext();
    const own = await context.newPage();
    await own.setViewport({ width: 500, height: 400 });
    await own.goto(`${site.origin}/next`);
    assert.equal(await own.title(), 'Next');
    await eventually(async () => assert.equal(session.tabs().length, 2));
    await context.close();
  });

  browserTest('several drive at once, and one that leaves takes nothing along', async ({ session }) => {
    const first = await connectPlaywright(session.connectDriver);
    const second = await connectPuppeteer(session.connectDriver);
    assert.equal(session.drivers, 2);
    const [page] = await second.pages();
    await page!.goto(`${site.origin}/form`);
    const other = first.contexts()[0]!.pages()[0]!;
    await eventually(async () => assert.equal(await other.title(), 'Form'));
    await second.disconnect();
    await other.fill('#name', 'both');
    assert.equal(await other.inputValue('#name'), 'both');
    await first.close();
  });

  browserTest('a dialogue that nobody answers is answered when its driver leaves', async ({ session }) => {
    const driver = await connectPuppeteer(session.connectDriver);
    const [page] = await driver.pages();
    await page!.goto(`${site.origin}/form`);
    const asked = new Promise((resolve) => page!.once('dialog', resolve));
    page!.click('#ask').catch(() => undefined);
    await asked;
    await driver.disconnect();
    const live = await session.activePage(AbortSignal.timeout(30_000));
    await eventually(async () => assert.equal(await live.evaluate('document.title'), 'false'));
  });
});
