import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addTestTeam, type TestTeam } from '../support/add-test-team.ts';
import { eventually } from '../support/eventually.ts';
import { givenTime } from '../support/given-time.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { NARROW_HOST, shareNarrowService, shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

describe('limits of a team', () => {
  let site: LoopbackSite;
  let service: CalledService;
  let small: TestTeam;
  const held: Array<() => void> = [];

  before(async () => {
    site = await startTestSite({
      '/': '<h1>Quick</h1><p>A page that is there at once, with enough words to be one.</p>',
      '/held': (_request, response) =>
        void held.push(() =>
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end('<h1>Held</h1><p>A page that took its time.</p>'),
        ),
    });
    service = await shareTestService();
    small = await addTestTeam(service, { maxConcurrency: 1, creditsGranted: 3 });
  });

  after(() => site?.[Symbol.asyncDispose]());

  const scrape = (route: string, options: Record<string, unknown> = {}) =>
    service.call('/v2/scrape', { url: `${site.origin}${route}`, maxAge: 0, ...options }, small);

  test('a scrape waits for its slot and says so; one that waits too long says that', async () => {
    const first = scrape('/held');
    await eventually(async () => assert.equal(held.length, 1));
    const second = scrape('/');
    await givenTime(1_000, async (timeout) => {
      const { status, body } = await scrape('/', { timeout });
      assert.deepEqual([status, body.code], [408, 'CONCURRENCY_QUEUE_TIMEOUT']);
    });
    assert.equal((await service.call('/v2/concurrency-check', undefined, small)).body.concurrency, 1);
    held.pop()?.();
    assert.equal((await first).body.data.metadata.concurrencyLimited, false);
    const { metadata } = (await second).body.data;
    assert.equal(metadata.concurrencyLimited, true);
    assert.ok(metadata.concurrencyQueueDurationMs >= 500, String(metadata.concurrencyQueueDurationMs));
  });

  test('a client that goes away gives its slot and its credit back', async () => {
    const controller = new AbortController();
    const abandoned = service.call(
      '/v2/scrape',
      { url: `${site.origin}/held`, maxAge: 0 },
      { ...small, signal: controller.signal },
    );
    await eventually(async () => assert.equal(held.length, 1));
    controller.abort();
    await assert.rejects(abandoned, { name: 'AbortError' });
    held.pop();
    // The only one that is left: 402 until the service has heard that nobody waits.
    await eventually(async () => {
      const { status, body } = await scrape('/', { timeout: 5000 });
      assert.equal(status, 200, JSON.stringify(body));
    });
  });

  test('credits are counted, shown, and end with 402', async () => {
    const usage = await service.call('/v2/team/credit-usage', undefined, small);
    assert.deepEqual(usage.body.data, {
      remainingCredits: 0,
      planCredits: 3,
      billingPeriodStart: null,
      billingPeriodEnd: null,
    });
    const count = site.requests.length;
    const refused = await scrape('/');
    assert.deepEqual([refused.status, refused.body.success], [402, false]);
    assert.equal(site.requests.length, count);
    await using db = await openServiceDatabase({ dataDir: service.dataDir });
    const { rows } = await db.query<{ name: string; used: number }>(
      `select name, credits_used as used from team where name in ('default', $1) order by name`,
      [small.name],
    );
    assert.deepEqual(rows, [
      { name: 'default', used: 0 },
      { name: small.name, used: 3 },
    ]);
  });

  test('DECANT_CACHE_MAX_BYTES=0 keeps nothing', async () => {
    const other = await shareNarrowService();
    await using near = await startTestSite(
      { '/': '<h1>Near</h1><p>A page of words.</p>' },
      { host: NARROW_HOST },
    );
    for (let count = 0; count < 2; count++) {
      const { body } = await other.call('/v2/scrape', { url: `${near.origin}/` });
      assert.deepEqual([body.data.metadata.cacheState, body.data.metadata.cachedAt], ['miss', undefined]);
    }
  });
});
