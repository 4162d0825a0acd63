import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import { addTestTeam } from '../support/add-test-team.ts';
import { startCrawlSite, type CrawlAnswer } from '../support/crawl-site.ts';
import { eventually } from '../support/eventually.ts';
import { awaitJob, runJob, startJob } from '../support/run-job.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

const DELETE = { method: 'DELETE' };
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `/page/${index}`);

describe('POST /v2/batch/scrape', { concurrency: 4 }, () => {
  let service: CalledService;

  before(async () => {
    service = await shareTestService();
  });

  const batch = (urls: readonly string[], options: Record<string, unknown> = {}) =>
    runJob(service, 'batch/scrape', { urls, ...options });
  const post = (body: Record<string, unknown>) => service.call('/v2/batch/scrape', body);

  test('every URL is a document, with the options of the batch; links are not followed', async () => {
    await using site = await startCrawlSite({
      robots: 'User-agent: *\nDisallow: /',
      pages: { '/a': { links: ['/linked'] }, '/b': { html: '<h1>B</h1><p class="ad">Ad</p><p>Prose.</p>' } },
    });
    const { status, paths, documents, errors, robotsBlocked } = await batch(
      [`${site.origin}/a`, `${site.origin}/b`],
      { formats: ['html', 'links'], excludeTags: ['.ad'] },
    );
    assert.deepEqual(paths, ['/a', '/b']);
    assert.deepEqual([status['completed'], status['total'], status['creditsUsed']], [2, 2, 2]);
    assert.deepEqual([errors, robotsBlocked], [[], []], 'whoever names a page wants that page');
    assert.ok(documents.every(({ html }) => !html.includes('class="ad"')));
    assert.deepEqual(site.visits.map(({ path }) => path).toSorted(), ['/a', '/b']);
    const [first] = documents;
    assert.deepEqual((await service.call(`/v2/scrape/${first.metadata.scrapeId}`)).body.data, first);
  });

  test('sourceURL is the URL as it was written', async () => {
    await using site = await startCrawlSite({ pages: { '/': {}, '/x': {} } });
    const urls = [`127.0.0.1:${site.port}/x`, `HTTP://127.0.0.1:${site.port}`];
    const { documents } = await batch(urls);
    assert.deepEqual(
      new Set(documents.map(({ metadata }) => metadata.sourceURL)),
      new Set([`HTTP://127.0.0.1:${site.port}`, `http://127.0.0.1:${site.port}/x`]),
    );
  });

  test('invalid URLs are left out and listed, or refused by their place', async () => {
    await using site = await startCrawlSite({ pages: { '/a': {} } });
    const urls = [`${site.origin}/a`, 'ftp://a.test/', 'http://intranet/', '', 'http://exa mple.test/'];
    const { body } = await post({ urls });
    assert.deepEqual(body.invalidURLs, urls.slice(1));
    assert.deepEqual((await awaitJob(service, 'batch/scrape', body.id)).paths, ['/a']);
    assert.deepEqual((await post({ urls: urls.slice(0, 1) })).body.invalidURLs, []);
    const strict = await post({ urls, ignoreInvalidURLs: false });
    assert.deepEqual([strict.status, strict.body.code], [400, 'BAD_REQUEST']);
    assert.deepEqual(
      strict.body.details.map(({ path }: { path: unknown }) => path),
      [1, 2, 3, 4].map((index) => ['urls', index]),
    );
    assert.match(strict.body.details[1].message, /^urls\[2\] must have .* for its host, .* not "intranet"$/);
    const all = await post({ urls: urls.slice(1) });
    assert.deepEqual([all.status, all.body.success, all.body.details.length], [400, false, 4]);
    const allValid = await post({ urls: urls.slice(0, 1), ignoreInvalidURLs: false });
    assert.deepEqual([allValid.status, 'invalidURLs' in allValid.body], [200, false]);
    for (const refused of [{ urls: [] }, { urls: 'http://a.test' }, {}, { urls, unknown: 1 }]) {
      assert.equal((await post(refused)).status, 400, JSON.stringify(refused));
    }
  });

  test('the same URL several times is fetched once and delivered each time', async () => {
    await using site = await startCrawlSite({ pages: { '/a': {} } });
    const url = `${site.origin}/a`;
    const { status, documents } = await batch([url, url, `${url}#part`, `${url}?x=1`, `${url}/`]);
    assert.deepEqual([documents.length, status['total'], status['completed']], [5, 5, 5]);
    assert.equal(status['creditsUsed'], 5);
    assert.equal(site.visitsOf('/a').length, 1);
    assert.equal(new Set(documents.map(({ metadata }) => metadata.scrapeId)).size, 5);
    const given = documents.map(({ metadata }) => metadata.sourceURL);
    assert.deepEqual(new Set(given), new Set([url, `${url}#part`, `${url}?x=1`, `${url}/`]));
    for (const document of documents)
      assert.deepEqual((await service.call(`/v2/scrape/${document.metadata.scrapeId}`)).body.data, document);
  });

  test('the same URL is fetched once whatever the options are, and fails once', async () => {
    await using site = await startCrawlSite({ pages: { '/a': {}, '/reset': { takesMs: 60_000 } } });
    const url = `${site.origin}/a`;
    for (const options of [
      { maxAge: 0 },
      { headers: { 'x-own': '1' } },
      { zeroDataRetention: true },
      { maxAge: 0, storeInCache: false, formats: ['links'] },
    ]) {
      const earlier = site.visitsOf('/a').length;
      const { status, documents } = await batch([url, url, url], options);
      assert.deepEqual([documents.length, status['creditsUsed']], [3, options.zeroDataRetention ? 6 : 3]);
      assert.equal(site.visitsOf('/a').length - earlier, 1, JSON.stringify(options));
    }
    const slow = `${site.origin}/reset`;
    const { status, errors } = await batch([slow, slow, slow], { timeout: 1_000 });
    assert.deepEqual([status['completed'], status['total'], errors.length], [0, 3, 3]);
    assert.deepEqual(new Set(errors.map(({ code }) => code)), new Set(['SCRAPE_TIMEOUT']));
    assert.equal(new Set(errors.map(({ id }) => id)).size, 3);
  });

  test('each URL is delivered, also one that others redirect to', async () => {
    await using site = await startCrawlSite({
      pages: { '/old': { redirect: '/new' }, '/older': { redirect: '/new' }, '/new': {} },
    });
    const urls = ['/old', '/new', '/older'].map((path) => site.origin + path);
    for (const zeroDataRetention of [false, true]) {
      const { documents, paths } = await batch(urls, { zeroDataRetention, maxAge: 0 });
      assert.deepEqual(paths, ['/new', '/old', '/older']);
      assert.ok(documents.every(({ metadata }) => metadata.url === `${site.origin}/new`));
    }
  });

  test('an answer of 404 is a document; what cannot be had is an error, after all tries', async () => {
    const closed = await startCrawlSite({ pages: {} });
    await closed[Symbol.asyncDispose]();
    await using site = await startCrawlSite({ pages: { '/a': {}, '/500': { status: 500 } } });
    const urls = [
      `${site.origin}/a`,
      `${site.origin}/gone`,
      `${site.origin}/500`,
      `${closed.origin}/dead`,
      'http://no-such-host.invalid/',
      'http://169.254.169.254/',
    ];
    const { status, documents, errors } = await batch(urls);
    assert.deepEqual([status['success'], status['status']], [true, 'completed']);
    assert.deepEqual([status['completed'], status['total'], status['creditsUsed']], [3, 6, 4]);
    assert.deepEqual(
      new Map(documents.map(({ metadata }) => [metadata.sourceURL, metadata.statusCode])),
      new Map([
        [`${site.origin}/a`, 200],
        [`${site.origin}/gone`, 404],
        [`${site.origin}/500`, 500],
      ]),
    );
    assert.deepEqual(
      new Map(errors.map(({ url, code }) => [url, code])),
      new Map([
        [`${closed.origin}/dead`, 'SCRAPE_SITE_ERROR'],
        ['http://no-such-host.invalid/', 'SCRAPE_DNS_RESOLUTION_ERROR'],
        ['http://169.254.169.254/', 'SCRAPE_ADDRESS_NOT_ALLOWED'],
      ]),
    );
    for (const { id, timestamp, error } of errors) {
      assert.match(id, /^[0-9a-f-]{36}$/);
      assert.ok(Date.parse(timestamp) <= Date.now() && error.length > 10);
    }
    const all = await batch(urls.slice(3));
    assert.deepEqual(
      [all.status['success'], all.status['status'], all.status['completed'], all.status['total']],
      [true, 'completed', 0, 3],
    );
  });

  test('maxConcurrency bounds the pages that are asked for at a time', async () => {
    await using site = await startCrawlSite({ pages: () => ({ takesMs: 60 }) });
    const urls = numbered(24).map((path) => site.origin + path);
    const { documents } = await batch(urls, { maxConcurrency: 2 });
    assert.deepEqual([documents.length, site.mostAtOnce], [24, 2]);
    await batch(urls, { maxAge: 0 });
    assert.ok(site.mostAtOnce > 2, String(site.mostAtOnce));
  });

  test('appendToId: to a running batch, and to a completed one, which goes on', async () => {
    await using site = await startCrawlSite({
      pages: (path) => (path === '/held' ? { takesMs: 1_500 } : {}),
    });
    const at = (path: string): string => site.origin + path;
    const id = await startJob(service, 'batch/scrape', { urls: [at('/held'), at('/a')] });
    const appended = await post({ urls: [at('/b'), at('/a'), 'ftp://no/'], appendToId: id });
    assert.deepEqual([appended.status, appended.body.id], [200, id]);
    assert.deepEqual(appended.body.invalidURLs, ['ftp://no/']);
    const first = await awaitJob(service, 'batch/scrape', id);
    assert.deepEqual(first.paths, ['/a', '/a', '/b', '/held'], 'an equal URL is delivered once more');
    assert.deepEqual([first.status['total'], 'warning' in first.status], [4, false]);

    assert.equal(await startJob(service, 'batch/scrape', { urls: [at('/c')], appendToId: id }), id);
    const second = await awaitJob(service, 'batch/scrape', id);
    assert.deepEqual(second.documents.slice(0, 4), first.documents, 'a document keeps its place');
    assert.deepEqual(second.paths, ['/a', '/a', '/b', '/c', '/held']);
    assert.equal(second.status['creditsUsed'], 5);

    await post({ urls: [at('/a'), at('/a')], appendToId: id });
    const same = await awaitJob(service, 'batch/scrape', id);
    assert.deepEqual([same.documents.length, same.status['total'], same.status['creditsUsed']], [7, 7, 7]);
    assert.equal(site.visitsOf('/a').length, 1);

    await post({ urls: [at('/d')], appendToId: id, formats: ['links'] });
    const other = await awaitJob(service, 'batch/scrape', id);
    assert.match(other.status['warning'], /options/);
    assert.ok(other.documents.every(({ markdown }) => markdown !== undefined));
  });

  test('appendToId: a webhook or concurrency of its own has no effect, and that is said', async () => {
    await using site = await startCrawlSite({ pages: () => ({}) });
    const webhook = 'http://hooks.invalid/';
    const given = { urls: [`${site.origin}/a`], webhook, maxConcurrency: 3 };
    const append = async (id: string, more: object) => {
      await startJob(service, 'batch/scrape', { urls: [`${site.origin}/b`], appendToId: id, ...more });
      return (await awaitJob(service, 'batch/scrape', id)).status['warning'];
    };
    const id = await startJob(service, 'batch/scrape', given);
    assert.equal(await append(id, {}), undefined);
    assert.equal(await append(id, { webhook: { url: webhook }, maxConcurrency: 3 }), undefined);
    assert.match(await append(id, { maxConcurrency: 4 }), /other options/);
    const other = await startJob(service, 'batch/scrape', given);
    assert.match(await append(other, { webhook: 'http://others.invalid/' }), /other options/);
  });

  test('appendToId of what is unknown, cancelled, expired, a crawl or of another team', async () => {
    await using site = await startCrawlSite({ pages: { '/a': {} } });
    const urls = [`${site.origin}/a`];
    const { id } = await batch(urls);
    const { headers } = await addTestTeam(service);
    const others = await service.call('/v2/batch/scrape', { urls, appendToId: id }, { headers });
    assert.deepEqual([others.status, others.body.success], [404, false]);
    const { id: crawlId } = await runJob(service, 'crawl', { url: urls[0] });
    for (const appendToId of [randomUUID(), crawlId]) {
      assert.equal((await post({ urls, appendToId })).status, 404);
    }
    assert.equal((await post({ urls, appendToId: 'none' })).status, 400);
    await using db = await openServiceDatabase({ dataDir: service.dataDir });
    await db.query(`update job set expires_at = clock_timestamp() - interval '1 second' where id = $1`, [id]);
    assert.equal((await post({ urls: [`${site.origin}/b`], appendToId: id })).status, 404);
    const { rows } = await db.query<{ count: number }>(
      'select count(*)::integer as count from page where job_id = $1',
      [id],
    );
    assert.equal(rows[0]?.count, 1);
  });

  test('cancel: what is done stays, nothing can be added', async () => {
    await using site = await startCrawlSite({
      pages: (path) => (path === '/done' ? {} : { takesMs: 60_000 }),
    });
    const urls = ['/done', ...numbered(30)].map((path) => site.origin + path);
    const id = await startJob(service, 'batch/scrape', { urls, maxConcurrency: 4 });
    await eventually(async () => {
      const { body } = await service.call(`/v2/batch/scrape/${id}`);
      assert.deepEqual([body.status, body.completed, body.total], ['scraping', 1, 31]);
    });
    const { status, body } = await service.call(`/v2/batch/scrape/${id}`, undefined, DELETE);
    assert.deepEqual([status, body], [200, { success: true, status: 'cancelled' }]);
    const ended = await awaitJob(service, 'batch/scrape', id);
    assert.deepEqual([ended.status['status'], ended.paths], ['cancelled', ['/done']]);
    assert.equal((await service.call(`/v2/batch/scrape/${id}`, undefined, DELETE)).status, 200);
    assert.equal((await service.call(`/v2/crawl/${id}`, undefined, DELETE)).status, 404);
    assert.equal((await post({ urls: urls.slice(0, 1), appendToId: id })).status, 409);
    const { id: done } = await batch(urls.slice(0, 1));
    assert.equal((await service.call(`/v2/batch/scrape/${done}`, undefined, DELETE)).status, 409);
  });

  test('an idempotency key through the npm client', async () => {
    await using site = await startCrawlSite({ pages: { '/a': {}, '/b': {} } });
    const client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
    const idempotencyKey = randomUUID();
    const start = (...urls: string[]) => client.startBatchScrape([...urls, 'ftp://no/'], { idempotencyKey });
    const first = await start(`${site.origin}/a`);
    const second = await start(`${site.origin}/a`);
    assert.equal(second.id, first.id);
    assert.deepEqual([first.invalidURLs, second.invalidURLs], [['ftp://no/'], ['ftp://no/']]);
    await awaitJob(service, 'batch/scrape', first.id);
    await assert.rejects(start(`${site.origin}/b`), (error: { status?: number }) => error.status === 409);
    assert.deepEqual(site.pagesAsked(), ['/a']);
  });

  test('changeTracking compares the pages of a batch with those of the batch before', async () => {
    const pages: Record<string, CrawlAnswer> = {
      '/same': {},
      '/changed': { html: '<h1>Prices</h1><p>Tea costs 3 euro, and this is a sentence about it.</p>' },
    };
    await using site = await startCrawlSite({ pages });
    const urls = ['/same', '/changed'].map((path) => site.origin + path);
    const statuses = async () => {
      const { documents } = await batch(urls, {
        formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }],
      });
      return new Map(documents.map((one) => [new URL(one.metadata.sourceURL).pathname, one.changeTracking]));
    };
    const first = await statuses();
    assert.deepEqual(
      [...first.values()].map(({ changeStatus }) => changeStatus),
      ['new', 'new'],
    );
    pages['/changed'] = { html: '<h1>Prices</h1><p>Tea costs 4 euro, and this is a sentence about it.</p>' };
    const second = await statuses();
    assert.equal(second.get('/same').changeStatus, 'same');
    assert.equal(second.get('/changed').changeStatus, 'changed');
    assert.match(second.get('/changed').diff, /^-Tea costs 3 euro.*\n\+Tea costs 4 euro/m);
  });

  test('credits: not enough for all pages is 402, and nothing is begun', async () => {
    await using site = await startCrawlSite({ pages: () => ({}) });
    const team = await addTestTeam(service, { creditsGranted: 3 });
    const urls = numbered(4).map((path) => site.origin + path);
    const refused = await service.call('/v2/batch/scrape', { urls }, team);
    assert.deepEqual([refused.status, refused.body.success, site.visits.length], [402, false, 0]);
    const body = { urls: urls.slice(0, 3) };
    const { status } = await runJob(service, 'batch/scrape', body, team);
    assert.deepEqual([status['completed'], status['creditsUsed']], [3, 3]);
    assert.equal((await service.call('/v2/batch/scrape', { urls: urls.slice(0, 1) }, team)).status, 402);
  });
});
