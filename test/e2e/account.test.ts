import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { callCli } from '../support/run-cli.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

describe('account, activity and feedback', () => {
  let service: CalledService;
  let site: LoopbackSite;

  before(async () => {
    site = await startTestSite({ '/': '<main><h1>Hello</h1><p>Some prose of a page.</p></main>' });
    service = await shareTestService();
  });

  after(() => site?.[Symbol.asyncDispose]());

  const client = () => new Firecrawl({ apiKey: service.key, apiUrl: service.url });

  function cli(...args: string[]) {
    return callCli(args, { DECANT_DATA_DIR: service.dataDir });
  }

  async function newKey(team: string): Promise<string> {
    const { code, stdout, stderr } = await cli('keys', 'create', '--team', team);
    assert.equal(code, 0, stderr);
    return stdout.trim();
  }

  test('a scrape is in the activity of its team, counts in its history, and is its newest success', async () => {
    const { body: scraped } = await service.call('/v2/scrape', { url: site.origin });
    const { body } = await service.call('/v2/team/activity?endpoint=scrape&limit=many');
    const [entry] = body.data;
    assert.deepEqual(
      [entry.id, entry.endpoint, entry.api_version, entry.target],
      [scraped.data.metadata.scrapeId, 'scrape', 'v2', site.origin],
    );
    assert.equal((await service.call(`/v2/scrape/${entry.id}`)).status, 200);
    const status = await client().getQueueStatus();
    assert.deepEqual([status.jobsInQueue, status.maxConcurrency], [0, 100]);
    assert.ok(Date.parse(status.mostRecentSuccess ?? '') >= Date.parse(entry.created_at));
    const history = await client().getCreditUsageHistorical(true);
    assert.deepEqual(
      history.periods.map(({ apiKey, creditsUsed }) => [apiKey, creditsUsed]),
      [['test key', 1]],
    );
    assert.equal((await client().getTokenUsage()).remainingTokens, 0);
    assert.deepEqual((await client().getTokenUsageHistorical()).periods, []);
    assert.equal((await cli('teams', 'create', 'stranger')).code, 0);
    const headers = { authorization: `Bearer ${await newKey('stranger')}` };
    assert.deepEqual((await service.call('/v2/team/activity', undefined, { headers })).body.data, []);
    const theirs = await service.call('/v2/team/credit-usage/historical', undefined, { headers });
    assert.deepEqual(theirs.body.periods, []);
    const queue = await service.call('/v2/team/queue-status', undefined, { headers });
    assert.equal(queue.body.mostRecentSuccess, null);
  });

  test('a filter or cursor that is none is refused; no extraction is known', async () => {
    for (const query of ['endpoint=parse', 'endpoint=', 'cursor=none', 'cursor=a&cursor=b']) {
      const { status, body } = await service.call(`/v2/team/activity?${query}`);
      assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'], query);
    }
    const unknown = await service.call('/v2/extract/0190aaaa-1111-7222-8333-444455556666');
    assert.deepEqual([unknown.status, unknown.body.success], [404, false]);
    assert.equal((await service.call('/v2/extract/none')).status, 400);
  });

  test('feedback of the public client is taken, a list or a huge object is not', async () => {
    const id = '0190aaaa-1111-7222-8333-444455556666';
    const said = await client().feedback({ endpoint: 'scrape', jobId: id, rating: 'good', pageNumbers: [1] });
    assert.deepEqual([said.success, said.creditsRefunded], [true, 0]);
    assert.match(said.feedbackId, /^[0-9a-f-]{36}$/);
    const ofSearch = await client().searchFeedback(id, { rating: 'bad', querySuggestions: 'another' });
    assert.notEqual(ofSearch.feedbackId, said.feedbackId);
    for (const body of [[], 'text', { note: 'x'.repeat(1_000_000) }]) {
      const { status } = await service.call('/v2/feedback', JSON.stringify(body));
      assert.equal(status, 400);
    }
    assert.equal((await service.call('/v2/search/none/feedback', {})).status, 400);
  });

  test('a limit per minute answers 429 with the seconds to wait, before the body is looked at', async () => {
    const made = await cli('teams', 'create', 'limited', '--rate-limit', 'scrape=2,account=1000');
    assert.equal(made.code, 0, made.stderr);
    const headers = { authorization: `Bearer ${await newKey('limited')}` };
    assert.match(
      (await cli('teams')).stdout,
      /limited .*scrape=2,account=1000|limited .*account=1000,scrape=2/,
    );
    // Five requests may meet the end of one minute: of them two a minute pass to be refused for their body.
    const answers = [];
    for (let count = 0; count < 5; count++) {
      answers.push(await service.call('/v2/scrape', {}, { headers }));
    }
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length >= 1 && refused.length <= 3, String(refused.length));
    assert.equal(answers.filter(({ status }) => status === 400).length, 5 - refused.length);
    for (const { body, headers: answered } of refused) {
      assert.deepEqual([body.success, body.code], [false, 'RATE_LIMITED']);
      assert.match(answered.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/);
    }
    assert.equal((await service.call('/v2/team/activity', undefined, { headers })).status, 200);
    assert.equal((await cli('teams', 'set', 'limited', '--rate-limit', 'scrape=unlimited')).code, 0);
    assert.doesNotMatch((await cli('teams')).stdout, /scrape=2/);
    assert.equal((await cli('teams', 'set', 'limited', '--rate-limit', 'parse=1')).code, 2);
  });

  test('/v1 says that only /v2 is served', async () => {
    for (const path of ['/v1', '/v1/scrape', '/v1/crawl/x?y=1']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await fetch(service.url + path, { method });
        const body = (await response.json()) as { error: string };
        assert.equal(response.status, 404);
        assert.match(body.error, /\/v2/);
      }
    }
    const other = await fetch(`${service.url}/v1x`);
    assert.doesNotMatch(((await other.json()) as { error: string }).error, /version/);
  });
});
