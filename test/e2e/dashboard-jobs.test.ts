import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { fromBufferPromise } from 'yauzl';
import { addTestTeam } from '../support/add-test-team.ts';
import { lookAtScreen } from '../support/look-at-screen.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { shareViewerBrowser } from '../support/share-viewer-browser.ts';
import { signIn } from '../support/sign-in.ts';
import type { CalledService } from '../support/test-service.ts';
import { asAttribute, asText, PAYLOADS } from '../support/payloads.ts';
import { answer, startTestSite } from '../support/test-site.ts';

const HOSTILE = '"><img src=x onerror=window.hit=1>';
const START = `<title>${HOSTILE.replaceAll('<', '&lt;')}</title><main><h1>Orchard</h1><p>Trees in rows, and paths.</p>
  <a href="/apples">apples</a> <a href="/broken">broken</a> <a href="/?${encodeURIComponent(HOSTILE)}">hostile</a>
  <a href='/javascript:window.hit=1//"onclick=window.hit=1'>more</a></main>`;

/** Where each payload is an address: of a page that has it as its title and text, and of one that leads nowhere. */
const ADDRESSES = PAYLOADS.flatMap((each, at) => [
  `/hostile/page-${at}/${encodeURIComponent(each)}`,
  `/hostile/broken-${at}/?${encodeURIComponent(each)}`,
]);
const HOSTILE_START = `<title>${asText(PAYLOADS.join(' '))}</title><main><h1>Quarry</h1><p>Stones of many kinds, and ways to them.</p>
  ${ADDRESSES.map((each) => `<a href="${asAttribute(each)}">${asText(each)}</a>`).join('\n')}</main>`;

function hostilePage(at: number): string {
  const text = asText(PAYLOADS[at] ?? '');
  return `<title>${text}</title><main><h1>${text}</h1><p>${text} is what page ${at} says of the quarry.</p></main>`;
}

describe('jobs on the dashboard', () => {
  let site: LoopbackSite;
  let service: CalledService;
  let browser: Browser | undefined;
  let page: Page;
  const held: ServerResponse[] = [];
  const mended = { isMended: false };
  const problems: string[] = [];

  before(async () => {
    service = await shareTestService();
    site = await startTestSite({
      '/': START,
      '/apples': '<main><h1>Apples</h1><p>They are red, and some are green.</p></main>',
      '/broken': (_request, response) =>
        mended.isMended
          ? void response
              .writeHead(200, { 'content-type': 'text/html' })
              .end('<main><p>It works now.</p></main>')
          : response.destroy(),
      '/hostile': HOSTILE_START,
      '*': (request, response) => {
        const [, kind, at] = /^\/hostile\/(page|broken)-(\d+)\//.exec(request.url ?? '') ?? [];
        const payload = encodeURI(PAYLOADS[Number(at)] ?? '');
        if (kind === 'page') answer(hostilePage(Number(at)))(request, response);
        else if (kind === 'broken') answer('', { location: `http://[${payload}` }, 302)(request, response);
        else answer('<p>Not here</p>', {}, 404)(request, response);
      },
      '/held':
        '<main><h1>Held</h1><p>Its pages take their time.</p><a href="/held/1">1</a> <a href="/held/2">2</a></main>',
      '/held/1': (_request, response) => void held.push(response),
      '/held/2': (_request, response) => void held.push(response),
    });
    browser = await shareViewerBrowser();
    if (!browser) return;
    page = await browser.newPage();
    await signIn(page, service);
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
  });

  after(async () => {
    for (const response of held) response.destroy();
    await page?.close();
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
    const tree = page.getByRole('tree', { name: 'Site' });
    await tree.getByRole('treeitem', { name: 'broken failed' }).waitFor();
    await lookAtScreen(page, 'job');
    await tree.getByRole('treeitem', { name: 'apples done' }).click();
    const panel = page.getByRole('complementary', { name: 'Page' });
    await panel.getByText('They are red, and some are green.').waitFor();
    await panel.getByText('steps').click();
    await lookAtScreen(page, 'job-page');
    await panel.getByRole('link', { name: 'Open in the playground' }).click();
    await page.getByRole('heading', { name: 'Apples', exact: true }).waitFor();
    assert.equal(await page.getByLabel('Address of a page or file').inputValue(), `${site.origin}/apples`);
    await page.getByRole('tab', { name: 'Page', exact: true }).waitFor();
    assert.equal(await page.evaluate('window.hit'), undefined);
    await page.goBack();
  });

  test('pages are found by state and text, and the tree is walked by keys', async (t) => {
    if (!browser) return t.skip('no browser here');
    const tree = page.getByRole('tree', { name: 'Site' });
    const found = page.getByRole('listbox', { name: 'Pages found' });
    const panel = page.getByRole('complementary', { name: 'Page' });
    await tree.waitFor();
    await page.getByRole('button', { name: /^Show the pages with SCRAPE_/ }).click();
    await found.getByRole('option', { name: /broken failed SCRAPE_/ }).click();
    await panel.getByText('Tries').waitFor();
    await lookAtScreen(page, 'job-failed-page');
    await panel.getByRole('button', { name: 'Show in the tree' }).click();
    await tree.getByRole('treeitem', { name: 'broken failed', selected: true }).waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Part of the address').fill('APPLES');
    await page.getByText('1 of').waitFor();
    await found.focus();
    await page.keyboard.press('Enter');
    await panel.getByText('They are red').waitFor();
    await page.getByLabel('Part of the address').fill('');
    await tree.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await tree.getByRole('treeitem').count(), 1);
    await page.keyboard.press('ArrowRight');
    await tree.getByRole('treeitem', { name: 'apples done' }).waitFor();
    await page.keyboard.press('End');
    const active = await tree.getAttribute('aria-activedescendant');
    assert.equal(active, `node-${(await tree.getByRole('treeitem').count()) - 1}`);
    // Hostile addresses stand there as text.
    await tree.getByRole('treeitem', { name: /onerror=window.hit=1/ }).waitFor();
    assert.equal(await page.evaluate('window.hit'), undefined);
  });

  test('the pages that failed are scraped once more, and all are saved', async (t) => {
    if (!browser) return t.skip('no browser here');
    mended.isMended = true;
    const save = async (name: string): Promise<Buffer> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name }).click(),
      ]);
      return readFile(await download.path());
    };
    const files = await unzip(await save('Markdown as zip'));
    assert.match(files.get('apples.md') ?? '', /They are red/);
    const lines = (await save('JSON lines')).toString().trimEnd().split('\n');
    const urls = lines.map((line) => (JSON.parse(line) as { metadata: { url: string } }).metadata.url);
    assert.ok(urls.includes(`${site.origin}/apples`));
    const index = (files.get('index.jsonl') ?? '').trimEnd().split('\n');
    assert.deepEqual([index.length, files.size], [lines.length, lines.length + 1]);
    await page.getByRole('button', { name: 'Run the failed page again' }).click();
    await page.getByRole('heading', { name: `Batch of ${site.origin}/broken` }).waitFor();
    await page.getByRole('status').getByText('completed').waitFor();
    assert.equal(await count('Done').textContent(), '1');
    assert.equal(await page.getByRole('button', { name: /^Run / }).count(), 0);
  });

  test('what a hostile site says is text: titles, addresses and errors', async (t) => {
    if (!browser) return t.skip('no browser here');
    const tree = page.getByRole('tree', { name: 'Site' });
    const found = page.getByRole('listbox', { name: 'Pages found' });
    const panel = page.getByRole('complementary', { name: 'Page' });
    await crawl(`/hostile?${encodeURIComponent(PAYLOADS.join(' '))}`, '100');
    await page.getByRole('status').getByText('completed').waitFor();
    assert.equal(await count('Done').textContent(), `${PAYLOADS.length + 1}`);
    assert.equal(await count('Failed').textContent(), `${PAYLOADS.length}`);
    await page.getByText(`${PAYLOADS.length} × SCRAPE_`).waitFor();
    await tree.focus();
    // Rows that are out of sight are not there.
    for (const _page of PAYLOADS) await page.keyboard.press('PageDown');
    await lookAtScreen(page, 'job-hostile');
    for (const [at, payload] of PAYLOADS.entries()) {
      await page.getByLabel('Part of the address').fill(`/broken-${at}/`);
      await found.getByRole('option', { name: /failed SCRAPE_/ }).click();
      await panel.getByText('Tries').waitFor();
      await page.getByLabel('Part of the address').fill(`/page-${at}/`);
      await found.getByRole('option', { name: / done/ }).click();
      await panel.getByText(`is what page ${at} says of the quarry`).waitFor();
      assert.equal(await page.evaluate('window.hit'), undefined, payload);
      assert.equal(
        await panel.locator('img, svg, script, iframe, form, style, base, meta').count(),
        0,
        payload,
      );
    }
    await lookAtScreen(page, 'job-hostile-page');
    const runnable = `Array.from(document.querySelectorAll('a,iframe,form'), (each) => each.href ?? each.src ?? each.action)
      .filter((address) => /^(?:javascript|data):/.test(address))`;
    assert.deepEqual(await page.evaluate(runnable), []);
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByRole('cell', { name: /hostile/ }).waitFor();
    assert.deepEqual(await page.evaluate(runnable), []);
    assert.equal(await page.evaluate('window.hit'), undefined);
  });

  test('a job is watched while it runs, and cancelled', async (t) => {
    if (!browser) return t.skip('no browser here');
    await crawl('/held', '10');
    await count('Done').getByText('1', { exact: true }).waitFor();
    await count('Waiting').getByText('2', { exact: true }).waitFor();
    await page.getByRole('img', { name: /1 done, 2 waiting, 0 failed/ }).waitFor();
    await page.locator('.link.live').waitFor();
    await lookAtScreen(page, 'job-running');
    const tree = page.getByRole('tree', { name: 'Site' });
    await tree.getByRole('treeitem', { name: /held done, 1 done, 2 waiting/ }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel for good' }).click();
    await page.getByRole('status').getByText('cancelled').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Cancel', exact: true }).count(), 0);
  });

  test('without sockets a job is asked for, and followed live as soon as one can be had', async (t) => {
    if (!browser) return t.skip('no browser here');
    const { body } = await service.call('/v2/crawl', { url: `${site.origin}/held`, limit: 10 });
    await using context = await browser.newContext();
    const other = await context.newPage();
    const sockets = { areOpen: false, tried: 0 };
    await other.routeWebSocket(/\/v2\/team\/jobs\//, (socket) => {
      sockets.tried++;
      if (sockets.areOpen) socket.connectToServer();
      else void socket.close();
    });
    await signIn(other, service);
    await other.goto(`${service.url}/#/jobs/${body.id}`);
    await other.locator('.link.polling').waitFor();
    const waiting = other.locator('.counts > div', { hasText: 'Waiting' }).locator('dd');
    await waiting.getByText('2', { exact: true }).waitFor();
    await other.getByRole('treeitem', { name: /held done, 1 done, 2 waiting/ }).waitFor();
    sockets.areOpen = true;
    await other.locator('.link.live').waitFor();
    assert.ok(sockets.tried > 1);
    await service.call(`/v2/crawl/${body.id}`, undefined, { method: 'DELETE' });
    await other.getByRole('status').getByText('cancelled').waitFor();
    assert.equal(await other.locator('.link').count(), 0);
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
    await page
      .getByRole('cell', { name: `${site.origin}/held` })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('page 1').waitFor();
    await lookAtScreen(page, 'jobs');
    await page.getByLabel('Status').selectOption('cancelled');
    await page
      .getByRole('cell', { name: `${site.origin}/held` })
      .first()
      .waitFor();
    assert.equal(await page.getByRole('row').count(), 3);
    assert.deepEqual(problems, []);
  });

  test('another team finds neither the list nor the job nor its pages', async () => {
    const { body } = await service.call('/v2/team/jobs');
    const stranger = await addTestTeam({ dataDir: service.dataDir }, {});
    const headers = { authorization: `Bearer ${stranger.key}` };
    const ask = (path: string) => service.call(path, undefined, { headers });
    assert.deepEqual((await ask('/v2/team/jobs')).body.data, []);
    const [{ id }] = body.data;
    const download = `/dashboard/jobs/${id}/download?as=jsonl`;
    assert.equal((await fetch(service.url + download, { headers })).status, 404);
    assert.equal((await fetch(service.url + download)).status, 401);
    for (const path of [`/v2/team/jobs/${id}`, `/v2/team/jobs/${id}/pages`, `/v2/team/jobs/${id}/changes`])
      assert.deepEqual([(await service.call(path)).status, (await ask(path)).status], [200, 404]);
  });
});

async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  return files;
}
