import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

type Line = Record<string, unknown>;

describe('the log of a service', () => {
  let site: LoopbackSite;
  let service: CalledService;

  before(async () => {
    site = await startTestSite({
      '/': '<h1>Start</h1><p>Some prose that is long enough to be seen as the content.</p>',
      '/reset': (request) => void request.socket.destroy(),
      '/never': () => undefined,
    });
    // At the level that tells most.
    service = await shareTestService();
  });

  after(() => site?.[Symbol.asyncDispose]());

  /** As they are at the usual level. */
  function lines(): Line[] {
    return service
      .logs()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line)
      .filter(({ level }) => level !== 'trace' && level !== 'debug');
  }

  /** The one line of a request, by the id that its answer gave. */
  async function lineOf(body: unknown, path = '/v2/scrape'): Promise<Line> {
    const { headers } = await service.call(path, body);
    const id = headers.get('x-request-id');
    assert.ok(id);
    const found: Line[] = [];
    await eventually(async () => {
      found.splice(
        0,
        Infinity,
        ...lines().filter(({ requestId, msg }) => requestId === id && msg === 'request answered'),
      );
      assert.equal(found.length, 1);
    });
    return found[0] ?? {};
  }

  test('has one line a request: what was asked for, its target without secrets, what came of it', async () => {
    const { level, kind, status, target, credits, durationMs } = await lineOf({
      url: `http://me:password-7c@127.0.0.1:${site.port}/?token=query-7c`,
      headers: { 'x-secret': 'header-7c' },
    });
    assert.deepEqual(
      [level, kind, status, target, credits],
      ['info', 'scrape', 200, `127.0.0.1:${site.port}`, 1],
    );
    assert.equal(typeof durationMs, 'number');
    const failed = await lineOf({ url: `${site.origin}/reset?token=query-7c` });
    assert.deepEqual(
      [failed['status'], failed['target'], failed['code']],
      [500, `127.0.0.1:${site.port}/reset`, 'SCRAPE_SITE_ERROR'],
    );
    assert.match(String(failed['reason']), /closed|connection/);
    assert.doesNotMatch(service.logs(), /(?:password|header|query)-7c/);
    assert.ok(!service.logs().includes(service.key));
  });

  test('says what DECANT_ALLOW_ADDRESSES lacks, which the caller is not told', async () => {
    const body = { url: 'http://10.1.2.3:8080/?token=query-7c' };
    const { reason } = await lineOf(body);
    assert.match(String(reason), /: DECANT_ALLOW_ADDRESSES does not name 10\.1\.2\.3:8080$/);
    const answer = await service.call('/v2/scrape', body);
    assert.equal(answer.status, 403);
    assert.doesNotMatch(JSON.stringify(answer.body), /DECANT|10\.1\.2\.3/);
    const named = await lineOf({ url: 'http://wiki/' });
    assert.match(String(named['reason']), /: DECANT_ALLOW_ADDRESSES does not name wiki$/);
    const secret = await lineOf({ ...body, zeroDataRetention: true });
    assert.deepEqual([secret['code'], secret['reason']], ['SCRAPE_ADDRESS_NOT_ALLOWED', undefined]);
  });

  test('names no query at any level', async () => {
    const from = service.logs().length;
    const { body } = await service.call('/v2/scrape', { url: `${site.origin}/?token=query-8d` });
    assert.equal(body.success, true);
    await eventually(async () =>
      assert.match(service.logs().slice(from), /"level":"debug".*"msg":"scraped"/),
    );
    assert.doesNotMatch(service.logs(), /query-8d/);
  });

  test('a page that is read by its address is told like a scrape', async () => {
    const line = await lineOf(undefined, `/read/${site.origin}/?token=query-7c`);
    assert.deepEqual(
      [line['level'], line['kind'], line['status'], line['target'], line['credits']],
      ['info', 'read', 200, `127.0.0.1:${site.port}`, 1],
    );
    assert.doesNotMatch(service.logs(), /(?:password|header|query)-7c/);
  });

  test('a body that is not understood leaves its code alone', async () => {
    const line = await lineOf({ url: 'htp://marker-8d', zeroDataRetention: true });
    assert.deepEqual([line['status'], line['code'], line['target']], [400, 'BAD_REQUEST', undefined]);
    const unknown = await lineOf({}, '/v2/marker-8d');
    assert.deepEqual([unknown['status'], unknown['code']], [404, 'NOT_FOUND']);
    assert.doesNotMatch(service.logs(), /marker-8d/);
  });

  test('nothing is told of the target under zero data retention and lockdown', async () => {
    for (const option of [{ lockdown: true }, { zeroDataRetention: true }]) {
      const line = await lineOf({ url: `${site.origin}/marker-9e`, ...option });
      assert.deepEqual([line['kind'], line['target'], line['reason']], ['scrape', undefined, undefined]);
      const job = await lineOf(
        { url: `${site.origin}/marker-9e`, limit: 1, scrapeOptions: option },
        '/v2/crawl',
      );
      assert.deepEqual([job['kind'], job['target'], job['reason']], ['crawl', undefined, undefined]);
    }
    assert.doesNotMatch(service.logs(), /marker-9e/);
  });

  test('has a line when a job starts, ends, fails and is cancelled, and none for each look at it', async () => {
    const jobLines = (jobId: string): Line[] =>
      lines().filter((line) => line['jobId'] === jobId && String(line['msg']).startsWith('job '));
    const run = async (path: string): Promise<string> => {
      const { body } = await service.call('/v2/crawl', { url: `${site.origin}${path}`, limit: 3 });
      return body.id as string;
    };

    const done = await run('/?token=query-7c');
    await eventually(async () => assert.equal(jobLines(done).length, 2));
    assert.deepEqual(
      jobLines(done).map(({ msg, kind, target, limit, pages, errors }) => [
        msg,
        kind,
        target,
        limit,
        pages,
        errors,
      ]),
      [
        ['job started', 'crawl', `127.0.0.1:${site.port}`, 3, undefined, undefined],
        ['job completed', 'crawl', `127.0.0.1:${site.port}`, undefined, 1, 0],
      ],
    );

    const missing = await run('/not-there');
    await eventually(async () => assert.equal(jobLines(missing).length, 2));
    const { msg, pages, errorPages, errors } = jobLines(missing)[1] ?? {};
    assert.deepEqual([msg, pages, errorPages, errors], ['job completed', 1, 1, 0]);

    const failed = await run('/reset');
    await eventually(async () => assert.equal(jobLines(failed).at(-1)?.['msg'], 'job failed'));
    assert.equal(jobLines(failed).at(-1)?.['code'], 'SCRAPE_SITE_ERROR');

    const cancelled = await run('/never');
    await service.call(`/v2/crawl/${cancelled}`, undefined, { method: 'DELETE' });
    await eventually(async () => assert.equal(jobLines(cancelled).at(-1)?.['msg'], 'job cancelled'));

    const seen = lines().length;
    const look = await service.call(`/v2/crawl/${cancelled}`);
    const next = await lineOf({ url: site.origin });
    assert.ok(next);
    assert.ok(
      !lines()
        .slice(seen)
        .some(({ requestId }) => requestId === look.headers.get('x-request-id')),
    );
  });
});
