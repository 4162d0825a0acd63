import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { teamScrapeParts } from '../../src/contract/endpoints/team-scrape-parts.ts';
import { teamScrape } from '../../src/contract/endpoints/team-scrape.ts';
import { addTestTeam } from '../support/add-test-team.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { MODEL_KEY, type ModelServer } from '../support/model-server.ts';
import { SHARED_PROXY, shareRoomyService, shareTestService } from '../support/share-test-service.ts';
import { createCall, type CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const PROSE =
  'The kettle boils a litre of water in three minutes, and it switches itself off when it is done.';
const PAGE = `<!doctype html><title>Kettles</title><nav class="menu"><a href="/a">Home</a> <a href="/b">All kettles</a></nav>
  <main><h1>Kettles</h1><p>${PROSE}</p><div class="newsletter">Subscribe to our letter</div><p>${PROSE.replace('litre', 'pint')}</p></main>
  <footer>Imprint</footer>`;

type Call = CalledService['call'];

const scrapeId = async (call: Call, body: Record<string, unknown>): Promise<string> => {
  const { body: json } = await call('/v2/scrape', body);
  assert.equal(json['success'], true, JSON.stringify(json));
  return (json['data'] as { metadata: { scrapeId: string } }).metadata.scrapeId;
};

const traceOf = async (call: Call, id: string) =>
  teamScrape.reply.parse((await call(`/v2/team/scrapes/${id}`)).body).data;
const partsOf = async (call: Call, id: string) =>
  teamScrapeParts.reply.parse((await call(`/v2/team/scrapes/${id}/parts`)).body).data;

describe('the explanation of a scrape', () => {
  let site: LoopbackSite;
  let service: CalledService;
  const asked = { count: 0 };

  before(async () => {
    service = await shareTestService();
    site = await startTestSite({
      '/kettles': (_request, response) => {
        asked.count++;
        response.setHeader('content-type', 'text/html').end(PAGE);
      },
      '/data.json': (_request, response) =>
        response.setHeader('content-type', 'application/json').end('{"a":1}'),
    });
  });

  after(() => site?.[Symbol.asyncDispose]());

  test('tells the steps with their times', async () => {
    const id = await scrapeId(service.call, { url: `${site.origin}/kettles` });
    const { steps, url, statusCode, durationMs, code } = await traceOf(service.call, id);
    assert.deepEqual([url, statusCode, code], [`${site.origin}/kettles`, 200, null]);
    assert.deepEqual(
      ['cache', 'fetch', 'convert', 'write'].filter((kind) => !steps.some((step) => step.kind === kind)),
      [],
    );
    assert.match(steps.find(({ kind }) => kind === 'fetch')?.note ?? '', /^status 200, 0\.\d kB$/);
    assert.equal(
      steps.find(({ kind }) => kind === 'convert')?.note,
      'html, taken for a page of type article',
    );
    assert.deepEqual(
      steps.toSorted((a, b) => a.atMs - b.atMs),
      steps,
    );
    assert.ok(steps.every(({ atMs, tookMs }) => atMs + tookMs <= durationMs + 1));
  });

  test('tells what was removed, why, how sure, and where it stood, without another fetch or charge', async () => {
    const id = await scrapeId(service.call, { url: `${site.origin}/kettles`, maxAge: 0 });
    const askedBefore = asked.count;
    const credits = async () => (await service.call('/v2/team/credit-usage/historical')).body['periods'];
    const spent = await credits();
    const { source, removed, kept, remarks } = await partsOf(service.call, id);
    assert.deepEqual([source, remarks, asked.count], ['cache', [], askedBefore]);
    assert.deepEqual(await credits(), spent);
    assert.deepEqual(
      removed.map(({ rule, certainty, selector, isWithinContent, text }) => [
        rule,
        certainty,
        selector,
        isWithinContent,
        text,
      ]),
      [
        ['navigation', 'sure', '.menu', false, 'Home All kettles'],
        ['subscribe', 'likely', '.newsletter', true, 'Subscribe to our letter'],
        ['page footer', 'sure', 'footer', false, 'Imprint'],
      ],
    );
    assert.equal(kept.selector, 'main');
    // What the answer says to ask for brings back exactly that.
    const { body: json } = await service.call('/v2/scrape', {
      url: `${site.origin}/kettles`,
      includeTags: [kept.selector, '.menu'],
      excludeTags: ['.newsletter'],
    });
    const { markdown } = json['data'] as { markdown: string };
    assert.match(markdown, /All kettles[^]*# Kettles[^]*pint/);
    assert.doesNotMatch(markdown, /Subscribe|Imprint/);
  });

  test('tells what the selectors of the caller took out', async () => {
    const body = { url: `${site.origin}/kettles`, includeTags: ['main'], excludeTags: ['h1'] };
    const { removed } = await partsOf(service.call, await scrapeId(service.call, body));
    assert.deepEqual(
      removed.map(({ rule, certainty, evidence, text }) => [rule, certainty, evidence, text]),
      [
        ['includeTags', 'asked', 'no selector of includeTags matches it', 'Home All kettles'],
        ['excludeTags', 'asked', 'h1', 'Kettles'],
        ['includeTags', 'asked', 'no selector of includeTags matches it', 'Imprint'],
      ],
    );
  });

  test('takes the HTML of the answer where nothing was cached, and says when there is neither', async () => {
    const url = `${site.origin}/kettles`;
    const uncached = { url, headers: { 'x-a': 'b' } };
    const withHtml = await scrapeId(service.call, { ...uncached, formats: ['markdown', 'rawHtml'] });
    assert.equal((await partsOf(service.call, withHtml)).source, 'rawHtml');
    const without = await scrapeId(service.call, uncached);
    const { status, body: json } = await service.call(`/v2/team/scrapes/${without}/parts`);
    assert.deepEqual([status, json['code']], [409, 'CONFLICT']);
    const file = await scrapeId(service.call, { url: `${site.origin}/data.json` });
    assert.equal((await service.call(`/v2/team/scrapes/${file}/parts`)).status, 409);
    assert.equal((await traceOf(service.call, file)).steps.at(-1)?.kind, 'write');
  });

  test('is of the own team alone, and nothing is kept where nothing may be', async () => {
    const id = await scrapeId(service.call, { url: `${site.origin}/kettles` });
    const { key } = await addTestTeam({ dataDir: service.dataDir }, {});
    const stranger = createCall(service.url, key);
    const secret = await scrapeId(service.call, { url: `${site.origin}/kettles`, zeroDataRetention: true });
    for (const path of ['', '/parts'])
      for (const [call, each] of [
        [stranger, id],
        [service.call, secret],
        [service.call, '0190aaaa-1111-7222-8333-444455556666'],
      ] as const) {
        const { status, body: json } = await call(`/v2/team/scrapes/${each}${path}`);
        assert.deepEqual([status, json['data']], [404, undefined]);
        assert.match(String(json['error']), /zero data retention/);
      }
    const marked = (token: string, each: string) =>
      fetch(`${service.url}/dashboard/marked/${each}`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await marked(key, id)).status, 404);
    assert.equal((await marked(service.key, secret)).status, 404);
    const own = await marked(service.key, id);
    assert.match(own.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none';/);
    assert.match(await own.text(), /data-decant="Removed as navigation: by element &lt;nav&gt;/);
  });
});

describe('the explanation of a scrape tells nothing of the operator', () => {
  let site: LoopbackSite;
  let model: ModelServer;
  let service: CalledService;

  before(async () => {
    ({ service, model } = await shareRoomyService());
    site = await startTestSite({ '/kettles': PAGE });
  });

  after(() => site?.[Symbol.asyncDispose]());

  test('no address, key or variable of the operator, and no header of the caller', async () => {
    const body = {
      url: `${site.origin}/kettles`,
      headers: { cookie: 'session=secret-of-caller' },
      formats: ['markdown', 'rawHtml', 'summary'],
    };
    // No summary.
    model.play(() => ({ value: {} }));
    await service.call('/v2/scrape', body);
    await service.call('/v2/scrape', { ...body, proxy: 'enhanced', timeout: 20_000 });
    const { body: activity } = await service.call('/v2/team/activity');
    const ids = (activity.data as Array<{ id: string }>).map(({ id }) => id);
    assert.equal(ids.length, 2);
    const inside = [
      ...Object.values(model.environment),
      MODEL_KEY,
      SHARED_PROXY,
      'name-of-proxy',
      '127.0.0.1:9',
      'secret-of',
    ];
    const seen: string[] = [];
    for (const id of ids) {
      const trace = await traceOf(service.call, id);
      const said = JSON.stringify([trace, (await service.call(`/v2/team/scrapes/${id}/parts`)).body]);
      for (const each of inside) assert.ok(!said.includes(each), `${each} in ${said}`);
      seen.push(...trace.steps.map(({ name, isFailed }) => (isFailed ? `${name} failed` : name)));
    }
    // Both the model and the proxy had their say.
    assert.ok(seen.includes('model failed') && seen.includes('proxy'), seen.join());
  });
});
