import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { addTestTeam, type TestTeam } from '../support/add-test-team.ts';
import { eventually } from '../support/eventually.ts';
import { lookAtScreen, resizeScreen } from '../support/look-at-screen.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { shareViewerBrowser } from '../support/share-viewer-browser.ts';
import { signIn } from '../support/sign-in.ts';
import type { CalledService } from '../support/test-service.ts';

const HOSTILE = '"><img src=x onerror=window.hit=1>';

describe('teams on the dashboard', () => {
  let service: CalledService;
  let operator: TestTeam;
  let browser: Browser | undefined;
  let page: Page;
  const problems: string[] = [];

  before(async () => {
    service = await shareTestService();
    operator = await addTestTeam({ dataDir: service.dataDir }, { isOperator: true });
    browser = await shareViewerBrowser();
    if (!browser) return;
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
  });

  after(() => page?.close());

  test('a team that is no operator is not led to them, and is told what to do', async (t) => {
    const { status, body } = await service.call('/v2/teams');
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN']);
    assert.match(body.error, /decant teams set NAME --operator/);
    if (!browser) return t.skip('no browser here');
    await signIn(page, service);
    assert.equal(await page.getByRole('link', { name: 'Teams' }).count(), 0);
    await page.goto(`${service.url}/#/teams`);
    await page.getByRole('alert').getByText('This is for the operator').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
  });

  test('the operator makes a team and a key for it, which opens that team only', async (t) => {
    if (!browser) return t.skip('no browser here');
    await signIn(page, { ...service, key: operator.key });
    await page.getByRole('link', { name: 'Teams' }).click();
    await page.getByRole('cell', { name: `${operator.name} (yours)` }).waitFor();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('Nothing was used in these days').waitFor();
    await lookAtScreen(page, 'usage-empty');
    await page.getByRole('link', { name: 'Teams' }).click();
    await page.getByLabel('Name').fill(HOSTILE);
    await page.getByLabel('Pages at once').fill('7');
    await page.getByLabel('Credits').fill('500');
    await page.getByRole('button', { name: 'Create a team' }).click();
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    await page.getByText('No key yet').waitFor();
    await lookAtScreen(page, 'team-empty');
    await page.getByLabel('Name').fill('crawler');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const key = (await page.getByRole('status').locator('code').textContent()) ?? '';
    await page.getByRole('cell', { name: 'crawler', exact: true }).waitFor();
    await page.getByText('not yet').first().waitFor();
    const headers = { authorization: `Bearer ${key}` };
    const { body } = await service.call('/v2/concurrency-check', undefined, { headers });
    assert.equal(body.maxConcurrency, 7);
    assert.equal((await service.call('/v2/teams', undefined, { headers })).status, 403);
    // The list is asked again and again, and tells of the use.
    await eventually(async () => {
      const { data } = (await service.call('/v2/team/keys', undefined, { headers })).body;
      assert.deepEqual([data[0].created_by, typeof data[0].last_used_at], ['the operator', 'string']);
    });
    await page.getByRole('link', { name: 'All teams' }).click();
    const row = page.getByRole('row', { name: HOSTILE });
    await row.getByText('of 500').waitFor();
    await lookAtScreen(page, 'teams');
    assert.equal(await page.evaluate('window.hit'), undefined);
    assert.deepEqual(problems, []);
  });

  test('on a phone the screens stand behind a button, which is left by Escape', async (t) => {
    if (!browser) return t.skip('no browser here');
    await resizeScreen(page, 390);
    const button = page.getByRole('button', { name: 'Screens, now Teams' });
    assert.equal(await page.getByRole('link', { name: 'Keys' }).isVisible(), false);
    await button.press('Enter');
    await page.getByRole('link', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Keys' }).waitFor({ state: 'hidden' });
    await button.click();
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Screens, now Keys' }).waitFor();
    // The menu goes after the screen has come.
    await page.getByRole('link', { name: 'Usage' }).waitFor({ state: 'hidden' });
    await resizeScreen(page, 1280);
  });
});
