import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { lookAtScreen } from '../support/look-at-screen.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { shareViewerBrowser } from '../support/share-viewer-browser.ts';
import { signIn } from '../support/sign-in.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

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
  let browser: Browser | undefined;
  let context: BrowserContext;
  let page: Page;
  const problems: string[] = [];
  const outside: string[] = [];
  const fetched: string[] = [];

  before(async () => {
    service = await shareTestService();
    site = await startTestSite({
      '/kettles': (_request, response) => {
        fetched.push('/kettles');
        response.setHeader('content-type', 'text/html').end(PAGE);
      },
      '/hostile': HOSTILE,
    });
    browser = await shareViewerBrowser();
    if (!browser) return;
    context = await browser.newContext();
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== service.url) outside.push(request.url());
    });
    await signIn(page, service);
  });

  after(async () => {
    await context?.close();
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

  test('tries selectors and formats by the keyboard, without asking the site again', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.reload();
    await open('/kettles');
    const asked = fetched.length;
    const line = page.getByLabel('Command', { exact: true });
    const newest = page.locator('.answer').first();
    const type = async (text: string): Promise<void> => {
      await line.fill(text);
      await line.press('Enter');
      await newest.getByText(`> ${text}`, { exact: true }).waitFor();
    };
    const says = (text: string | RegExp): Promise<void> => newest.getByText(text).waitFor();
    await line.pressSequentially('k');
    await line.press('Tab');
    await line.pressSequentially('.m');
    await line.press('Tab');
    assert.equal(await line.inputValue(), 'keep .menu');
    await line.press('Enter');
    await says(/^keep \.menu {2}\+ \d+ characters$/);
    // All tabs and the request have it.
    assert.match(
      (await page.locator('.copy .source').textContent()) ?? '',
      /"includeTags":\["main",".menu"\]/,
    );
    await page.getByRole('button', { name: 'Keep this: excludeTags, .newsletter' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Keep this: navigation, .menu' }).count(), 0);
    await type('drop .second');
    await says(/^drop \.second {2}- \d+ characters$/);
    await type('diff');
    await says(/^--- as it was fetched\n\+\+\+ now\n\+\[Home\][^]*\n-The kettle boils a pint/);
    await type('md');
    await says(/All kettles[^]*# Kettles[^]*litre/);
    assert.doesNotMatch((await newest.textContent()) ?? '', /pint/);
    await type('links');
    await says(`${site.origin}/b`);
    await type('html');
    await says(/<nav class="menu">/);
    await type('curl');
    await says(/\/v2\/scrape[^]*"excludeTags":\[".newsletter",".second"\]/);
    await lookAtScreen(page, 'explain-prompt');
    await type('undo');
    await says(/^\d+ characters$/);
    await type('md');
    await says(/All kettles[^]*pint/);
    await type('json title, price:number');
    await says(/^\{\n {2}"title": "Kettles"/);
    await type('ask How long does the kettle take to boil a litre of water?');
    await says(/three minutes/);
    await line.press('ArrowUp');
    await line.press('ArrowUp');
    await line.press('ArrowUp');
    assert.equal(await line.inputValue(), 'md');
    await line.press('ArrowDown');
    assert.equal(await line.inputValue(), 'json title, price:number');
    await page.getByText('Earlier answers').click();
    assert.equal(await page.locator('.answer').count(), 10);
    assert.deepEqual([fetched.slice(asked), problems], [[], []]);
    await type('browser');
    await says(/^browser {2}no change\nThe site was asked again\.$/);
    assert.deepEqual(fetched.slice(asked), ['/kettles']);
    await type('links');
    await says(`${site.origin}/b`);
    await type('undo');
    assert.deepEqual([fetched.slice(asked), problems], [['/kettles'], []]);
    assert.doesNotMatch((await page.locator('.copy .source').textContent()) ?? '', /waitFor/);
  });

  test('says what is wrong with a line, and changes nothing then', async (t) => {
    if (!browser) return t.skip('no browser here');
    const line = page.getByLabel('Command', { exact: true });
    const newest = page.locator('.answer').first();
    const request = await page.locator('.copy .source').textContent();
    const lines = [
      [`<img src=x onerror=${HIT}>`, 'There is no <img here: help tells of all'],
      ['keep', 'keep takes a selector behind it'],
      ['md now', 'md takes nothing behind it'],
      ['keep a[', 'a['],
      ['json price:money', 'price has the type money; there are string'],
      ['json {"type":', 'json takes a JSON Schema, and this is no JSON: '],
    ] as const;
    for (const [text, wrong] of lines) {
      await line.fill(text);
      await line.press('Enter');
      await newest.getByText(`> ${text}`, { exact: true }).waitFor();
      await newest.getByRole('alert').getByText(wrong).waitFor();
    }
    assert.equal(await page.locator('.copy .source').textContent(), request);
    await line.fill('help');
    await line.press('Enter');
    await newest.getByText(/^keep SELECTOR +Keep what it matches/).waitFor();
    await line.fill('drop ');
    await page.getByText(/^drop SELECTOR: Leave out what it matches\. drop \.menu, drop main$/).waitFor();
    await lookAtScreen(page, 'explain-prompt-wrong');
    // A key that has nothing to complete leaves the line.
    await line.fill('md');
    await line.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Run');
    assert.equal(await page.evaluate('window.hit'), undefined);
  });

  test('shows a hostile page as text: nothing runs, and nothing is fetched for it', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.reload();
    await open('/hostile');
    await frame().getByRole('heading').waitFor();
    await page.getByText(`${HIT}</script>`, { exact: false }).first().waitFor({ state: 'attached' });
    await frame().locator('footer').click();
    const line = page.getByLabel('Command', { exact: true });
    for (const text of ['html', 'keep ', 'md']) {
      await line.fill(text);
      await line.press('Enter');
      await page.locator('.answer').first().getByText(`> ${text.trim()}`, { exact: true }).waitFor();
    }
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

  test('tries a file as well, whatever the form was turned to since', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.getByLabel('What to do').selectOption('Parse');
    const file = { name: 'kettles.html', mimeType: 'text/html', buffer: Buffer.from(PAGE) };
    await page.getByLabel('A file').setInputFiles(file);
    await page.getByRole('button', { name: 'Parse', exact: true }).click();
    await page.getByRole('tab', { name: 'Metadata' }).waitFor();
    await page.getByRole('tab', { name: 'Explain' }).click();
    const line = page.getByLabel('Command', { exact: true });
    await line.waitFor();
    await page.getByLabel('What to do').selectOption('Scrape');
    for (const [text, said] of [
      ['drop .second', /^drop \.second {2}- \d+ characters$/],
      ['md', /^(?![^]*pint)[^]*# Kettles[^]*litre/],
      ['html', /litre/],
      ['undo', /^\d+ characters$/],
      ['md', /boils a pint/],
      ['curl', /\/v2\/parse[^]*file=@kettles\.html/],
    ] as const) {
      await line.fill(text);
      await line.press('Enter');
      await page.locator('.answer').first().getByText(`> ${text}`, { exact: true }).waitFor();
      await page.locator('.answer').first().getByText(said).waitFor();
    }
    await line.fill('browser');
    await line.press('Enter');
    await page.getByRole('alert').getByText('A file is read without a browser').waitFor();
    assert.deepEqual(problems, []);
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
