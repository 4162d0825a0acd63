import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { lookAtScreen } from '../support/look-at-screen.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';
import { openViewerBrowser } from '../support/viewer-browser.ts';

const PROSE =
  'The kettle boils a litre of water in three minutes, and it switches itself off when it is done.';
const PAGE = `<!doctype html><title>Kettles</title><style>nav { background: #eee }</style>
  <nav class="menu"><a href="/a">Home</a> <a href="/b">All kettles</a></nav>
  <main><h1>Kettles</h1><p>${PROSE}</p><div class="newsletter">Subscribe to our letter</div>
  <p class="second">${PROSE.replace('litre', 'pint')}</p></main><footer>Imprint</footer>`;

/** Each would count up where a page could run anything. */
const HIT = 'parent.hit=1;top.hit=1;window.hit=1';
const PAYLOADS = [
  `<script>${HIT}</script>`,
  `<img src=x onerror="${HIT}">`,
  `<svg onload="${HIT}"><script>${HIT}</script></svg>`,
  `<iframe srcdoc="<script>${HIT}</script>"></iframe>`,
  `<a href="javascript:${HIT}" autofocus onfocus="${HIT}" tabindex=0>x</a>`,
  `<meta http-equiv=refresh content="0;url=javascript:${HIT}">`,
  `<object data="javascript:${HIT}"></object><embed src="javascript:${HIT}">`,
  `<form action="javascript:${HIT}"><button autofocus onfocus="${HIT}">b</button></form>`,
  `<details open ontoggle="${HIT}">d</details>`,
  `<style>@import "/stolen.css"; nav { background: url(/stolen.png) }</style>`,
  `<link rel=stylesheet href=/stolen.css><img src=/stolen.png srcset="/stolen.png 2x"><video src=/stolen.mp4 poster=/stolen.png></video>`,
];
/** The parser of a browser reads it otherwise when it is written again. */
const MUTANT = `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${HIT}&gt;">`;
const HOSTILE = `<nav class='"><img src=x onerror="${HIT}">' title="<script>${HIT}</script>" id="decant-1">${PAYLOADS.join('')}Menu "><img src=x onerror="${HIT}"></nav>
  <main><h1>&lt;script>${HIT}&lt;/script></h1><p>${PROSE}</p><p>${PROSE.replace('litre', 'pint')}</p></main>
  <footer class="x" data-decant="forged">&lt;img src=x onerror=${HIT}&gt; ${PAYLOADS.join('')}${MUTANT}</footer>`;

describe('the tab that explains a scrape', () => {
  let site: LoopbackSite;
  let service: CalledService;
  let browser: (Browser & AsyncDisposable) | undefined;
  let context: BrowserContext;
  let page: Page;
  const problems: string[] = [];
  const outside: string[] = [];

  before(async () => {
    service = await shareTestService();
    site = await startTestSite({ '/kettles': PAGE, '/hostile': HOSTILE });
    browser = await openViewerBrowser();
    if (!browser) return;
    context = await browser.newContext();
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== service.url) outside.push(request.url());
    });
    await page.goto(service.url);
    await page.getByLabel('API key').fill(service.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
  });

  after(async () => {
    await browser?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  const open = async (path: string): Promise<void> => {
    await page.locator('form.ask input[type=text]').first().fill(`${site.origin}${path}`);
    await page.getByRole('button', { name: 'Scrape', exact: true }).click();
    await page.getByRole('tab', { name: 'Explain' }).click();
    await page.getByRole('heading', { name: /^Time line/ }).waitFor();
  };
  const frame = () => page.frameLocator('iframe[title^="The page, with"]');

  test('shows the steps as bars, and the page with what was removed', async (t) => {
    if (!browser) return t.skip('no browser here');
    await open('/kettles');
    const steps = page.locator('.time-line li');
    assert.match(
      (await steps.allTextContents()).join('\n'),
      /cache[^]*fetch[^]*status 200[^]*convert[^]*write/,
    );
    assert.equal(await steps.locator('rect').count(), await steps.count());
    const nav = frame().locator('nav');
    await nav.hover();
    const said = `Removed as navigation: by element <nav>, `;
    assert.ok((await nav.getAttribute('data-decant'))?.startsWith(said));
    assert.equal(await frame().locator('[data-decant]').count(), 3);
    await lookAtScreen(page, 'explain');
  });

  test('goes through the removed parts by keyboard, and from the list to the page', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.locator('iframe[title^="The page, with"]').focus();
    await page.keyboard.press('Tab');
    assert.equal(await frame().locator(':focus').getAttribute('class'), 'menu');
    await page.keyboard.press('Tab');
    assert.equal(await frame().locator(':focus').getAttribute('class'), 'newsletter');
    await page.getByRole('button', { name: 'Show in the page: page footer, footer' }).press('Enter');
    await frame().locator('footer:target').waitFor();
  });

  test('keeps and drops parts: the request says so, and the next scrape does it', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByRole('button', { name: 'Keep this: navigation, .menu' }).press('Enter');
    await page.getByText('includeTags: ["main",".menu"]').waitFor();
    await page.getByText('excludeTags: [".newsletter"]').waitFor();
    await page.getByText(/^What stayed/).click();
    await page.getByRole('button', { name: 'Drop this: .second' }).press('Enter');
    await lookAtScreen(page, 'explain-changes');
    assert.match((await page.locator('.copy .source').textContent()) ?? '', /includeTags[^]*\.menu/);
    await page.getByRole('button', { name: 'Scrape again' }).click();
    await page.getByRole('button', { name: 'Keep this: excludeTags, .newsletter' }).waitFor();
    await page.getByRole('tab', { name: 'Source' }).click();
    const markdown = (await page.locator('#result').textContent()) ?? '';
    assert.match(markdown, /All kettles[^]*# Kettles[^]*litre/);
    assert.doesNotMatch(markdown, /Subscribe|Imprint|pint/);
    // What the options took out comes back by taking them out.
    await page.getByRole('tab', { name: 'Explain' }).click();
    await page.getByRole('button', { name: 'Keep this: excludeTags, .newsletter' }).click();
    await page.getByText('excludeTags: [".second"]').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Keep this: excludeTags, .newsletter', pressed: false }).waitFor();
  });

  test('shows a hostile page as text: nothing runs, and nothing is fetched for it', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.reload();
    await open('/hostile');
    await frame().getByRole('heading').waitFor();
    await page.getByText(`${HIT}</script>`, { exact: false }).first().waitFor({ state: 'attached' });
    await frame().locator('footer').click();
    await lookAtScreen(page, 'explain-hostile');
    assert.equal(
      await frame()
        .locator('script, iframe, object, embed, form[action], a[href], link, [onfocus], [src]')
        .count(),
      0,
    );
    assert.equal(await frame().locator('[data-decant=forged]').count(), 0);
    assert.equal(await page.evaluate('window.hit'), undefined);
    assert.equal(await page.evaluate('document.querySelector("#result img, #result script")'), null);
    assert.deepEqual([outside, problems], [[], []]);
  });

  test('says what of a scrape cannot be told', async (t) => {
    if (!browser) return t.skip('no browser here');
    const body = { url: `${site.origin}/kettles`, headers: { 'x-a': 'b' } };
    const { body: reply } = await service.call('/v2/scrape', body);
    await page.goto(`${service.url}/#/playground/${reply.data.metadata.scrapeId}`);
    await page.getByRole('tab', { name: 'Explain' }).click();
    await page.getByRole('alert').getByText('cannot be told').waitFor();
    await page.getByRole('heading', { name: /^Time line/ }).waitFor();
  });
});
