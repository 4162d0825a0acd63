import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Firecrawl } from 'firecrawl';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { runCliCalls } from '../support/run-cli.ts';
import { shareRemoteService, shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';

const CLIENT_CLI = fileURLToPath(new URL('../../node_modules/firecrawl-cli/dist/index.js', import.meta.url));

function page(title: string, links: readonly string[] = []): string {
  return `<!doctype html><title>${title}</title><main><h1>${title}</h1>
    <p>Some prose that is long enough to be seen as the content of this page by anyone who looks.</p>
    ${links.map((href) => `<a href="${href}">to ${href}</a>`).join(' ')}</main>`;
}

function startSite(): Promise<LoopbackSite> {
  return startTestSite({
    '/': page('Home', ['/plans', '/about?tab=2', 'https://elsewhere.example/']),
    '/plans': page('Pricing', ['/plans/team']),
    '/plans/team': page('Plans for teams'),
    '/news': page('News'),
    '/about': page('About'),
    '/slow': () => undefined,
    '/sitemap.xml': (request, response) =>
      answer(
        `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://${request.headers.host}/news</loc></url></urlset>`,
        { 'content-type': 'application/xml' },
      )(request, response),
  });
}

for (const mode of ['embedded', 'remote'] as const) {
  describe(`map on the ${mode} database`, () => {
    let site: LoopbackSite;
    let service: CalledService;
    let client: Firecrawl;

    before(async () => {
      site = await startSite();
      service = await (mode === 'remote' ? shareRemoteService() : shareTestService());
      client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
    });

    after(async () => {
      await site?.[Symbol.asyncDispose]();
    });

    test('the npm client: links with titles, ordered by relevance to search', async () => {
      const { id, links } = await client.map(site.origin);
      assert.match(id ?? '', /^[\da-f-]{36}$/);
      assert.deepEqual(
        links.map(({ url, title }) => [url.replace(site.origin, ''), title]),
        [
          ['/', 'Home'],
          ['/news', 'News'],
          ['/plans', 'Pricing'],
          ['/plans/team', 'Plans for teams'],
        ],
      );
      const found = await client.map(site.origin, {
        search: 'team plans',
        sitemap: 'include',
        includeSubdomains: false,
        ignoreQueryParameters: false,
        limit: 3,
        timeout: 20_000,
        location: { country: 'DE', languages: ['de'] },
      });
      assert.equal(found.links[0]?.url, `${site.origin}/plans/team`);
      assert.equal(found.links.length, 3);
    });

    test('queries are pages when they are asked for; every URL can be fetched', async () => {
      const { links } = await client.map(site.origin, { ignoreQueryParameters: false });
      const urls = links.map(({ url }) => url);
      assert.ok(urls.includes(`${site.origin}/about?tab=2`));
      for (const url of urls) assert.equal((await fetch(url)).status, 200, url);
    });

    test('refusals and failures over the wire', async () => {
      const unknown = await service.call('/v2/map', { url: site.origin, nonsense: 1 });
      assert.deepEqual([unknown.status, unknown.body.code], [400, 'BAD_REQUEST']);
      assert.equal((await service.call('/v2/map', { url: site.origin, limit: 100_001 })).status, 400);
      const late = await service.call('/v2/map', {
        url: `${site.origin}/slow`,
        sitemap: 'skip',
        ignoreCache: true,
        timeout: 500,
      });
      assert.deepEqual([late.status, late.body.success, late.body.code], [408, false, 'MAP_TIMEOUT']);
      const guarded = await service.call('/v2/map', { url: 'http://[::1]/' });
      assert.deepEqual([guarded.status, guarded.body.code], [403, 'SCRAPE_ADDRESS_NOT_ALLOWED']);
      const tolerated = await service.call('/v2/map', {
        url: site.origin,
        useIndex: true,
        filterByPath: true,
        headers: { 'x-a': 'b' },
        auditMetadata: {},
        crawlEntireDomain: true,
        maxDiscoveryDepth: 2,
        origin: 'test',
        integration: 'test',
      });
      assert.equal(tolerated.status, 200);
      assert.equal(tolerated.body.warning, 'maxDiscoveryDepth is not supported by map and was ignored.');
    });

    test('it costs one credit and is listed among the activity', async () => {
      const usage = async (): Promise<number> =>
        (await client.getCreditUsageHistorical()).periods.reduce(
          (sum, { creditsUsed }) => sum + creditsUsed,
          0,
        );
      const spent = await usage();
      const { id } = await client.map(site.origin);
      assert.equal((await usage()) - spent, 1);
      const { body } = await service.call('/v2/team/activity?endpoint=map&limit=1');
      assert.deepEqual(
        body.data.map((entry: { id: string; target: string }) => [entry.id, entry.target]),
        [[id, site.origin]],
      );
    });

    test('a scrape after a map finds its pages in the cache', async () => {
      await client.map(site.origin);
      const { metadata } = await client.scrape(`${site.origin}/plans`);
      assert.equal(metadata?.cacheState, 'hit');
    });

    test("the client's own command line", async () => {
      await using home = await mkdtempDisposable(path.join(tmpdir(), 'decant-map-'));
      const run = async (...args: string[]): Promise<string> => {
        const { stdout } = await promisify(execFile)(process.execPath, [CLIENT_CLI, 'map', ...args], {
          env: {
            PATH: process.env['PATH'],
            HOME: home.path,
            FIRECRAWL_API_URL: service.url,
            FIRECRAWL_API_KEY: service.key,
            FIRECRAWL_NO_TELEMETRY: '1',
            FIRECRAWL_NO_UPDATE_CHECK: '1',
          },
          timeout: 60_000,
        });
        return stdout;
      };
      const paths = (await run(site.origin)).trim().split('\n');
      assert.deepEqual(
        paths,
        ['/', '/news', '/plans', '/about?tab=2', '/plans/team'].map((each) => site.origin + each),
      );
      const json = JSON.parse(await run(site.origin, '--search', 'news', '--limit', '2', '--json'));
      assert.deepEqual(json.data.links[0], { url: `${site.origin}/news`, title: 'News' });
    });
  });
}

describe('decant map', () => {
  test('prints one URL a line, or JSON, without a service', async () => {
    await using site = await startSite();
    const environment = { DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}` };
    const [plain, json, none, wrong] = await runCliCalls(
      [
        ['map', site.origin, '--limit', '3'],
        ['map', site.origin, '--json', '--search', 'pricing'],
        ['map', `${site.origin}/slow`, '--timeout', '500', '--sitemap', 'skip'],
        ['map'],
      ],
      environment,
    );
    assert.deepEqual([plain!.code, plain!.stderr], [0, '']);
    assert.equal(plain!.stdout, ['/', '/news', '/plans'].map((each) => `${site.origin}${each}\n`).join(''));
    assert.deepEqual(JSON.parse(json!.stdout).links[0], { url: `${site.origin}/plans`, title: 'Pricing' });
    assert.deepEqual([none!.code, none!.stdout], [1, '']);
    assert.match(none!.stderr, /MAP_TIMEOUT/);
    assert.equal(wrong!.code, 2);
  });
});
