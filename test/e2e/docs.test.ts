import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { lookAtScreen } from '../support/look-at-screen.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { shareViewerBrowser } from '../support/share-viewer-browser.ts';
import type { CalledService } from '../support/test-service.ts';

const HOSTILE = '"><img src=x onerror=window.hit=1><script>window.hit=1</script>';

let service: CalledService;
before(async () => {
  service = await shareTestService();
});

describe('the documentation', () => {
  const get = (path: string): Promise<Response> => fetch(`${service.url}${path}`, { redirect: 'manual' });
  const linksOf = (html: string): string[] =>
    Array.from(html.matchAll(/href="([^"#]*)[^"]*"/g), ([, href = '']) => href);

  test('every page is there without a key, and every link on it leads somewhere', async () => {
    const index = await (await get('/docs')).text();
    const seen = new Map<string, number>();
    const open = ['/docs', ...linksOf(index).map((href) => new URL(href, `${service.url}/docs`).pathname)];
    for (const path of open) {
      if (seen.has(path) || !path.startsWith('/')) continue;
      const answer = await get(path);
      seen.set(path, answer.status);
      const html = await answer.text();
      if (!/^\/docs\/(?!.*\.md$)/.test(path)) continue;
      for (const href of linksOf(html)) {
        const { origin, pathname } = new URL(href, `${service.url}${path}`);
        if (origin === service.url) open.push(pathname);
      }
    }
    const lost = [...seen].filter(([, status]) => status !== 200).map(([path]) => path);
    assert.deepEqual(lost, []);
    assert.ok([...seen.keys()].filter((path) => /^\/docs\/[^.]*$/.test(path)).length > 60);
  });

  test('pictures of a page are small, and no file but them', async () => {
    const pictures: string[] = [];
    for (const name of ['dashboard', 'how-it-works']) {
      const html = await (await get(`/docs/${name}`)).text();
      for (const [, src = ''] of html.matchAll(/<img src="([^"]*)" alt="[^"]{20,}"/g))
        pictures.push(new URL(src, `${service.url}/docs/${name}`).pathname);
    }
    assert.ok(pictures.length >= 6, pictures.join(' '));
    for (const path of pictures) {
      const answer = await get(path);
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/webp'], path);
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.equal(bytes.toString('latin1', 8, 12), 'WEBP', path);
      assert.ok(bytes.length <= 60_000, `${path}: ${bytes.length}`);
    }
    assert.equal((await get('/docs/pictures/nothing.webp')).status, 404);
  });

  test('an address that ends in a slash leads to the same', async () => {
    for (const path of ['/docs/', '/docs/crawling/']) {
      const html = await (await get(path)).text();
      for (const href of linksOf(html).filter((one) => /web\/|docs\/map/.test(one)))
        assert.equal((await get(new URL(href, `${service.url}${path}`).pathname)).status, 200, href);
    }
  });

  test('a search finds sections without a key, and shows what was asked as text', async () => {
    const found = await (await get('/docs?q=screenshot+of+the+whole+page')).text();
    assert.match(found, /href="\.\/docs\/browser#screenshots-and-pdfs"/);
    for (const path of [`/docs?q=${encodeURIComponent(HOSTILE)}`, `/docs/${encodeURIComponent(HOSTILE)}`]) {
      const html = await (await get(path)).text();
      assert.ok(!html.includes('<img') && !html.includes('<script>window'), path);
    }
    const long = await (await get(`/docs?q=${'crawl '.repeat(1_000)}`)).text();
    assert.ok(!long.includes('crawl '.repeat(40)));
    assert.equal((await get('/docs?q=a&q=b')).status, 200);
  });

  test('an address without a page says so, and names pages that its words fit', async () => {
    const answer = await get('/docs/how-to-crawl-pages');
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /href="\.\.\/docs\/crawling/);
    // A client that takes dots out of an address would never ask for the files that lie above.
    for (const path of ['/docs/../package.json', '/docs/..%2fpackage.json', '/docs/%2e%2e/README.md']) {
      const { status, body } = await rawGet(path);
      assert.equal(status, 404, path);
      assert.ok(!body.includes('optionalDependencies'), path);
    }
    assert.equal((await get('/docs/nothing.md')).status, 404);
  });

  test('programs get Markdown: a page, an overview, all of it', async () => {
    const page = await get('/docs/crawling.md');
    assert.equal(page.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.match(await page.text(), /^# Crawls and batch scrapes\n/);
    const overview = await get('/llms.txt');
    assert.equal(overview.headers.get('content-type'), 'text/plain; charset=utf-8');
    const links = Array.from((await overview.text()).matchAll(/\]\(([^)]+)\)/g), ([, url = '']) => url);
    for (const url of links) assert.equal((await fetch(url)).status, 200, url);
    const whole = await (await get('/llms-full.txt')).text();
    assert.ok(whole.includes(`](${service.url}/docs/browser.md#actions)`));
    assert.ok(whole.length > 200_000);
  });

  /** Asks for a path as it stands. */
  async function rawGet(path: string): Promise<{ status: number | undefined; body: string }> {
    const { hostname, port } = new URL(service.url);
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number | undefined;
      body: string;
    }>();
    const asked = request({ hostname, port, path }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
    });
    asked.on('error', reject).end();
    return promise;
  }
});

describe('the documentation in a browser', () => {
  let browser: Browser | undefined;
  let context: BrowserContext;
  let page: Page;
  const problems: string[] = [];

  before(async () => {
    browser = await shareViewerBrowser();
    if (!browser) return;
    context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text());
    });
    page.on('request', (asked) => {
      if (new URL(asked.url()).origin !== service.url) problems.push(asked.url());
    });
  });

  after(async () => {
    await context?.close();
  });

  const look = (name: string): Promise<void> => lookAtScreen(page, `docs-${name}`);

  test('a search leads to a section, whose commands can be copied', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.goto(`${service.url}/docs`);
    await look('index');
    await page.getByRole('searchbox').fill('cancel a crawl');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
    await look('search');
    await page.getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('link', { name: 'Crawls and batch scrapes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Crawls and batch scrapes' }).waitFor();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /^curl -s http/);
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Watching a job' })
      .click();
    assert.match(page.url(), /\/docs\/crawling#watching-a-job$/);
    await look('page');
  });

  for (const name of ['api', 'benchmarks', 'nothing-here'])
    test(`${name} can be read by everybody`, async (t) => {
      if (!browser) return t.skip('no browser here');
      await page.goto(`${service.url}/docs/${name}`);
      await look(name);
    });

  test('nothing of a search runs, and nothing is asked of others', async (t) => {
    if (!browser) return t.skip('no browser here');
    await page.goto(`${service.url}/docs?q=${encodeURIComponent(HOSTILE)}`);
    assert.equal(await page.getByRole('searchbox').inputValue(), HOSTILE);
    assert.equal(await page.evaluate('window.hit'), undefined);
    assert.deepEqual(problems, []);
  });
});
