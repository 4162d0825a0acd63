import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { lookAtScreen } from '../support/look-at-screen.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { shareViewerBrowser } from '../support/share-viewer-browser.ts';
import { signIn } from '../support/sign-in.ts';
import type { CalledService } from '../support/test-service.ts';

describe('sessions on the dashboard', () => {
  let service: CalledService;
  let browser: Browser | undefined;
  let page: Page;

  before(async () => {
    service = await shareTestService();
    browser = await shareViewerBrowser();
    if (!browser) return;
    page = await browser.newPage();
    await signIn(page, service);
  });

  after(() => page?.close());

  test('a session appears while the screen is open, can be watched, and is ended', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByText('No browser is open.').waitFor();
    await lookAtScreen(page, 'sessions-empty');
    const { status, body } = await service.call('/v2/browser', {});
    assert.equal(status, 200);
    await page.getByText(body.id).waitFor();
    await lookAtScreen(page, 'sessions');
    const [live] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: `Watch session ${body.id}` }).click(),
    ]);
    assert.equal(live.url(), body.liveViewUrl);
    await live.close();
    await page.getByRole('button', { name: `End session ${body.id}` }).click();
    await page.getByRole('button', { name: 'End for good' }).click();
    await page.getByText('No browser is open.').waitFor();
    const { sessions } = (await service.call('/v2/browser?status=active')).body;
    assert.deepEqual(sessions, []);
  });
});
