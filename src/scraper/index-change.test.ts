import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import type { LoopbackSite } from '../../test/support/loopback-site.ts';
import { answer, startTestSite } from '../../test/support/test-site.ts';
import { loadConfig } from '../config.ts';
import { scrapeRequest } from '../contract/requests/scrape.ts';
import { systemClock } from '../lib/time/clock.ts';
import { decompressZstd } from '../lib/bytes/compress.ts';
import { Deadline } from '../lib/time/deadline.ts';
import { silentLog } from '../lib/log/log.ts';
import type { IndexChange } from '../search-index/write-pages.ts';
import { openScraper, type Scraper } from './open-scraper.ts';
import type { PageTask } from './page-task.ts';
import { createTrace } from './trace.ts';

const ARTICLE = `<html lang="de"><head><title>Der Kessel</title><meta name="description" content="Vom Kessel">
  <meta property="og:image" content="/kessel.jpg"><meta property="article:published_time" content="13/11/2025 09:21:40">
  <script type="application/ld+json">{"@type": "NewsArticle"}</script></head><body>
  <nav><a href="/a">Start</a> <a href="/b">Alles</a> <a href="/c">Impressum</a></nav>
  <main><article><h1>Der rote Kessel</h1><p>${'Der Kessel ist rot und steht auf dem Herd. '.repeat(20)}</p>
  <img src="/rot.jpg" alt="Ein roter Kessel" width="640"><h2>Sein Deckel</h2>
  <p>${'Der Deckel ist schwarz und sitzt fest. '.repeat(20)}</p></article></main>
  <footer>Alle Rechte vorbehalten</footer></body></html>`;
const TEAM = uuidv7();

describe('what a scrape changes in the search index', () => {
  let site: LoopbackSite;
  const scrapers: Scraper[] = [];

  before(async () => {
    site = await startTestSite({
      '/article': ARTICLE,
      '/moved': answer('', { location: '/article' }, 302),
      '/lost': answer('', { location: '/nowhere' }, 302),
      '/error': answer('<h1>Broken</h1>', {}, 500),
      '/list.csv': answer('name,price\nKettle,12\n', { 'content-type': 'text/csv' }),
      '/nul': answer('<title>a\0b</title><main><p>One \uD83D&#0; two.</p></main>'),
    });
    for (const isIndexing of [true, false])
      scrapers.push(
        openScraper({
          config: loadConfig({ DECANT_DATA_DIR: tmpdir(), DECANT_ALLOW_ADDRESSES: '127.0.0.0/8' }),
          db: undefined,
          isIndexing,
          ownPorts: () => [],
          clock: systemClock,
          log: silentLog,
        }),
      );
  });

  after(async () => {
    for (const scraper of scrapers) await scraper[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  async function changeOf(
    path: string,
    body: Record<string, unknown> = {},
    task: Partial<PageTask> = {},
    scraper = scrapers[0],
  ): Promise<IndexChange | undefined> {
    const { url, ...options } = scrapeRequest.parse({ url: `${site.origin}${path}`, ...body });
    using deadline = new Deadline(options.timeout);
    const outcome = await scraper!.scrapePage({
      id: uuidv7(),
      teamId: TEAM,
      url: new URL(url),
      sourceUrl: url,
      options,
      deadline,
      trace: createTrace(),
      ...task,
    });
    return outcome.toIndex;
  }

  async function textOf(change: IndexChange | undefined): Promise<string> {
    assert.ok(change?.page);
    const text = await decompressZstd(change.page.text);
    assert.equal(text.length, change.page.textBytes);
    return text.toString();
  }

  test('is the page: its main content as text, and what is known of it', async () => {
    const change = await changeOf('/article', { formats: ['links'] }, { linkText: 'Zum Kessel' });
    const text = await textOf(change);
    assert.match(text, /^Der rote Kessel\nDer Kessel ist rot/);
    assert.doesNotMatch(text, /Impressum|Rechte|jpg/);
    const { page } = change!;
    const { title, description, headings, linkText, language, pageType, fileType, images, imageUrl } = page!;
    assert.deepEqual(
      {
        url: page!.url,
        title,
        description,
        headings,
        linkText,
        language,
        pageType,
        fileType,
        images,
        imageUrl,
      },
      {
        url: `${site.origin}/article`,
        title: 'Der Kessel',
        description: 'Vom Kessel',
        headings: 'Der rote Kessel\nSein Deckel',
        linkText: 'Zum Kessel',
        language: 'de',
        pageType: 'news',
        fileType: undefined,
        images: [{ url: `${site.origin}/rot.jpg`, alt: 'Ein roter Kessel', width: 640 }],
        imageUrl: `${site.origin}/kessel.jpg`,
      },
    );
    assert.equal(page!.publishedAt?.toISOString(), '2025-11-13T09:21:40.000Z');
    assert.deepEqual(change!.goneKeys, []);
  });

  test('is the main content whatever part of the page the caller wants, and the same each time', async () => {
    const asked = [
      {},
      { onlyMainContent: false },
      { includeTags: ['h2'] },
      { excludeTags: ['p'], formats: ['html'] },
    ];
    const changes = await Promise.all(asked.map((body) => changeOf('/article', body)));
    const texts = await Promise.all(changes.map(textOf));
    assert.equal(new Set(texts).size, 1);
    assert.equal(new Set(changes.map((change) => change?.page?.textHash.toString('hex'))).size, 1);
  });

  test('is a file too, by its kind', async () => {
    const change = await changeOf('/list.csv');
    assert.equal(change?.page?.fileType, 'csv');
    assert.match(await textOf(change), /Kettle/);
  });

  test('takes out the address that leads elsewhere, and that of a page that is gone', async () => {
    const [article, moved, nowhere, lost] = await Promise.all(
      ['/article', '/moved', '/nowhere', '/lost'].map((path) => changeOf(path)),
    );
    assert.equal(moved?.page?.url, `${site.origin}/article`);
    assert.deepEqual(moved.page.urlKey, article?.page?.urlKey);
    assert.deepEqual([moved.goneKeys.length, nowhere?.page, lost?.page], [1, undefined, undefined]);
    assert.deepEqual(lost?.goneKeys[0], nowhere?.goneKeys[0]);
    assert.deepEqual([nowhere?.goneKeys.length, lost?.goneKeys.length], [1, 2]);
  });

  test('is text that a database can hold', async () => {
    const change = await changeOf('/nul');
    assert.ok(change?.page);
    assert.doesNotMatch(change.page.title, /\0/);
    assert.ok((await textOf(change)).isWellFormed());
  });

  test('is nothing where nothing may be kept', async () => {
    const cases: Array<[string, Record<string, unknown>, Partial<PageTask>?]> = [
      ['/article', { zeroDataRetention: true }],
      ['/article', { storeInCache: false }],
      ['/article', { headers: { 'x-own': '1' } }],
      ['/article', {}, { teamId: undefined }],
      ['/error', {}],
      ['/nowhere', { zeroDataRetention: true }],
    ];
    for (const [path, body, task] of cases)
      assert.equal(await changeOf(path, body, task), undefined, JSON.stringify([path, body]));
    assert.equal(await changeOf('/article', {}, {}, scrapers[1]), undefined, 'the index is off');
  });
});
