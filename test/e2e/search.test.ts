import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import { startMcpClient } from '../support/mcp-client.ts';
import { runCliCalls } from '../support/run-cli.ts';
import { runPublicCli } from '../support/run-public-cli.ts';
import { openProviderServer, type ProviderServer } from '../support/search-providers/open-provider-server.ts';
import { playedBrave } from '../support/search-providers/brave.ts';
import { PROVIDER_KEY } from '../support/search-providers/played-provider.ts';
import { playedSearxng } from '../support/search-providers/searxng.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { shareTestService } from '../support/share-test-service.ts';
import { addTestTeam } from '../support/add-test-team.ts';
import { createCall, startTestService, type TestService } from '../support/test-service.ts';
import { openHeldSite, type HeldSite } from '../support/held-site.ts';

describe('search of own pages', () => {
  let site: HeldSite;
  before(async () => {
    site = await openHeldSite();
  });
  after(() => site?.[Symbol.asyncDispose]());

  test('a page is found as soon as it was scraped, by its team alone, and never after a sealed scrape', async () => {
    const [service, stranger] = await Promise.all([shareTestService(), shareTestService()]);
    const empty = (await service.call('/v2/search', { query: 'lamp' })).body;
    assert.deepEqual(empty.data, { web: [] });
    assert.match(empty.warning, /has scraped no pages yet.*DECANT_SEARCH/);
    await service.call('/v2/scrape', { url: `${site.origin}/open` });
    await service.call('/v2/scrape', { url: `${site.origin}/sealed`, zeroDataRetention: true });
    const { body } = await service.call('/v2/search', {
      query: 'lamp',
      scrapeOptions: { formats: ['markdown'] },
    });
    const [found, ...others] = body.data.web;
    assert.deepEqual(
      [found.url, found.title, found.position, others],
      [`${site.origin}/open`, 'Page /open', 1, []],
    );
    assert.match(found.description, /All about \/open/);
    assert.equal(found.metadata.cacheState, 'hit');
    assert.match(body.warning, /^Only the one page that this team had scraped was searched/);
    assert.deepEqual((await stranger.call('/v2/search', { query: 'lamp' })).body.data.web, []);
  });
});

describe('search', () => {
  let searxng: ProviderServer;
  let brave: ProviderServer;
  let site: HeldSite;
  let service: TestService;
  let environment: Record<string, string>;

  before(async () => {
    [searxng, brave, site] = await Promise.all([
      openProviderServer(playedSearxng),
      openProviderServer(playedBrave),
      openHeldSite(),
    ]);
    environment = {
      DECANT_ALLOW_ADDRESSES: '127.0.0.0/8',
      DECANT_SEARCH: 'searxng,brave',
      DECANT_SEARXNG_URL: searxng.origin,
      DECANT_BRAVE_URL: brave.origin,
      DECANT_BRAVE_API_KEY: brave.settings.apiKey ?? '',
    };
    service = await startTestService({ environment });
  });
  after(async () => {
    for (const each of [service, site, searxng, brave]) await each?.[Symbol.asyncDispose]();
  });

  /** Results for the pages of the site under these paths, at both providers. */
  function have(...paths: string[]): void {
    for (const provider of [searxng, brave]) {
      provider.play(undefined);
      provider.requests.length = 0;
      provider.results.length = 0;
      provider.results.push(
        ...paths.map((route, at) => ({
          url: new URL(route, site.origin).href,
          title: `Lamp ${at + 1}`,
          text: `It is lamp ${at + 1}.`,
          date: '2026-01-02T00:00:00.000Z',
          image: { url: `${site.origin}/${at}.png`, width: 640, height: 480 },
        })),
      );
    }
  }

  const search = (body: object, init = {}) => service.call('/v2/search', { query: 'lamp', ...body }, init);

  test('the npm client: every source as a name and as an object, with their fields and places', async () => {
    have('/a', '/b');
    const client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
    const data = await client.search('lamp', { sources: ['web', { type: 'news' }, 'images'], limit: 5 });
    assert.deepEqual(data.web, [
      { url: `${site.origin}/a`, title: 'Lamp 1', description: 'It is lamp 1.', position: 1 },
      { url: `${site.origin}/b`, title: 'Lamp 2', description: 'It is lamp 2.', position: 2 },
    ]);
    const news = { title: 'Lamp 1', url: `${site.origin}/a`, snippet: 'It is lamp 1.', position: 1 };
    assert.deepEqual(data.news?.[0], { ...news, date: '2026-01-02T00:00:00.000Z' });
    assert.deepEqual(data.images?.[1], {
      title: 'Lamp 2',
      imageUrl: `${site.origin}/1.png`,
      imageWidth: 640,
      imageHeight: 480,
      url: `${site.origin}/b`,
      position: 2,
    });
    const web = await client.search('lamp', { scrapeOptions: { formats: ['markdown', 'links'] }, limit: 1 });
    assert.deepEqual(Object.keys(web), ['web']);
    const [first] = web.web as Array<{ markdown: string; title: string; links: string[]; metadata: any }>;
    assert.match(first?.markdown ?? '', /^# Lamp\n\nAll about \/a\./);
    assert.deepEqual([first?.title, first?.links, first?.metadata.statusCode], ['Lamp 1', [], 200]);
  });

  test('ten results are scraped at once, and each is charged', async () => {
    have(...Array.from({ length: 10 }, (_, at) => `/held/${at}`));
    const { key } = await addTestTeam(service, { maxConcurrency: 20 });
    // No page is answered before all of them were asked for.
    const { body } = await createCall(service.url, key)('/v2/search', {
      query: 'lamp',
      scrapeOptions: { formats: ['markdown'] },
    });
    assert.equal(body.data.web.length, 10);
    for (const { markdown } of body.data.web) assert.match(markdown, /All about \/held\//);
    assert.deepEqual([body.creditsUsed, body.warning], [12, null]);
    const usage = await createCall(service.url, key)('/v2/team/credit-usage/historical');
    assert.match(JSON.stringify(usage.body), /"creditsUsed":12/);
    // The search itself holds no slot, or a team with one would wait for itself.
    have('/a', '/b');
    const single = await addTestTeam(service, { maxConcurrency: 1 });
    const { data } = (await search({ scrapeOptions: { formats: ['markdown'] } }, single)).body;
    assert.deepEqual(
      data.web.map(({ markdown }: { markdown?: string }) => markdown !== undefined),
      [true, true],
    );
  });

  test('a page that fails says why and one that is slow stays plain; the others have their content', async () => {
    have('/a', '/never', 'http://10.0.0.1/');
    const { status, body } = await search({ timeout: 2_000, scrapeOptions: { formats: ['markdown'] } });
    assert.equal(status, 200);
    const [good, slow, refused] = body.data.web;
    assert.match(good.markdown, /All about/);
    assert.deepEqual(Object.keys(slow), ['url', 'title', 'description', 'position']);
    assert.deepEqual([refused.metadata.sourceURL, refused.metadata.statusCode], ['http://10.0.0.1/', 403]);
    assert.match(refused.metadata.error, /not allowed|not be/i);
    assert.equal(body.warning, `Not scraped within 2000 ms, so without content: ${site.origin}/never.`);
    assert.equal(body.creditsUsed, 3);
    have('/a', 'http://10.0.0.1/', 'http://localhost/x');
    const valid = await search({ ignoreInvalidURLs: true });
    assert.deepEqual(
      valid.body.data.web.map(({ url }: { url: string }) => url),
      [`${site.origin}/a`],
    );
  });

  test('operators, domains, categories and times reach the provider, or are done on its results', async () => {
    have('https://github.com/a/lamp', 'https://a.test/x.pdf', 'https://b.test/old');
    const { body } = await search({
      query: 'lamp -inurl:old',
      categories: ['github', { type: 'pdf' }],
      tbs: 'qdr:y,foo:1',
      location: 'Berlin',
    });
    assert.deepEqual(
      body.data.web.map(({ url, category }: { url: string; category: string }) => [url, category]),
      [
        ['https://github.com/a/lamp', 'github'],
        ['https://a.test/x.pdf', 'pdf'],
      ],
    );
    assert.equal(searxng.requests[0]?.query['q'], 'lamp -inurl:old (site:github.com OR filetype:pdf)');
    assert.equal(searxng.requests[0]?.query['time_range'], 'year');
    assert.match(body.warning, /"foo:1" says nothing.*searxng cannot take location into account\./);
    const domains = await search({ includeDomains: ['A.test'] });
    assert.deepEqual(
      domains.body.data.web.map(({ url }: { url: string }) => url),
      ['https://a.test/x.pdf'],
    );
  });

  test('sources that there are not here give no list, an empty one has a reason', async () => {
    have();
    const ignored = await search({ sources: ['alexandria', { type: 'exchange' }] });
    assert.deepEqual([ignored.status, ignored.body.data, ignored.body.creditsUsed], [200, {}, 0]);
    assert.deepEqual(searxng.requests, []);
    const { body } = await search({ sources: ['web', 'images'] });
    assert.deepEqual(body.data, { web: [], images: [] });
    assert.match(body.warning, /searxng found nothing for this query.*searxng found no images/);
    assert.equal(body.creditsUsed, 0);
  });

  test('what is wrong with a request is said, and costs nothing', async () => {
    const both = await search({ includeDomains: ['a.test'], excludeDomains: ['b.test'] });
    assert.deepEqual([both.status, both.body.code], [400, 'BAD_REQUEST']);
    const branding = await search({ scrapeOptions: { formats: ['branding'] } });
    assert.deepEqual(branding.body.details[0].path, ['scrapeOptions', 'formats', 0]);
    const { headers } = await addTestTeam(service, { creditsGranted: 1 });
    assert.equal((await search({}, { headers })).status, 402);
    for (const body of [{ enterprise: ['zdr'] }, { enterprise: ['anon'] }, { zeroDataRetention: true }])
      assert.deepEqual((await search(body, { headers })).body.code, 'FEATURE_NOT_ENABLED');
  });

  test('zero retention: nothing of the query stays, in tables or logs; prices are its own', async () => {
    have('/a');
    const scrapeOptions = { formats: ['markdown'] };
    const secret = 'zanzibar';
    const zdr = await search({ query: `${secret} one`, enterprise: ['zdr'], scrapeOptions });
    const anon = await search({ query: `${secret} two`, enterprise: ['anon'] });
    const sealed = await search({
      query: `${secret} three`,
      scrapeOptions: { ...scrapeOptions, zeroDataRetention: true },
    });
    assert.deepEqual(
      [zdr, anon, sealed].map(({ body }) => body.creditsUsed),
      [12, 2, 4],
    );
    const { scrapeId } = zdr.body.data.web[0].metadata;
    assert.equal((await service.call(`/v2/scrape/${scrapeId}`)).status, 404);
    const open = await search({ query: 'quite public', sources: ['news'] });
    const activity = await service.call('/v2/team/activity?endpoint=search&limit=100');
    const targetOf = (id: string) =>
      activity.body.data.find((entry: { id: string }) => entry.id === id)?.target;
    assert.equal(targetOf(open.body.id), 'quite public');
    for (const { body } of [zdr, anon, sealed]) assert.equal(targetOf(body.id), null);
    assert.ok(!service.logs().includes(secret));
    await using db = await openServiceDatabase({ dataDir: service.dataDir });
    const { rows } = await db.query<{ id: string; target: string | null; trace: unknown }>(
      'select id, target, trace from call where id = any($1)',
      [[zdr, anon, sealed].map(({ body }) => body.id)],
    );
    assert.deepEqual(
      rows.map(({ target, trace }) => [target, trace]),
      Array.from({ length: 3 }, () => [null, null]),
    );
    const told = await db.query<{ trace: any[] }>('select trace from call where id = $1', [open.body.id]);
    const [step] = told.rows[0]?.trace ?? [];
    assert.deepEqual(
      [step.step, step.provider, step.source, step.results],
      ['provider', 'searxng', 'news', 1],
    );
  });

  test('lockdown asks no provider, and says so', async () => {
    have('/a');
    const { status, body } = await search({ scrapeOptions: { formats: ['markdown'], lockdown: true } });
    assert.equal(status, 200);
    assert.deepEqual([searxng.requests, brave.requests], [[], []]);
    assert.match(body.warning, /lockdown lets nothing out, so searxng, brave were not asked/);
  });

  test('the public tool for agents and the public command line', async () => {
    have('/a', '/b');
    await using mcp = await startMcpClient(service);
    const answer = await mcp.call('firecrawl_search', {
      query: 'lamp',
      limit: 2,
      scrapeOptions: { formats: ['markdown'], onlyMainContent: true },
    });
    assert.ok(answer.isError !== true, JSON.stringify(answer.content));
    const structured = answer.structuredContent ?? JSON.parse(answer.content[0]?.text ?? '');
    assert.equal(structured.data.web[1].title, 'Lamp 2');
    assert.match(structured.data.web[0].markdown, /All about \/a/);
    await using home = await mkdtempDisposable(path.join(tmpdir(), 'decant-public-'));
    const { code, stdout, stderr } = await runPublicCli(
      ['search', 'lamp', '--limit', '1', '--sources', 'web,news', '--scrape', '--json'],
      { home: home.path, service },
    );
    assert.equal(code, 0, stderr);
    const printed = JSON.parse(stdout);
    assert.match(printed.data.web[0].markdown, /All about/);
    assert.equal(printed.data.news[0].title, 'Lamp 1');
    const said = await service.call(`/v2/search/${printed.id}/feedback`, { rating: 'good' });
    assert.equal(said.status, 200);
  });

  test('the command: asked of the service, and done here', async () => {
    have('/a', '/b');
    const ofService = ['--service', service.url];
    const [urls, texts, here, locked, nothing] = await runCliCalls(
      [
        ['search', 'blue', 'lamp', ...ofService],
        ['search', 'lamp', '--limit', '1', '--scrape', 'markdown', ...ofService],
        ['search', 'lamp', '--sources', 'web,news', '--scrape', 'markdown', '--limit', '1', '--json'],
        ['search', 'lamp', '--own', ...ofService],
        ['search', ' '],
      ],
      { ...environment, DECANT_DATA_DIR: service.dataDir, DECANT_API_KEY: service.key },
    );
    assert.deepEqual([urls?.code, urls?.stdout], [0, `${site.origin}/a\n${site.origin}/b\n`], urls?.stderr);
    assert.equal(texts?.stdout, `1. Lamp 1\n${site.origin}/a\n\n# Lamp\n\nAll about /a.\n`);
    const { data, creditsUsed } = JSON.parse(here?.stdout ?? '');
    assert.deepEqual([data.web[0].title, data.news[0].snippet, creditsUsed], ['Lamp 1', 'It is lamp 1.', 3]);
    assert.match(data.web[0].markdown, /All about/);
    assert.match(locked?.stderr ?? '', /lockdown lets nothing out/);
    assert.deepEqual([nothing?.code, /takes a query/.test(nothing?.stderr ?? '')], [2, true]);
  });

  test('own pages and those of a provider are merged, each once', async () => {
    have('/a', '/b');
    await service.call('/v2/scrape', { url: `${site.origin}/b` });
    await service.call('/v2/scrape', { url: `${site.origin}/only-here` });
    const [merged, own] = await runCliCalls(
      [
        ['search', 'lamp', '--json'],
        ['search', '"about /only-here"', '--own', '--json'],
      ],
      {
        ...environment,
        DECANT_SEARCH: 'searxng,own',
        DECANT_DATA_DIR: service.dataDir,
        DECANT_API_KEY: service.key,
      },
    );
    const urls = JSON.parse(merged?.stdout ?? '').data.web.map(({ url }: { url: string }) => url);
    assert.deepEqual([...new Set(urls)], urls);
    assert.ok(urls.includes(`${site.origin}/only-here`), merged?.stderr);
    const [result, ...others] = JSON.parse(own?.stdout ?? '').data.web;
    assert.deepEqual([result?.url, others], [`${site.origin}/only-here`, []]);
    assert.match(result.description, /All about \/only-here/);
  });

  test('the examples of docs/search.md do what they say', async () => {
    have('/a', '/b', '/c', '/d');
    const text = await readFile(new URL('../../docs/search.md', import.meta.url), 'utf8');
    const [, body] = /```bash\n[^`]* -d '(\{[^']*\})'/.exec(text) ?? [];
    const { data } = (await service.call('/v2/search', body)).body;
    assert.deepEqual(Object.keys(data), ['web', 'news']);
    assert.match(data.news[3].markdown, /All about/);
    const commands = (/```sh\n([^`]*)```/.exec(text)?.[1] ?? '').trim().split('\n');
    const calls = commands.map((command) =>
      [...command.matchAll(/"([^"]*)"|(\S+)/g)]
        .slice(1)
        .map(([, quoted, bare]) => quoted ?? bare ?? '')
        .concat('--service', service.url),
    );
    const ends = await runCliCalls(calls, { DECANT_API_KEY: service.key });
    assert.deepEqual(
      ends.map(({ code }) => code),
      [0, 0, 0, 0],
      ends.map(({ stderr }) => stderr).join(''),
    );
    const [urls, texts, json, own] = ends.map(({ stdout }) => stdout);
    assert.equal(urls?.split('\n').length, 5);
    assert.equal(texts?.match(/All about/g)?.length, 3);
    assert.equal(JSON.parse(json ?? '').data.news.length, 4);
    assert.equal(own, '');
  });

  test('a provider that hangs leaves time for the next', async () => {
    have('/a');
    searxng.play(() => ({ hang: true }));
    const { status, body } = await search({ timeout: 2_000 });
    assert.equal(status, 200);
    assert.equal(body.data.web.length, 1);
    assert.equal(body.warning, 'searxng did not answer in time, so brave was asked.');
    brave.play(() => ({ hang: true }));
    const late = await search({ timeout: 1_000 });
    assert.deepEqual([late.status, late.body.code], [408, 'SCRAPE_TIMEOUT']);
    assert.match(
      late.body.error,
      /within 1000 ms: searxng did not .*DECANT_SEARXNG_URL.*brave did not .*DECANT_BRAVE_API_KEY/,
    );
  });

  test('a provider that fails is replaced; when all do the error names them and their variables', async () => {
    have('/a');
    searxng.play(() => ({ text: '<html>down</html>', status: 500 }));
    const { body } = await search({ sources: ['web'] });
    assert.equal(body.warning, 'searxng cannot be reached or fails, so brave was asked.');
    brave.play(() => ({ text: '{"half": ' }));
    const { status, body: none } = await search({});
    assert.deepEqual([status, none.code], [503, 'SEARCH_UNAVAILABLE']);
    assert.match(none.error, /brave gave no answer that can be read \(DECANT_BRAVE_API_KEY\)/);
    assert.equal(none.details.providers.at(-1).variable, 'DECANT_BRAVE_API_KEY');
    assert.ok(!JSON.stringify(none).includes(brave.origin));
    assert.ok(!service.logs().includes(PROVIDER_KEY));
  });
});
