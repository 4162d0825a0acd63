import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { addTestTeam } from '../support/add-test-team.ts';
import { lookAtScreen } from '../support/look-at-screen.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { openReceiver } from '../support/open-test-webhooks.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { shareViewerBrowser } from '../support/share-viewer-browser.ts';
import { signIn } from '../support/sign-in.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const HOSTILE = '"><img src=x onerror=window.hit=1><script>window.hit=1</script>';

describe('webhooks on the dashboard', () => {
  let service: CalledService;
  let site: LoopbackSite;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  let browser: Browser | undefined;
  let page: Page;
  const state = { isBroken: true };
  const problems: string[] = [];

  before(async () => {
    service = await shareTestService();
    site = await startTestSite({
      '/': `<title>${HOSTILE.replaceAll('<', '&lt;')}</title><main><h1>Orchard</h1><p>Trees in rows, and paths.</p></main>`,
    });
    receiver = await openReceiver(({ response, body }) => {
      const isRefused = state.isBroken && body.type === 'crawl.page';
      response.writeHead(isRefused ? 500 : 200).end(isRefused ? `${HOSTILE} no room` : 'thanks');
    });
    browser = await shareViewerBrowser();
    if (!browser) return;
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('dialog', () => problems.push('a dialog'));
  });

  after(async () => {
    await page?.close();
    await receiver?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  test('a list that has nothing says how to have something', async (t) => {
    if (!browser) return t.skip('no browser here');
    await signIn(page, service);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('No webhook was called').waitFor();
    await lookAtScreen(page, 'webhooks-empty');
    problems.length = 0;
  });

  test('a call that failed is read, with what was sent and answered, and sent again', async (t) => {
    if (!browser) return t.skip('no browser here');
    const webhook = {
      url: `${receiver.origin}/hook?${encodeURIComponent(HOSTILE)}`,
      headers: { 'X-Token': 'hush-2' },
      metadata: { note: HOSTILE },
    };
    const { status } = await service.call('/v2/crawl', { url: site.origin, limit: 1, webhook });
    assert.equal(status, 200);
    await page.getByRole('link', { name: 'crawl.completed' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'crawl.page' });
    await row.getByText('The receiver answered 500').waitFor();
    await lookAtScreen(page, 'webhooks');
    await page.getByLabel('State').selectOption('delivered');
    await row.waitFor({ state: 'detached' });
    await page.getByLabel('State').selectOption('');
    await page.getByRole('link', { name: 'crawl.page' }).click();
    await page.getByLabel('Answer').getByText(`${HOSTILE} no room`).waitFor();
    await page.getByLabel('Body').getByText('Orchard').waitFor();
    await page.getByText('X-Token').waitFor();
    assert.ok(!(await page.content()).includes('hush-2'));
    await lookAtScreen(page, 'webhook');
    state.isBroken = false;
    await page.getByRole('button', { name: 'Send again' }).press('Enter');
    await page.getByRole('status').getByText('delivered').waitFor();
    await page.getByText('sent again 1 of 20 times').waitFor();
    assert.equal(await page.locator('.tries > li').count(), 2);
    const calls = receiver.calls.filter(({ body }) => body.type === 'crawl.page');
    assert.equal(calls[1]?.bytes.equals(calls[0]!.bytes), true);
    assert.equal(await page.evaluate('window.hit'), undefined);
    assert.deepEqual(problems, []);
  });

  test('of a job under zero data retention neither request nor answer is told', async (t) => {
    if (!browser) return t.skip('no browser here');
    const webhook = { url: receiver.origin, events: ['completed'] };
    const { body } = await service.call('/v2/crawl', {
      url: site.origin,
      limit: 1,
      webhook,
      zeroDataRetention: true,
    });
    await page.getByRole('link', { name: 'All calls' }).click();
    const row = page.getByRole('row').filter({ hasText: 'zero data retention' });
    await row.getByText('delivered').waitFor();
    await row.getByRole('link').click();
    await page.getByText('Not told').waitFor();
    await page.getByRole('link', { name: body.id }).waitFor();
    await lookAtScreen(page, 'webhook-sealed');
  });

  test('another team finds none of them', async () => {
    const stranger = await addTestTeam({ dataDir: service.dataDir }, {});
    const webhook = { url: receiver.origin, events: ['started'] };
    await service.call('/v2/batch/scrape', { urls: [site.origin], webhook });
    const { data } = (await service.call('/v2/team/webhooks')).body;
    const [{ id }] = data;
    assert.deepEqual((await service.call('/v2/team/webhooks', undefined, stranger)).body.data, []);
    assert.equal((await service.call(`/v2/team/webhooks/${id}`, undefined, stranger)).status, 404);
    const again = `/v2/team/webhooks/${id}/redeliver`;
    assert.equal((await service.call(again, {}, stranger)).status, 404);
    assert.equal((await service.call(again, { to: 'elsewhere' })).status, 400);
  });
});
