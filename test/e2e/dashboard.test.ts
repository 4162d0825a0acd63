import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { eventually } from '../support/eventually.ts';
import { lookAtScreen } from '../support/look-at-screen.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { shareViewerBrowser } from '../support/share-viewer-browser.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const HOSTILE = '"><img src=x onerror="window.hit=1"><script>window.hit=1</script>';
const PAGE = `<title>Fruit ${HOSTILE.replaceAll('<', '&lt;')}</title><main><h1>Fruit</h1>
  <p>Apples and <a href="/pears">pears</a>, and <a href="javascript:window.hit=1">none of this</a>.</p>
  <pre><code>${HOSTILE.replaceAll('<', '&lt;')}</code></pre>
  <table><tr><th>Name</th><th>Price</th></tr><tr><td>Apple</td><td>1</td></tr></table>
  <script>document.title = 'run'; window.hit = 1</script></main>`;

describe('the dashboard', () => {
  let site: LoopbackSite;
  let service: CalledService;
  let browser: Browser | undefined;
  let context: BrowserContext;
  let page: Page;
  const problems: string[] = [];

  before(async () => {
    service = await shareTestService();
    site = await startTestSite({ '/fruit': PAGE });
    browser = await shareViewerBrowser();
    if (!browser) return;
    context = await browser.newContext();
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // The first question of a page that nobody has signed in to is refused.
      if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text());
    });
  });

  after(async () => {
    await context?.close();
    await site?.[Symbol.asyncDispose]();
  });

  const look = (name: string): Promise<void> => lookAtScreen(page, name);

  test('lets in who has a key, and says so to others', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.goto(service.url);
    await look('sign-in');
    await page.getByLabel('API key').fill('fc-wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('unknown or revoked').waitFor();
    await page.getByLabel('API key').fill(service.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const [cookie] = await context.cookies();
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.secure], [true, 'Strict', false]);
    assert.ok(!cookie?.value.includes(service.key));
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  });

  test('shows a page as Markdown beside the page itself', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByLabel('Address of a page or file').fill(`${site.origin}/fruit`);
    await page.getByRole('button', { name: 'Scrape', exact: true }).click();
    await page.getByRole('heading', { name: 'Fruit', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Apple' }).waitFor();
    assert.equal(
      await page.getByRole('link', { name: 'pears' }).getAttribute('href'),
      `${site.origin}/pears`,
    );
    assert.equal(await page.getByRole('link', { name: 'none of this' }).count(), 0);
    await look('playground');
    await page.getByRole('tab', { name: 'Source' }).click();
    await page.getByText('| Apple | 1 |').waitFor();
    await page.getByRole('tab', { name: 'Page' }).click();
    const frame = page.frameLocator('iframe.page');
    await frame.getByRole('heading', { name: 'Fruit' }).waitFor();
    await look('page');
    await page.getByRole('tab', { name: 'Metadata' }).click();
    await page.getByText('scrapeId').waitFor();
    await page.getByRole('tab', { name: 'Reply' }).click();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Markdown', selected: true }).waitFor();
    assert.equal(await page.evaluate('window.hit'), undefined);
  });

  test('has every option of the API, and tells the request to other programs', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('onlyMainContent').uncheck();
    await page.getByLabel('waitFor').fill('10');
    await page.getByLabel('waitFor').blur();
    const request = await page.locator('.copy .source').textContent();
    assert.match(request ?? '', /"onlyMainContent":false/);
    assert.match(request ?? '', /"waitFor":10/);
    assert.ok(!request?.includes(service.key));
    await look('options');
    await page.getByLabel('onlyMainContent').check();
    await page.getByLabel('waitFor').fill('');
    await page.getByLabel('waitFor').blur();
  });

  test('says what went wrong in the words of the service', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByLabel('Address of a page or file').fill('ftp://example.com');
    await page.getByRole('button', { name: 'Scrape', exact: true }).click();
    await page.getByRole('alert').getByText('BAD_REQUEST').waitFor();
    problems.length = 0;
  });

  test('shows what the team did and has left', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByText(`${site.origin}/fruit`).first().waitFor();
    await look('activity');
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('Credits left').waitFor();
    await page.getByRole('cell', { name: 'scrape' }).waitFor();
    await page.getByRole('img', { name: /Credits by day: [1-9]/ }).waitFor();
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByRole('img', { name: /in 7 days/ }).waitFor();
    await look('usage');
  });

  test('makes a key that is shown once, and revokes it', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('(this one)').waitFor();
    await page.getByLabel('Name').fill(HOSTILE);
    await page.getByRole('button', { name: 'Create a key' }).click();
    const shown = page.getByRole('status').locator('code');
    const key = (await shown.textContent()) ?? '';
    await page.getByRole('cell', { name: HOSTILE, exact: true }).waitFor();
    await look('keys');
    const status = async (): Promise<number> =>
      (await fetch(`${service.url}/v2/team/keys`, { headers: { authorization: `Bearer ${key}` } })).status;
    assert.equal(await status(), 200);
    await page.getByRole('button', { name: `Revoke ${HOSTILE}` }).click();
    await page.getByRole('button', { name: 'Revoke for good' }).click();
    await page.getByText('revoked').waitFor();
    await eventually(async () => assert.equal(await status(), 401));
    await page.reload();
    await page.getByRole('cell', { name: `…${key.slice(-4)}` }).waitFor();
    assert.ok(!(await page.content()).includes(key));
    assert.equal(await page.evaluate('window.hit'), undefined);
  });

  test('loads little, and nothing of others', async (t) => {
    if (!browser) return t.skip('no browser here');
    const fresh = await browser.newContext();
    const visit = await fresh.newPage();
    const asked: Array<Promise<number>> = [];
    visit.on('request', (request) => {
      assert.equal(new URL(request.url()).origin, service.url);
    });
    visit.on('requestfinished', (request) =>
      asked.push(request.sizes().then(({ responseBodySize }) => responseBodySize)),
    );
    await visit.goto(service.url);
    await visit.getByLabel('API key').waitFor();
    const bytes = (await Promise.all(asked)).reduce((sum, size) => sum + size, 0);
    await fresh.close();
    assert.ok(bytes <= 150_000, `${bytes} bytes`);
    t.diagnostic(`${bytes} bytes`);
  });

  test('a cookie alone changes nothing, and a page of another site signs nobody in', async (t) => {
    if (!browser) return t.skip('no browser here');
    const [cookie] = await context.cookies();
    const headers = { cookie: `decant=${cookie?.value}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ url: `${site.origin}/fruit` });
    const scrape = async (more: Record<string, string>): Promise<number> =>
      (await fetch(`${service.url}/v2/scrape`, { method: 'POST', headers: { ...headers, ...more }, body }))
        .status;
    assert.equal(await scrape({}), 403);
    assert.equal(await scrape({ 'x-decant-proof': 'x' }), 403);
    const me = (await (await fetch(`${service.url}/dashboard/me`, { headers })).json()) as { proof: string };
    assert.equal(await scrape({ 'x-decant-proof': me.proof }), 200);
    const keys = `${service.url}/v2/team/keys`;
    const made = await fetch(keys, { method: 'POST', headers, body: JSON.stringify({ name: 'forged' }) });
    assert.equal(made.status, 403);
    const { data } = (await (await fetch(keys, { headers })).json()) as { data: Array<{ id: string }> };
    const revoked = await fetch(`${keys}/${data[0]?.id}`, {
      method: 'DELETE',
      headers: { cookie: headers.cookie },
    });
    assert.equal(revoked.status, 403);
    const foreign = await fetch(`${service.url}/dashboard/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ key: service.key }),
    });
    assert.equal(foreign.status, 403);
    const stale = await fetch(`${service.url}/v2/team/queue-status`, { headers: { cookie: 'decant=x' } });
    assert.equal(stale.status, 401);
  });

  test('is left by signing out', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    assert.deepEqual(await context.cookies(), []);
    assert.deepEqual(problems, []);
  });
});
