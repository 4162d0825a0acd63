import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { lookAtScreen } from '../support/look-at-screen.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { shareViewerBrowser } from '../support/share-viewer-browser.ts';
import { signIn } from '../support/sign-in.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';
import { asAttribute, asText, PAYLOADS } from '../support/payloads.ts';

const HOSTILE = `<title>${asText(PAYLOADS.join(' '))}</title>
  <meta name="description" content="${asAttribute(PAYLOADS.join(' '))}"><main><h1>Quarry</h1>
  ${PAYLOADS.map((each) => `<p>${asText(each)} is what this paragraph says of the marblequarry.</p>`).join('')}
  ${PAYLOADS.map((each, at) => `<a href="/hostile/${at}?${encodeURIComponent(each)}">${asText(each)}</a> <img src="/i?${encodeURIComponent(each)}" alt="${asAttribute(each)}">`).join('')}
  </main>`;

describe('the playground', () => {
  let site: LoopbackSite;
  let service: CalledService;
  let browser: Browser | undefined;
  let page: Page;
  const problems: string[] = [];

  before(async () => {
    service = await shareTestService();
    site = await startTestSite({
      '/': `<title>Orchard</title><main><h1>Orchard</h1><p>Rows of trees, and paths between them.</p>
        <a href="/apples">apples</a> <a href="/pears">pears</a></main>`,
      '/apples': '<title>Apples</title><main><h1>Apples</h1><p>A quincunx of apple trees.</p></main>',
      '/pears': '<title>Pears</title><main><h1>Pears</h1><p>They ripen late.</p></main>',
      '/hostile': HOSTILE,
    });
    browser = await shareViewerBrowser();
    if (!browser) return;
    page = await browser.newPage();
    await signIn(page, service);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      // The page in its frame asks for pictures, which the frame refuses.
      if (message.type() === 'error' && !message.text().includes('"img-src data:"'))
        problems.push(message.text());
    });
  });

  after(async () => {
    await page?.close();
    await site?.[Symbol.asyncDispose]();
  });

  const run = async (task: string, subject: string): Promise<void> => {
    await page.getByLabel('What to do').selectOption(task);
    await page.getByLabel(task === 'Search' ? 'What to look for' : 'Address of a page or file').fill(subject);
    await page.getByRole('button', { name: task, exact: true }).click();
  };
  const request = async (): Promise<string> => (await page.locator('.copy .source').textContent()) ?? '';
  const openTab = (name: string | RegExp): Promise<void> => page.getByRole('tab', { name }).click();

  test('lists the pages of a site, and scrapes one of them with a click', async (t) => {
    if (!browser) return t.skip('no browser here');
    await run('Map', `${site.origin}/`);
    await page.getByRole('link', { name: `${site.origin}/apples` }).waitFor();
    assert.match(await request(), /\/v2\/map/);
    await lookAtScreen(page, 'map');
    await openTab('Reply');
    await page.getByText('"success": true').waitFor();
    await openTab(/Links/);
    await page.getByRole('button', { name: `Scrape ${site.origin}/apples` }).click();
    await page.getByRole('heading', { name: 'Apples' }).waitFor();
    assert.match(await request(), /\/v2\/scrape[^]*\/apples/);
    await page.getByRole('button', { name: 'Back to what was found' }).click();
    await page.getByRole('link', { name: `${site.origin}/pears` }).waitFor();
    assert.match(await request(), /\/v2\/map/);
  });

  test('finds pages, with their content if it is asked for', async (t) => {
    if (!browser) return t.skip('no browser here');
    await run('Search', 'quincunx');
    await page.getByRole('link', { name: `${site.origin}/apples` }).waitFor();
    await page.locator('.found').getByText('Apples').first().waitFor();
    await lookAtScreen(page, 'search');
    await page.getByText('Options', { exact: true }).click();
    await page.getByRole('group', { name: 'What to do with each result' }).getByLabel('markdown').check();
    assert.match(await request(), /"scrapeOptions":\{"formats":\["markdown"\]\}/);
    await lookAtScreen(page, 'search-options');
    await page.getByRole('button', { name: 'Set all back' }).click();
    assert.doesNotMatch(await request(), /scrapeOptions/);
    await run('Search', 'nothingwhateversaysthis');
    await page.getByText('Other words, or fewer options').waitFor();
  });

  test('has the options of each task, with what they mean and cost', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByLabel('What to do').selectOption('Scrape');
    await page.getByText('Credits: 1 more.').waitFor();
    await page.getByLabel('includeTags').fill('main\n[aria-label="Buy, now"]');
    await page.getByLabel('includeTags').blur();
    await page.getByLabel('question', { exact: true }).first().check();
    await page.getByRole('textbox', { name: 'question' }).fill('What ripens?');
    await page.getByRole('textbox', { name: 'question' }).blur();
    await page.getByLabel('Add a step').selectOption('wait');
    await page.getByLabel('milliseconds').fill('5');
    await page.getByLabel('milliseconds').blur();
    await page.getByLabel('Language', { exact: true }).selectOption('command line');
    const line = await request();
    assert.match(line, /--include-tags '\["main","\[aria-label=\\"Buy, now\\"\]"\]'/);
    assert.match(line, /--format '\{"type":"question","question":"What ripens\?"\}'/);
    assert.match(line, /--actions '\[\{"type":"wait","milliseconds":5\}\]'/);
    await lookAtScreen(page, 'options-scrape');
    await page.getByRole('button', { name: 'Take out step 1, wait' }).click();
    assert.doesNotMatch(await request(), /--actions/);
    await page.getByLabel('What to do').selectOption('Crawl');
    await page.getByLabel('maxDiscoveryDepth').fill('2');
    await page.getByLabel('maxDiscoveryDepth').blur();
    // What was tried with one page holds for those of a crawl.
    assert.match(await request(), /decant crawl .*--include-tags.*--max-discovery-depth 2/);
    await lookAtScreen(page, 'options-crawl');
    await page.getByRole('button', { name: 'Set all back' }).click();
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Language', { exact: true }).selectOption('curl');
  });

  test('reads a file that was chosen', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByLabel('What to do').selectOption('Parse');
    const buffer = Buffer.from('<main><h1>Ledger</h1><p>Sums of a year.</p></main>');
    await page.getByLabel('A file').setInputFiles({ name: 'ledger.html', mimeType: 'text/html', buffer });
    await page.getByRole('button', { name: 'Parse', exact: true }).click();
    await page.getByRole('heading', { name: 'Ledger' }).waitFor();
    assert.match(await request(), /\/v2\/parse[^]*file=@ledger\.html/);
    assert.equal(await page.getByRole('tab', { name: 'Screenshot' }).count(), 0);
    await lookAtScreen(page, 'parse');
  });

  test('says what to do about an error', async (t) => {
    if (!browser) return t.skip('no browser here');
    await run('Scrape', 'ftp://example.com');
    const code = page.getByRole('alert').getByRole('link', { name: 'BAD_REQUEST' });
    assert.match((await code.getAttribute('href')) ?? '', /docs\/errors#BAD_REQUEST$/);
    await page.getByText('Correct what').waitFor();
    await lookAtScreen(page, 'error');
    problems.length = 0;
    const docs = await fetch(`${service.url}/docs/errors`);
    assert.match(await docs.text(), /id="BAD_REQUEST"/);
  });

  test('what a hostile page says is text, in every tab', async (t) => {
    if (!browser) return t.skip('no browser here');
    await run('Scrape', `${site.origin}/hostile`);
    await page.getByRole('heading', { name: 'Quarry' }).waitFor();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await page.getByRole('tabpanel').waitFor();
    }
    await lookAtScreen(page, 'hostile');
    await run('Map', `${site.origin}/hostile`);
    await page.getByRole('tab', { name: /Links/ }).waitFor();
    await run('Search', 'marblequarry');
    await page.locator('.found').getByText(PAYLOADS[0]!).first().waitFor();
    assert.equal(await page.evaluate('window.hit'), undefined);
    assert.deepEqual(
      await page.evaluate(`Array.from(document.querySelectorAll('a,iframe,form'), (each) => each.href ?? each.src ?? each.action)
        .filter((address) => /^(?:javascript|data):/.test(address))`),
      [],
    );
    assert.deepEqual(problems, []);
  });
});
