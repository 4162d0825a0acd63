import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import type { LoopbackSite } from '../../../test/support/loopback-site.ts';
import { answer, startTestSite } from '../../../test/support/test-site.ts';
import { loadConfig } from '../../config.ts';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { PackedJson } from '../../lib/json/packed-json.ts';
import { silentLog } from '../../lib/log/log.ts';
import { openScraper, type Scraper } from '../open-scraper.ts';
import { isUnpacked, unpackDocument, type PackedDocument } from '../packed-document.ts';
import type { MemoryStats } from '../memory/page-memory.ts';
import { createTrace } from '../trace.ts';

const BUDGET = 33_000_000;
/** Its many elements take so much memory that pages wait for some to be converted. */
const PAGE = Buffer.from(
  `<main><h1>Large</h1>${'<p>Words of a page that is large, one sentence after the other, as long as it is.</p>\n'.repeat(13_000)}</main>`,
);
/** As many bytes, of few elements, which are converted in half of the time: pages wait for memory to be fetched. */
const PLAIN_PAGE = Buffer.from(
  `<main><h1>Large</h1>${`<p>${'Words of a page that is large, one sentence after the other, as long as it is. '.repeat(20)}</p>\n`.repeat(700)}</main>`,
);

interface Settings {
  teamId?: string;
  timeout?: number;
  formats?: string[];
}

describe('large pages', () => {
  let site: LoopbackSite;
  let scraper: Scraper;

  before(async () => {
    site = await startTestSite({
      '/large': answer(PAGE, { 'content-length': String(PAGE.length) }),
      '/chunked': answer(PLAIN_PAGE),
      '/packed': answer(gzipSync(PLAIN_PAGE), { 'content-encoding': 'gzip' }),
      '/small': `<main><h1>Small</h1><p>A page of some words, which is there at once.</p></main>`,
    });
    scraper = openScraper({
      config: loadConfig({
        DECANT_DATA_DIR: tmpdir(),
        DECANT_ALLOW_ADDRESSES: '127.0.0.0/8',
        DECANT_PAGE_MEMORY_BYTES: String(BUDGET),
        DECANT_MAX_PAGE_BYTES: String(1_650_000),
        DECANT_CONVERT_THREADS: '2',
      }),
      db: undefined,
      ownPorts: () => [],
      clock: systemClock,
      log: silentLog,
    });
  });

  after(async () => {
    await scraper?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  async function scrape(path: string, settings: Settings = {}): Promise<string> {
    return unpackDocument(await documentOf(path, settings)).markdown ?? '';
  }

  async function documentOf(path: string, settings: Settings = {}): Promise<PackedDocument> {
    const { teamId = 'a', timeout = 100_000, formats = ['markdown'] } = settings;
    const { url, ...options } = scrapeRequest.parse({
      url: `${site.origin}${path}`,
      timeout,
      onlyMainContent: false,
      formats,
    });
    using deadline = new Deadline(timeout);
    using memory = new DisposableStack();
    const { document } = await scraper.scrapePage({
      id: uuidv7(),
      teamId,
      url: new URL(url),
      sourceUrl: url,
      options,
      deadline,
      trace: createTrace(),
      keepMemory: (held) => void memory.use(held),
    });
    return document;
  }

  /**
   * The most of each that was taken at a time while the work went on. Memory is held as long as a page is fetched or
   * converted, so a look each ms sees it; one each turn would take a processor of its own.
   */
  async function watch(work: () => Promise<unknown>): Promise<MemoryStats> {
    const most: MemoryStats = { bodyBytes: 0, arrivedBytes: 0, workBytes: 0, waiting: 0 };
    const state = { isOver: false };
    const look = (): void => {
      const stats = scraper.pageMemory.stats();
      for (const name of Object.keys(most) as Array<keyof MemoryStats>)
        most[name] = Math.max(most[name], stats[name]);
      if (!state.isOver) setTimeout(look, 1);
    };
    look();
    await work().finally(() => (state.isOver = true));
    return most;
  }

  for (const path of ['/large', '/chunked', '/packed']) {
    test(`many at once take turns within their memory, and all are answered: ${path}`, async () => {
      const most = await watch(async () => {
        const all = await Promise.all(Array.from({ length: 8 }, () => scrape(path)));
        for (const markdown of all) assert.ok(markdown.length > PAGE.length / 2);
      });
      assert.ok(most.workBytes > 0 && most.workBytes <= BUDGET, JSON.stringify(most));
      assert.ok(most.bodyBytes <= BUDGET / 2, JSON.stringify(most));
      assert.ok(most.waiting >= 4, JSON.stringify(most));
      const rest = scraper.pageMemory.stats();
      assert.deepEqual(rest, { bodyBytes: 0, arrivedBytes: 0, workBytes: 0, waiting: 0 });
    });
  }

  test('nothing of a large result is a text that the main thread would have to write', async () => {
    const formats = ['markdown', 'html', 'rawHtml', 'links'];
    const { metadata, ...content } = await documentOf('/large', { formats });
    const packed = Object.values(content).filter((value) => value instanceof PackedJson);
    assert.deepEqual(Object.keys(content), formats);
    assert.ok(packed.length === 3 && packed.every(({ bytes }) => bytes > PAGE.length / 2));
    assert.deepEqual(content.links, []);
    assert.ok(JSON.stringify(metadata).length < 10_000);
    const small = await documentOf('/small', { formats });
    assert.ok(isUnpacked(small));
  });

  test('small pages wait for none of them, of whichever team', async () => {
    const order: string[] = [];
    const note = async (name: string, work: Promise<string>): Promise<void> => {
      await work;
      order.push(name);
    };
    const large = Array.from({ length: 8 }, () => note('large', scrape('/large')));
    await Promise.all([
      note('small', scrape('/small')),
      note('small', scrape('/small', { teamId: 'b' })),
      ...large,
    ]);
    assert.ok(order.lastIndexOf('small') < 6, order.join());
  });

  test('one that finds no memory in time says so', async () => {
    using deadline = new Deadline(60_000);
    const held = scraper.pageMemory.open({ teamId: 'a', isBackground: false, deadline });
    await held.takeWork(BUDGET);
    await assert.rejects(scrape('/large', { timeout: 2_000 }), {
      code: 'CONCURRENCY_QUEUE_TIMEOUT',
      message: /DECANT_PAGE_MEMORY_BYTES/,
    });
    held[Symbol.dispose]();
    assert.equal(scraper.pageMemory.stats().bodyBytes, 0);
  });
});
