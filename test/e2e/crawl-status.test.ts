import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { addTestTeam } from '../support/add-test-team.ts';
import { startCrawlSite, type CrawlSite } from '../support/crawl-site.ts';
import { eventually } from '../support/eventually.ts';
import { pickSize } from '../support/pick-size.ts';
import { callCli } from '../support/run-cli.ts';
import { awaitJob, readJob, runJob, startJob } from '../support/run-job.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `/page/${index}`);
/** More than an answer has when nothing is said of its size. */
const PAGES = pickSize(115, 250);
const DELETE = { method: 'DELETE' };

/** A start with so many pages, each of which takes its time. */
function startNumberedSite(count: number, takesMs?: number): Promise<CrawlSite> {
  return startCrawlSite({
    pages: (path) =>
      path === '/' ? { links: numbered(count) } : { ...(takesMs !== undefined && { takesMs }) },
  });
}

describe('what is known of a crawl', { concurrency: 4 }, () => {
  let service: CalledService;

  before(async () => {
    service = await shareTestService();
  });

  const crawl = (site: CrawlSite, options: Record<string, unknown> = {}) =>
    runJob(service, 'crawl', { url: `${site.origin}/`, ...options });

  test(`${PAGES} pages come over next, each once, and in an order that stays`, async () => {
    await using site = await startNumberedSite(PAGES - 1);
    const { id, status, documents, paths } = await crawl(site);
    assert.deepEqual([status['status'], status['completed'], status['total']], ['completed', PAGES, PAGES]);
    assert.equal(new Set(paths).size, PAGES);
    assert.equal(new Set(documents.map(({ metadata }) => metadata.scrapeId)).size, PAGES);
    assert.equal(status['creditsUsed'], PAGES);
    assert.equal(Date.parse(status['expiresAt']) - Date.parse(status['completedAt']), 86_400_000);
    assert.deepEqual((await readJob(service, 'crawl', id)).documents, documents);
    const { body } = await service.call(`/v2/crawl/${id}?skip=95&limit=10`);
    assert.deepEqual(body.data, documents.slice(95, 105));
    assert.equal(body.next, `${service.url}/v2/crawl/${id}?skip=105&limit=10`);
    const last = await service.call(`/v2/crawl/${id}?skip=${PAGES - 5}&limit=10`);
    assert.equal(last.body.data.length, 5);
    assert.ok(!('next' in last.body));
    const beyond = await service.call(`/v2/crawl/${id}?skip=${PAGES}`);
    assert.deepEqual([beyond.status, beyond.body.data, 'next' in beyond.body], [200, [], false]);
    const whole = await service.call(`/v2/crawl/${id}?limit=1000`);
    assert.equal(whole.body.data.length, PAGES);
  });

  test('skip, limit and ids that are none are refused', async () => {
    await using site = await startNumberedSite(0);
    const { id } = await crawl(site);
    for (const query of [
      'skip=-1',
      'skip=x',
      'limit=0',
      'limit=1001',
      'limit=1.5',
      'skip=1&skip=2',
      'skip=',
    ]) {
      const { status, body } = await service.call(`/v2/crawl/${id}?${query}`);
      assert.deepEqual([status, body.success, body.code], [400, false, 'BAD_REQUEST'], query);
    }
    for (const [query, message] of [
      ['skip=1&skip=2', 'skip must be given once'],
      ['skip=1000000000', 'skip must be at most 999999999, not 1000000000'],
      ['skip=-1', 'skip must be a whole number'],
    ]) {
      assert.equal((await service.call(`/v2/crawl/${id}?${query}`)).body.error, message);
    }
    for (const route of ['/v2/crawl/none', '/v2/crawl/none/errors']) {
      assert.equal((await service.call(route)).status, 400);
    }
    const unknown = '0190aaaa-1111-7222-8333-444455556666';
    for (const route of [`/v2/crawl/${unknown}`, `/v2/crawl/${unknown}/errors`, `/v2/batch/scrape/${id}`]) {
      assert.equal((await service.call(route)).status, 404, route);
    }
    assert.equal((await service.call(`/v2/crawl/${unknown}`, undefined, DELETE)).status, 404);
  });

  test('an answer ends when it passes 10 MiB; a document that is larger comes alone', async () => {
    const sizes = [...Array.from({ length: 24 }, () => 500_000), 11_000_000];
    await using site = await startCrawlSite({
      pages: (path) => {
        if (path === '/') return { links: numbered(sizes.length) };
        const size = sizes[Number(path.slice('/page/'.length))];
        return size === undefined ? undefined : { html: `<p>${'word '.repeat(size / 5)}</p>` };
      },
    });
    const { id, documents, status } = await crawl(site, {
      scrapeOptions: { formats: ['rawHtml'], storeInCache: false },
    });
    assert.equal(documents.length, 26);
    assert.ok(status['next'], 'the first answer was not all');
    const answers = [];
    let next: string | undefined = `${service.url}/v2/crawl/${id}`;
    while (next !== undefined) {
      const { body }: { body: any } = await service.call(next.slice(service.url.length));
      answers.push(body.data);
      next = body.next;
    }
    const large = answers.filter((data) => data.some((one: any) => one.rawHtml.length > 10_000_000));
    assert.deepEqual(
      large.map(({ length }) => length),
      [1],
    );
    for (const data of answers.filter((one) => !large.includes(one))) {
      assert.ok(JSON.stringify(data).length <= 10 * 1024 * 1024);
    }
    assert.deepEqual(answers.flat(), documents);
  });

  test('documents of a running crawl are there, and next only when there are more', async () => {
    await using site = await startCrawlSite({
      pages: (path) => {
        if (path === '/') return { links: [...numbered(5), '/held'] };
        return path === '/held' ? { takesMs: 60_000 } : {};
      },
    });
    const id = await startJob(service, 'crawl', { url: `${site.origin}/` });
    await eventually(async () => {
      assert.equal((await service.call(`/v2/crawl/${id}`)).body.completed, 6);
    });
    const { body } = await service.call(`/v2/crawl/${id}`);
    assert.deepEqual(
      [body.success, body.status, body.data.length, 'next' in body],
      [true, 'scraping', 6, false],
    );
    assert.ok(!('completedAt' in body) && body.duration > 0);
    assert.equal(Date.parse(body.expiresAt) - Date.parse(body.createdAt), 86_400_000);
    const { body: part } = await service.call(`/v2/crawl/${id}?limit=4`);
    assert.equal(part.next, `${service.url}/v2/crawl/${id}?skip=4&limit=4`);
    await service.call(`/v2/crawl/${id}`, undefined, DELETE);
  });

  test('cancel: nothing more is asked for, what is done stays, and again is no error', async () => {
    await using site = await startNumberedSite(300, 100);
    const id = await startJob(service, 'crawl', { url: `${site.origin}/` });
    await eventually(async () => assert.ok(site.pagesAsked().length > 20));
    const other = await addTestTeam(service);
    assert.equal((await service.call(`/v2/crawl/${id}`, undefined, { ...other, ...DELETE })).status, 404);
    const cancelled = await service.call(`/v2/crawl/${id}`, undefined, DELETE);
    assert.deepEqual([cancelled.status, cancelled.body], [200, { success: true, status: 'cancelled' }]);
    const { status, documents } = await awaitJob(service, 'crawl', id);
    assert.deepEqual([status['success'], status['status']], [true, 'cancelled']);
    assert.equal(documents.length, status['completed']);
    await eventually(async () => {
      const { errors } = (await service.call(`/v2/crawl/${id}/errors`)).body;
      assert.ok(errors.every(({ code }: { code: string }) => code === 'SCRAPE_JOB_CANCELLED'));
      const { body } = await service.call(`/v2/crawl/${id}?limit=1`);
      assert.equal(body.completed, documents.length, 'no document is added later');
      assert.equal(body.total, body.completed + errors.length);
    });
    // What was in work has ended. Whoever takes pages of another crawl now would take those of this one too.
    const asked = site.visits.length;
    await using later = await startNumberedSite(5);
    await crawl(later);
    assert.equal(site.visits.length, asked, 'no request of a crawl that is cancelled');
    const again = await service.call(`/v2/crawl/${id}`, undefined, DELETE);
    assert.deepEqual([again.status, again.body.status], [200, 'cancelled']);
  });

  test('a completed crawl cannot be cancelled; other teams see nothing of it', async () => {
    await using site = await startNumberedSite(1);
    const { id, documents } = await crawl(site);
    const late = await service.call(`/v2/crawl/${id}`, undefined, DELETE);
    assert.deepEqual([late.status, late.body.success], [409, false]);
    assert.equal((await service.call(`/v2/crawl/${id}`)).body.status, 'completed');
    const other = await addTestTeam(service);
    assert.equal((await service.call(`/v2/crawl/${id}`, undefined, other)).status, 404);
    assert.equal((await service.call(`/v2/crawl/${id}/errors`, undefined, other)).status, 403);
    const { scrapeId } = documents[0].metadata;
    const own = await service.call(`/v2/scrape/${scrapeId}`);
    assert.deepEqual(own.body, { success: true, data: documents[0] });
    assert.equal((await service.call(`/v2/scrape/${scrapeId}`, undefined, other)).status, 403);
  });

  test('crawl/active and crawl/ongoing list what the team has running', async () => {
    const team = await addTestTeam(service);
    await using site = await startNumberedSite(3, 60_000);
    const url = site.origin.replace('http://', 'http://user:secret@');
    const options = {
      limit: 7,
      sitemap: 'skip',
      excludePaths: ['^/no/'],
      scrapeOptions: { formats: ['links'] },
    };
    const id = await startJob(service, 'crawl', { url, ...options }, team);
    const batch = await startJob(service, 'batch/scrape', { urls: [`${site.origin}/page/1`] }, team);
    for (const name of ['active', 'ongoing']) {
      const { status, body } = await service.call(`/v2/crawl/${name}`, undefined, team);
      assert.equal(status, 200);
      const [entry] = body.crawls;
      assert.deepEqual([body.success, body.crawls.length, entry.id], [true, 1, id]);
      assert.equal(entry.url, `${site.origin}/`);
      assert.ok(entry.teamId.length > 0 && Date.parse(entry.created_at) <= Date.now());
      assert.deepEqual([entry.options.limit, entry.options.sitemap], [7, 'skip']);
      assert.deepEqual(entry.options.excludePaths, ['^/no/']);
      assert.deepEqual(entry.options.scrapeOptions.formats, [{ type: 'links' }]);
    }
    assert.ok(!JSON.stringify((await service.call('/v2/crawl/active')).body).includes(id));
    await service.call(`/v2/crawl/${id}`, undefined, { ...team, ...DELETE });
    await service.call(`/v2/batch/scrape/${batch}`, undefined, { ...team, ...DELETE });
    assert.deepEqual((await service.call('/v2/crawl/active', undefined, team)).body.crawls, []);
  });

  test('a password in the start URL is used and not reported', async () => {
    const asked: (string | undefined)[] = [];
    await using site = await startCrawlSite({ pages: { '/': { links: ['/a'] }, '/a': {} } });
    const url = site.origin.replace('http://', 'http://user:secret@');
    const { documents, id } = await runJob(service, 'crawl', { url });
    asked.push(site.visitsOf('/')[0]?.headers.authorization);
    assert.deepEqual(asked, [`Basic ${btoa('user:secret')}`]);
    assert.equal(documents[0].metadata.sourceURL, `${site.origin}/`);
    const whole = JSON.stringify([documents, (await service.call(`/v2/crawl/${id}/errors`)).body]);
    assert.ok(!whole.includes('secret'));
  });

  test('a webhook whose address is refused is warned of from the start', async () => {
    await using site = await startCrawlSite({ pages: { '/': {} } });
    const url = `${site.origin}/`;
    for (const address of ['http://10.0.0.1/hook', 'http://localhost:1/hook', 'http://[fd00::1]/hook']) {
      const { status } = await runJob(service, 'crawl', { url, webhook: address });
      assert.match(status['warning'], /Nothing will be delivered to the webhook/, address);
      assert.ok(!status['warning'].includes('10.0'), 'the address is not repeated');
    }
    const batch = await runJob(service, 'batch/scrape', {
      urls: [url],
      webhook: { url: 'http://10.0.0.1/' },
    });
    assert.match(batch.status['warning'], /DECANT_ALLOW_ADDRESSES does not name it/);
    const reachable = await runJob(service, 'crawl', { url, webhook: `${site.origin}/hook` });
    assert.equal(reachable.status['warning'], undefined);
  });

  test('credits: the limit is clamped with a warning, pages are charged once, and then 402', async () => {
    const team = await addTestTeam(service, { creditsGranted: 5 });
    await using site = await startNumberedSite(20);
    const body = { url: `${site.origin}/`, limit: 10 };
    const { status, documents } = await runJob(service, 'crawl', body, team);
    assert.deepEqual([documents.length, status['total'], status['creditsUsed']], [5, 5, 5]);
    assert.match(status['warning'], /limit was lowered from 10 to 5/);
    const usage = await service.call('/v2/team/credit-usage', undefined, team);
    assert.deepEqual([usage.body.data.remainingCredits, usage.body.data.planCredits], [0, 5]);
    const history = await service.call('/v2/team/credit-usage/historical', undefined, team);
    assert.deepEqual(
      history.body.periods.map(({ creditsUsed }: { creditsUsed: number }) => creditsUsed),
      [5],
    );
    const refused = await service.call('/v2/crawl', body, team);
    assert.deepEqual([refused.status, refused.body.success], [402, false]);
  });

  test('the concurrency of a team bounds all that it has running together', async () => {
    const team = await addTestTeam(service, { maxConcurrency: 2 });
    await using site = await startNumberedSite(12, 80);
    const urls = numbered(12).map((route) => `${site.origin}${route}?batch`);
    const [first, second] = await Promise.all([
      runJob(service, 'crawl', { url: `${site.origin}/`, maxConcurrency: 50 }, team),
      runJob(service, 'batch/scrape', { urls, maxConcurrency: 50 }, team),
    ]);
    assert.deepEqual([first.documents.length, second.documents.length], [13, 12]);
    assert.ok(site.mostAtOnce <= 2, String(site.mostAtOnce));
  });

  test('what fails costs nothing, but for a name that does not resolve', async () => {
    const team = await addTestTeam(service);
    const options = { url: 'http://no-such-host.invalid/' };
    assert.equal((await runJob(service, 'crawl', options, team)).status['creditsUsed'], 1);
    await using site = await startCrawlSite({
      pages: { '/': { links: ['/gone', '/loop'] }, '/loop': { redirect: '/loop' } },
    });
    const { status } = await runJob(service, 'crawl', { url: `${site.origin}/` }, team);
    assert.deepEqual([status['completed'], status['total'], status['creditsUsed']], [2, 3, 2]);
    const usage = await service.call('/v2/team/credit-usage/historical', undefined, team);
    assert.equal(usage.body.periods[0].creditsUsed, 3);
  });

  test('an idempotency key: the same request once, another one is a conflict', async () => {
    await using site = await startNumberedSite(2);
    const headers = { 'x-idempotency-key': randomUUID() };
    const start = (limit: number) =>
      service.call('/v2/crawl', { url: `${site.origin}/`, limit }, { headers });
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(3)));
    assert.ok(answers.every(({ status }) => status === 200));
    const ids = new Set(answers.map(({ body }) => body.id));
    assert.equal(ids.size, 1);
    for (const id of ids) assert.equal((await awaitJob(service, 'crawl', id)).documents.length, 3);
    assert.equal((await start(3)).body.id, answers[0]?.body.id);
    assert.equal(site.pagesAsked().length, 3, 'it was crawled once');
    const other = await start(4);
    assert.deepEqual([other.status, other.body.success], [409, false]);
  });

  test('switches of the team that are off, and what this server cannot do', async () => {
    const team = await addTestTeam(service);
    const environment = { DECANT_DATA_DIR: service.dataDir };
    const set = ['teams', 'set', team.name, '--no-zero-data-retention', '--no-robots-options'];
    assert.equal((await callCli(set, environment)).code, 0);
    for (const option of [
      { zeroDataRetention: true },
      { scrapeOptions: { zeroDataRetention: true } },
      { ignoreRobotsTxt: true },
      { robotsUserAgent: 'SomeBot' },
    ]) {
      const { status, body } = await service.call('/v2/crawl', { url: 'http://a.test', ...option }, team);
      assert.deepEqual([status, body.success], [403, false], JSON.stringify(option));
    }
    for (const refused of [{ unknown: 1 }, { limit: 0 }, { maxDiscoveryDepth: -1 }, { maxConcurrency: 0 }]) {
      assert.equal((await service.call('/v2/crawl', { url: 'http://a.test', ...refused })).status, 400);
    }
    const odd = { url: 'http://a.test', scrapeOptions: { includeTags: ['main', '##'] } };
    assert.deepEqual((await service.call('/v2/crawl', odd)).body.details[0].path, [
      'scrapeOptions',
      'includeTags',
      1,
    ]);
    for (const url of ['ftp://a.test/', 'http://intranet/', '', undefined]) {
      assert.equal((await service.call('/v2/crawl', { url })).status, 400, String(url));
    }
  });

  test('what has expired is not found', async () => {
    await using site = await startNumberedSite(1);
    const { id } = await crawl(site);
    await using db = await openServiceDatabase({ dataDir: service.dataDir });
    await db.query(`update job set expires_at = clock_timestamp() - interval '1 second' where id = $1`, [id]);
    for (const route of [`/v2/crawl/${id}`, `/v2/crawl/${id}/errors`]) {
      const { status, body } = await service.call(route);
      assert.deepEqual([status, body.success], [404, false], route);
    }
    assert.equal((await service.call(`/v2/crawl/${id}`, undefined, DELETE)).status, 404);
  });
});
