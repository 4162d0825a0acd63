import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { lookAtScreen } from '../support/look-at-screen.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { shareViewerBrowser } from '../support/share-viewer-browser.ts';
import { signIn } from '../support/sign-in.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const HOSTILE = '"><img src=x onerror=window.hit=1>';
/** Everything stands where the test points at, CSS pixels. */
const DOOR = `<!doctype html><title>Door</title>
  <style>body{margin:0;font:16px/20px sans-serif} body *{position:absolute;margin:0} main,html,body{position:static}</style>
  <main>
    <h1 style="left:100px;top:20px">Door</h1>
    <button id="open" style="left:100px;top:100px;width:200px;height:60px" onclick="show()">Open it</button>
    <button aria-label='${HOSTILE.replaceAll('<', '&lt;')}' style="left:400px;top:100px;width:200px;height:60px">x</button>
    <p class="keep" style="left:100px;top:200px;width:600px;height:60px">The hinges are oiled, and the lock is of brass.</p>
    <p class="leave" style="left:100px;top:300px;width:600px;height:60px">The mat says welcome.</p>
  </main>
  <script>function show() { const room = document.createElement('p'); room.textContent = 'A room with a green lamp.';
    room.style = 'left:100px;top:400px;width:600px;height:60px'; document.querySelector('main').append(room); }</script>`;

describe('picking on the picture of a page', () => {
  let site: LoopbackSite;
  let service: CalledService;
  let browser: Browser | undefined;
  let page: Page;
  const problems: string[] = [];

  before(async () => {
    service = await shareTestService();
    site = await startTestSite({ '/door': DOOR });
    browser = await shareViewerBrowser();
    if (!browser) return;
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await signIn(page, service);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // The script of the page wants to run in its frame, which has none.
      if (message.type() === 'error' && !message.text().includes('frame is sandboxed'))
        problems.push(message.text());
    });
  });

  after(async () => {
    await page?.close();
    await site?.[Symbol.asyncDispose]();
  });

  const request = async (): Promise<string> => (await page.locator('.copy .source').textContent()) ?? '';
  const picture = (): Locator => page.locator('.pick img');

  /** The place on the screen of a point of the page that is in the picture. */
  async function placeOf(x: number, y: number): Promise<[number, number]> {
    await picture().waitFor();
    await picture().evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode());
    const natural = await picture().evaluate(
      (image) => (image as unknown as { naturalWidth: number }).naturalWidth,
    );
    const box = await picture().boundingBox();
    assert.ok(box);
    const scale = box.width / natural;
    return [box.x + x * scale, box.y + y * scale];
  }

  test('a click becomes a step, and the page after the click is what comes', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByLabel('Address of a page or file').fill(`${site.origin}/door`);
    await page.getByLabel('Screenshot').check();
    await page.getByRole('button', { name: 'Scrape', exact: true }).click();
    await page.getByRole('tab', { name: 'Screenshot' }).click();
    await page.getByRole('button', { name: 'Pick on the picture' }).click();
    await page.mouse.move(...(await placeOf(200, 130)));
    await page.locator('.picked-words').getByText('#open').waitFor();
    await page.mouse.click(...(await placeOf(200, 130)));
    await page.getByRole('list', { name: 'What was picked' }).getByText('#open').waitFor();
    assert.match(await request(), /"actions":\[\{"type":"click","selector":"#open"\}\]/);
    await lookAtScreen(page, 'pick');
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('tab', { name: 'Markdown' }).click();
    await page.getByText('A room with a green lamp.').waitFor();
  });

  test('a drag over text is what is kept', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByRole('tab', { name: 'Screenshot' }).click();
    await page.mouse.move(...(await placeOf(110, 210)));
    await page.mouse.down();
    await page.mouse.move(...(await placeOf(300, 225)));
    await page.mouse.move(...(await placeOf(500, 240)));
    await page.mouse.up();
    assert.match(await request(), /"includeTags":\["main > p:nth-of-type\(1\)"\]/);
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('tab', { name: 'Markdown' }).click();
    await page.getByText('The hinges are oiled').waitFor();
    assert.equal(await page.locator('.markdown').getByText('The mat says welcome').count(), 0);
    await page.getByRole('tab', { name: 'Screenshot' }).click();
    await page.getByRole('button', { name: /^Take out: keep/ }).click();
    await page.getByRole('button', { name: /^Take out step 1/ }).click();
    assert.doesNotMatch(await request(), /actions|includeTags/);
  });

  test('the keyboard picks of a list, whose hostile names are text', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByText('What can be picked, as a list').focus();
    await page.keyboard.press('Enter');
    await page.getByText(HOSTILE).first().waitFor();
    await page.getByLabel('Only with').fill('mat welcome');
    await page.getByRole('button', { name: /^Keep main > p/ }).focus();
    await page.keyboard.press('Enter');
    assert.match(await request(), /"includeTags":\["main > p:nth-of-type\(2\)"\]/);
    await page.getByLabel('Only with').fill('');
    await lookAtScreen(page, 'pick-list');
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('tab', { name: 'Markdown' }).click();
    await page.getByText('The mat says welcome').waitFor();
    assert.equal(await page.evaluate('window.hit'), undefined);
    assert.deepEqual(problems, []);
  });

  test('elements come when they are asked for, of a fresh page, to whoever scraped it', async (t) => {
    if (!browser) return t.skip('no browser here');
    const body = { url: `${site.origin}/door`, formats: [{ type: 'screenshot', elements: true }] };
    const first = await service.call('/v2/scrape', body);
    const { width, items } = first.body.data.elements;
    const open = items.find(({ selector }: { selector: string }) => selector === '#open');
    assert.deepEqual([open.x, open.y, open.width, open.height, open.role], [100, 100, 200, 60, 'button']);
    assert.ok(width >= 600);
    const again = await service.call('/v2/scrape', body);
    assert.notEqual(again.body.data.metadata.cacheState, 'hit');
    const plain = await service.call('/v2/scrape', { ...body, formats: ['screenshot'] });
    assert.equal(plain.body.data.elements, undefined);
    const stranger = await shareTestService();
    const theirs = await stranger.call(`/v2/scrape/${first.body.data.metadata.scrapeId}`);
    assert.ok(theirs.status === 403 || theirs.status === 404, String(theirs.status));
    const secret = await service.call('/v2/scrape', { ...body, zeroDataRetention: true });
    assert.ok(secret.body.data.elements.items.length > 0);
    const kept = await service.call(`/v2/scrape/${secret.body.data.metadata.scrapeId}`);
    assert.equal(kept.status, 404);
  });
});
