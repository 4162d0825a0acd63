import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import { startCrawlSite, type CrawlSite } from '../support/crawl-site.ts';
import { eventually } from '../support/eventually.ts';
import { startMcpClient } from '../support/mcp-client.ts';
import { pickSize } from '../support/pick-size.ts';
import { runPublicCli } from '../support/run-public-cli.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

/** More than one answer has. */
const PAGES = pickSize(105, 250);
/** The same, and fewer than there are. */
const MOST = PAGES - 3;

describe('crawls and batches through the public clients', { concurrency: 4 }, () => {
  let site: CrawlSite;
  let service: CalledService;
  let client: Firecrawl;

  before(async () => {
    const links = Array.from({ length: PAGES - 1 }, (_, index) => `/page/${index}`);
    site = await startCrawlSite({
      pages: (route) => {
        if (route === '/') return { links };
        if (route === '/held') return { links: ['/held/1'] };
        return route === '/held/1' ? { takesMs: 60_000 } : links.includes(route) ? {} : undefined;
      },
    });
    service = await shareTestService();
    client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
  });

  after(() => site?.[Symbol.asyncDispose]());

  test('SDK: a crawl of more pages than one answer has', async () => {
    const job = await client.crawl(site.origin, { pollInterval: 1, timeout: 60 });
    assert.deepEqual(
      [job.status, job.completed, job.total, job.data.length],
      ['completed', PAGES, PAGES, PAGES],
    );
    assert.equal(new Set(job.data.map(({ metadata }) => metadata?.sourceURL)).size, PAGES);
    assert.equal(job.creditsUsed, PAGES);
    assert.ok(Date.parse(job.expiresAt ?? '') > Date.now());
    const { id } = await client.startCrawl(site.origin, { limit: 3 });
    await eventually(async () => assert.equal((await client.getCrawlStatus(id)).status, 'completed'));
    const part = await client.getCrawlStatus(id, { autoPaginate: false });
    assert.equal(part.data.length, 3);
    assert.ok(part.next === null || part.next === undefined);
  });

  test('SDK: startCrawl, getActiveCrawls, cancelCrawl, getCrawlErrors', async () => {
    const { id, url } = await client.startCrawl(`${site.origin}/held`, {
      sitemap: 'skip',
      maxConcurrency: 2,
      scrapeOptions: { formats: ['markdown', 'links'] },
    });
    assert.equal(url, `${service.url}/v2/crawl/${id}`);
    await eventually(async () => {
      const status = await client.getCrawlStatus(id);
      assert.deepEqual([status.status, status.data.length, status.total], ['scraping', 1, 2]);
    });
    const { crawls } = await client.getActiveCrawls();
    const own = crawls.find((crawl) => crawl.id === id);
    assert.equal(own?.url, `${site.origin}/held`);
    assert.equal(await client.cancelCrawl(id), true);
    assert.equal((await client.getCrawlStatus(id)).status, 'cancelled');
    await eventually(async () => {
      const { errors, robotsBlocked } = await client.getCrawlErrors(id);
      assert.deepEqual(
        errors.map(({ url: failed, code }) => [failed, code]),
        [[`${site.origin}/held/1`, 'SCRAPE_JOB_CANCELLED']],
      );
      assert.deepEqual(robotsBlocked, []);
    });
    await assert.rejects(
      client.getCrawlStatus('0190aaaa-1111-7222-8333-444455556666'),
      (error: { status?: number }) => error.status === 404,
    );
  });

  test('SDK: a crawl whose start fails ends with its status', async () => {
    const job = await client.crawl('http://no-such-host.invalid/', { pollInterval: 1, timeout: 20 });
    assert.deepEqual([job.status, job.data.length], ['failed', 0]);
  });

  test('SDK: batchScrape, its errors and its cancel', async () => {
    const urls = [`${site.origin}/page/1`, `${site.origin}/page/2`, 'http://no-such-host.invalid/'];
    const job = await client.batchScrape([...urls, 'ftp://none/'], {
      pollInterval: 1,
      timeout: 30,
      options: { formats: ['markdown'] },
    });
    assert.deepEqual([job.status, job.completed, job.total, job.data.length], ['completed', 2, 3, 2]);
    const started = await client.startBatchScrape([...urls, `${site.origin}/held/1`]);
    await eventually(async () => {
      assert.equal((await client.getBatchScrapeStatus(started.id)).completed, 2);
    });
    await eventually(async () => {
      const { errors } = await client.getBatchScrapeErrors(started.id);
      assert.deepEqual(
        errors.map(({ code }) => code),
        ['SCRAPE_DNS_RESOLUTION_ERROR'],
      );
    });
    assert.equal(await client.cancelBatchScrape(started.id), true);
    assert.equal((await client.getBatchScrapeStatus(started.id)).status, 'cancelled');
    const whole = Array.from({ length: PAGES - 1 }, (_, index) => `${site.origin}/page/${index}`);
    const large = await client.batchScrape(whole, { pollInterval: 1, timeout: 60 });
    assert.equal(large.data.length, PAGES - 1);
  });

  test('MCP: firecrawl_crawl and firecrawl_check_crawl_status', async () => {
    await using mcp = await startMcpClient(service);
    const tools = await mcp.listTools();
    assert.ok(tools.includes('firecrawl_crawl') && tools.includes('firecrawl_check_crawl_status'));
    const answer = await mcp.call('firecrawl_crawl', {
      url: site.origin,
      limit: MOST,
      excludePaths: ['/page/7$'],
      scrapeOptions: { formats: ['markdown'], onlyMainContent: true },
    });
    assert.ok(answer.isError !== true, JSON.stringify(answer.content));
    const job = answer.structuredContent;
    assert.deepEqual([job.status, job.completed, job.data.length], ['completed', MOST, MOST]);
    const { id } = await client.startCrawl(site.origin, { limit: 2 });
    await eventually(async () => {
      const checked = await mcp.call('firecrawl_check_crawl_status', { id });
      assert.ok(checked.isError !== true, JSON.stringify(checked.content));
      assert.equal(checked.structuredContent.status, 'completed');
      assert.equal(checked.structuredContent.data.length, 2);
    });
    const wrong = await mcp.call('firecrawl_check_crawl_status', {
      id: '0190aaaa-1111-7222-8333-444455556666',
    });
    assert.equal(wrong.isError, true);
  });

  test('CLI: crawl --wait, the status of a job by its id, and cancel', async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'decant-cli-'));
    try {
      const cli = (...args: string[]) => runPublicCli(args, { home, service });
      const waited = await cli('crawl', site.origin, '--limit', '5', '--wait', '--poll-interval', '1');
      assert.equal(waited.code, 0, waited.stderr);
      const job = JSON.parse(waited.stdout);
      const { status, data } = job.data?.status === undefined ? job : job.data;
      assert.deepEqual([status, data.length], ['completed', 5]);
      const started = await cli('crawl', `${site.origin}/held`, '--sitemap', 'skip');
      assert.equal(started.code, 0, started.stderr);
      const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(started.stdout)?.[0] ?? '';
      const checked = await cli('crawl', id);
      assert.equal(checked.code, 0, checked.stderr);
      assert.match(checked.stdout, /scraping/);
      const cancelled = await cli('crawl', id, '--cancel');
      assert.equal(cancelled.code, 0, cancelled.stderr);
      assert.equal((await service.call(`/v2/crawl/${id}`)).body.status, 'cancelled');
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
