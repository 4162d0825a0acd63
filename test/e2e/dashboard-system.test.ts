import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { addTestTeam } from '../support/add-test-team.ts';
import { lookAtScreen } from '../support/look-at-screen.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { shareViewerBrowser } from '../support/share-viewer-browser.ts';
import { signIn } from '../support/sign-in.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const SECRET = 'hush-5d41402abc4b2a76';
const HOSTILE = '<img src=x onerror=window.hit=1>';

describe('the system on the dashboard', () => {
  let service: TestService;
  let site: LoopbackSite;
  let browser: Browser | undefined;
  let page: Page;
  const problems: string[] = [];

  before(async () => {
    site = await startTestSite({});
    service = await startTestService({
      environment: {
        DECANT_SECRET: `${SECRET}${SECRET}`,
        DECANT_API_KEY: `fc-${SECRET}`,
        DECANT_PROXIES_BASIC: `http://me:${SECRET}@127.0.0.1:${site.port}`,
        DECANT_LLM_BASE_URL: `${site.origin}/v1`,
        DECANT_LLM_MODEL: HOSTILE,
        DECANT_LLM_API_KEY: SECRET,
        DECANT_LLM_HEADERS: `x-token: ${SECRET}`,
        DECANT_FIRECRAWL_URL: site.origin,
        DECANT_FIRECRAWL_API_KEY: SECRET,
      },
    });
    browser = await shareViewerBrowser();
    if (!browser) return;
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await signIn(page, service);
  });

  after(async () => {
    await page?.close();
    await service?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  test('the first key sees the service, its processes and its walls', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByRole('link', { name: 'System' }).click();
    await page.getByText('PostgreSQL').waitFor();
    await page.getByText('answers you').waitFor();
    assert.equal(await page.locator('.processes tbody tr').count(), 1);
    assert.ok(await page.getByRole('listitem').filter({ hasText: 'Files' }).isVisible());
    assert.equal(await page.getByRole('listitem').filter({ hasText: 'Model' }).count(), 0);
    await page.getByText('Largest tables').click();
    await page.getByRole('cell', { name: 'api_key' }).waitFor();
    await lookAtScreen(page, 'system');
  });

  test('everything is tried when somebody asks, and names of a model are text', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByRole('button', { name: 'Try everything' }).click();
    await page.getByText('Everything was tried').waitFor();
    await page.getByRole('listitem').filter({ hasText: HOSTILE }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Proxies' }).waitFor();
    await lookAtScreen(page, 'system-tried');
    assert.equal(await page.evaluate('window.hit'), undefined);
    assert.deepEqual(problems, []);
  });

  test('what is weakened, silent or nearly full is red', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.route('**/v2/system', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: Record<string, any> };
      data['findings'][0].state = 'WARNING';
      data['processes'][0].isAlive = false;
      data['machine'].freeDiskBytes = data['machine'].diskBytes / 20;
      await route.fulfill({ json: { success: true, data } });
    });
    const red = await page.evaluate(`(() => {
      const probe = document.createElement('p');
      probe.style.color = 'var(--bad)';
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    })()`);
    for (const text of ['weakened', 'silent']) {
      await page.locator('.state', { hasText: text }).waitFor();
      const find = `[...document.querySelectorAll('.state')].find(({ textContent }) => textContent === '${text}')`;
      assert.equal(await page.evaluate(`getComputedStyle(${find}).color`), red, text);
    }
    await page.getByText(/: little is left/).waitFor();
    await page.getByText('1 of').waitFor();
    await lookAtScreen(page, 'system-weakened');
    await page.unroute('**/v2/system');
  });

  test('no secret is told, and no other team is told anything', async () => {
    const answers = [
      await service.call('/v2/system'),
      await service.call('/v2/system/examine', {}),
      await service.call('/v2/teams'),
      await service.call('/v2/team/keys'),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.ok(!JSON.stringify(answers.map(({ body }) => body)).includes(SECRET));
    const stranger = await addTestTeam({ dataDir: service.dataDir }, {});
    for (const [path, body] of [['/v2/system'], ['/v2/system/examine', {}]] as const) {
      const refused = await service.call(path, body, stranger);
      assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN']);
    }
    assert.equal(
      (await service.call('/v2/system', undefined, { headers: { authorization: '' } })).status,
      401,
    );
  });
});
