import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { addTestTeam } from '../support/add-test-team.ts';
import { lookAtScreen } from '../support/look-at-screen.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';
import { openViewerBrowser } from '../support/viewer-browser.ts';

const HOSTILE = '"><img src=x onerror=window.hit=1>';
const START = `<title>${HOSTILE.replaceAll('<', '&lt;')}</title><main><h1>Orchard</h1><p>Trees in rows, and paths.</p>
  <a href="/apples">apples</a> <a href="/broken">broken</a> <a href="/?${encodeURIComponent(HOSTILE)}">hostile</a>
  <a href='/javascript:window.hit=1//"onclick=window.hit=1'>more</a></main>`;

describe('jobs on the dashboard', () => {
  let site: LoopbackSite;
  let service: CalledService;
  let browser: (Browser & AsyncDisposable) | undefined;
  let page: Page;
  const held: ServerResponse[] = [];
  const problems: string[] = [];

  before(async () => {
    service = await shareTestService();
    site = await startTestSite({
      '/': START,
      '/apples': '<main><h1>Apples</h1><p>They are red, and some are green.</p></main>',
      '/broken': (_request, response) => response.destroy(),
      '/held':
        '<main><h1>Held</h1><p>Its pages take their time.</p><a href="/held/1">1</a> <a href="/held/2">2</a></main>',
      '/held/1': (_request, response) => void held.push(response),
      '/held/2': (_request, response) => void held.push(response),
    });
    browser = await openViewerBrowser();
    if (!browser) return;
    page = await browser.newPage();
    await page.goto(service.url);
    await page.getByLabel('API key').fill(service.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
  });

  after(async () => {
    for (const response of held) response.destroy();
    await browser?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  const crawl = async (path: string, limit: string): Promise<void> => {
    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByLabel('What to do').selectOption('Crawl');
    await page.getByLabel('Address of a page or file').fill(site.origin + path);
    await page.getByLabel('pages, at most').fill(limit);
    await page.getByRole('button', { name: 'Crawl', exact: true }).click();
  };
  /** A number of the job that is shown. */
  const count = (name: string) => page.locator('.counts > div', { hasText: name }).locator('dd');

  test('a list that has nothing says what to do', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('link', { name: 'Crawl a site.' }).waitFor();
    await lookAtScreen(page, 'jobs-empty');
  });

  test('a crawl from the playground is followed to its end, with its errors and documents', async (t) => {
    if (!browser) return t.skip('no browser here');
    await crawl('/', '20');
    await page.getByRole('status').getByText('completed').waitFor();
    await page.getByText('1 × SCRAPE_').waitFor();
    assert.equal(await count('Failed').textContent(), '1');
    await page.getByRole('link', { name: `${site.origin}/apples` }).waitFor();
    await lookAtScreen(page, 'job');
    await page.getByRole('button', { name: 'failed' }).click();
    await page.locator('.pages').getByText(`${site.origin}/broken`).waitFor();
    await page.getByRole('button', { name: 'waiting' }).click();
    await page.getByText('None is waiting.').waitFor();
    await page.getByRole('button', { name: 'done' }).click();
    await page.getByRole('link', { name: `${site.origin}/apples` }).click();
    await page.getByRole('heading', { name: 'Apples', exact: true }).waitFor();
    assert.equal(await page.getByLabel('Address of a page or file').inputValue(), `${site.origin}/apples`);
    await page.getByRole('tab', { name: 'Page', exact: true }).waitFor();
    assert.equal(await page.evaluate('window.hit'), undefined);
  });

  test('a job is watched while it runs, and cancelled', async (t) => {
    if (!browser) return t.skip('no browser here');
    await crawl('/held', '10');
    await count('Done').getByText('1', { exact: true }).waitFor();
    await count('Waiting').getByText('2', { exact: true }).waitFor();
    await page.getByRole('img', { name: /1 done, 2 waiting, 0 failed/ }).waitFor();
    await lookAtScreen(page, 'job-running');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel for good' }).click();
    await page.getByRole('status').getByText('cancelled').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Cancel' }).count(), 0);
  });

  test('the list has the jobs of a status, page by page', async (t) => {
    if (!browser) return t.skip('no browser here');
    const started = Array.from({ length: 60 }, () =>
      service.call('/v2/batch/scrape', { urls: [`${site.origin}/apples`] }),
    );
    for (const { status } of await Promise.all(started)) assert.equal(status, 200);
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('page 2').waitFor();
    await page.getByRole('cell', { name: `${site.origin}/held` }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('page 1').waitFor();
    await lookAtScreen(page, 'jobs');
    await page.getByLabel('Status').selectOption('cancelled');
    await page.getByRole('cell', { name: `${site.origin}/held` }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
    assert.deepEqual(problems, []);
  });

  test('another team finds neither the list nor the job nor its pages', async () => {
    const { body } = await service.call('/v2/team/jobs');
    const stranger = await addTestTeam({ dataDir: service.dataDir }, {});
    const headers = { authorization: `Bearer ${stranger.key}` };
    const ask = (path: string) => service.call(path, undefined, { headers });
    assert.deepEqual((await ask('/v2/team/jobs')).body.data, []);
    const [{ id }] = body.data;
    for (const path of [`/v2/team/jobs/${id}`, `/v2/team/jobs/${id}/pages`])
      assert.deepEqual([(await service.call(path)).status, (await ask(path)).status], [200, 404]);
  });
});
