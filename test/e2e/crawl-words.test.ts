import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import { sitemapOf, startCrawlSite, type CrawlSite } from '../support/crawl-site.ts';
import { callCli } from '../support/run-cli.ts';
import { shareModelService, shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { failure, SAID } from '../support/habits/habit.ts';
import { MODEL_KEY, type ModelServer } from '../support/model-server.ts';

const PAGES = {
  '/': { links: ['/blog', '/docs', '/pricing', '/shop?sort=up'] },
  '/blog': { links: ['/blog/2024/first', '/blog/2025/second'] },
  '/blog/2024/first': {},
  '/blog/2025/second': {},
  '/docs': { links: ['/docs/changelog', '/docs/install'] },
  '/docs/changelog': {},
  '/docs/install': { links: ['/blog'] },
  '/pricing': {},
  '/shop': {},
};

function pathsOf(documents: ReadonlyArray<{ metadata?: { sourceURL?: unknown } }>): string[] {
  return documents.map(({ metadata }) => new URL(String(metadata?.sourceURL)).pathname).toSorted();
}

describe('a crawl by words, read by rules', () => {
  let site: CrawlSite;
  let service: CalledService;
  let client: Firecrawl;

  before(async () => {
    site = await startCrawlSite({ pages: PAGES, robots: 'User-agent: *\nDisallow: /shop' });
    service = await shareTestService();
    client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
  });
  after(() => site?.[Symbol.asyncDispose]());

  const preview = (prompt: string, url = `${site.origin}/`) =>
    service.call('/v2/crawl/params-preview', { url, prompt });

  test('the npm client gets the options of a prompt, with what was not understood', async () => {
    const data = await client.crawlParamsPreview(
      `${site.origin}/`,
      'docs but not changelog, at most 50 pages, two levels deep, with a smile',
    );
    const { warning, ...options } = data;
    assert.deepEqual(options, {
      url: `${site.origin}/`,
      includePaths: ['^/docs(?:/|$)', '^/$'],
      excludePaths: ['/changelog(?:/|$)'],
      limit: 50,
      maxDiscoveryDepth: 2,
    });
    assert.match(String(warning), /^Not understood: "smile"\./);
    assert.match(String(warning), /start page is crawled as well/);
  });

  test('the npm client crawls what a prompt says', async () => {
    const job = await client.crawl(`${site.origin}/`, { prompt: 'only the blog', pollInterval: 1 });
    assert.equal(job.status, 'completed');
    assert.deepEqual(pathsOf(job.data), ['/', '/blog', '/blog/2024/first', '/blog/2025/second']);
  });

  test('a start tells the options, and its status the warning; what is given wins', async () => {
    const { body } = await service.call('/v2/crawl', {
      url: `${site.origin}/`,
      prompt: 'the blog and the docs, 3 pages, ignore robots.txt, sing',
      limit: 10_000,
      sitemap: 'skip',
    });
    assert.deepEqual(body.promptGeneratedOptions, {
      includePaths: ['^/blog(?:/|$)', '^/docs(?:/|$)', '^/$'],
    });
    assert.equal(body.finalCrawlerOptions.limit, 10_000);
    assert.equal(body.finalCrawlerOptions.sitemap, 'skip');
    assert.equal(body.finalCrawlerOptions.ignoreRobotsTxt, false);
    assert.match(body.warning, /Not understood: "sing"\..*robots\.txt is kept/);
    const status = await service.call(`/v2/crawl/${body.id}`);
    assert.match(status.body.warning, /Not understood: "sing"/);
  });

  test('patterns that are given are taken instead of those of words', async () => {
    const { body } = await service.call('/v2/crawl', {
      url: `${site.origin}/`,
      prompt: 'only the docs, at most 2 pages',
      includePaths: ['^/blog'],
    });
    assert.deepEqual(body.promptGeneratedOptions, { limit: 2 });
    assert.deepEqual(body.finalCrawlerOptions.includePaths, ['^/blog']);
  });

  test('words that mean nothing, and parts that the site has not, are refused', async () => {
    for (const [prompt, message] of [
      ['be brilliant', /could not be turned into options.*DECANT_LLM_BASE_URL/],
      ['only the webinars', /no known address of the site fits \(\^\/webinars.*Known are \/, \/blog, \/docs/],
    ] as const) {
      const previewed = await preview(prompt);
      assert.deepEqual([previewed.status, previewed.body.code], [400, 'BAD_REQUEST']);
      assert.match(previewed.body.error, message);
      assert.deepEqual(previewed.body.details[0].path, ['prompt']);
      const started = await service.call('/v2/crawl', { url: `${site.origin}/`, prompt });
      assert.deepEqual([started.status, started.body.error], [400, previewed.body.error]);
    }
    assert.equal((await preview('')).status, 400);
    assert.equal((await preview('x'.repeat(10_001))).status, 400);
    assert.equal((await preview('the blog', 'ftp://a.test')).status, 400);
  });

  test('a site that does not answer leaves guesses, which the warning calls so', async () => {
    const { status, body } = await preview('only the blog', 'http://no-such-host.invalid/');
    assert.equal(status, 200);
    assert.deepEqual(body.data.includePaths, ['^/blog(?:/|$)']);
    assert.match(body.warning, /patterns are guesses/);
  });

  test('a part beside the folder of the start opens the domain', async () => {
    const { body } = await preview('the blog', `${site.origin}/docs/install`);
    assert.equal(body.data.crawlEntireDomain, true);
    assert.deepEqual(body.data.includePaths, ['^/blog(?:/|$)', '^/docs/install$']);
  });

  test('pages that a sitemap lists need no start page', async () => {
    await using listed = await startCrawlSite({
      pages: (name) =>
        name === '/sitemap.xml'
          ? sitemapOf(Object.keys(PAGES).map((page) => `${listed.origin}${page}`))
          : PAGES[name as keyof typeof PAGES],
    });
    const job = await client.crawl(`${listed.origin}/`, { prompt: 'only the blog', pollInterval: 1 });
    assert.deepEqual(pathsOf(job.data), ['/blog', '/blog/2024/first', '/blog/2025/second']);
  });

  test('a crawl that keeps nothing, and an idempotency key, answer as others do', async () => {
    const headers = { 'x-idempotency-key': 'words-1' };
    const sent = { url: `${site.origin}/`, prompt: 'only the blog, 2 pages' };
    const first = await service.call('/v2/crawl', sent, { headers });
    assert.deepEqual((await service.call('/v2/crawl', sent, { headers })).body, first.body);
    const secret = await service.call('/v2/crawl', { ...sent, zeroDataRetention: true });
    assert.equal(secret.body.promptGeneratedOptions.limit, 2);
  });
});

test('the command line crawls what a prompt says, with its own database', async () => {
  await using site = await startCrawlSite({ pages: PAGES });
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-words-'));
  const { code, stdout, stderr } = await callCli(
    ['crawl', `${site.origin}/`, '--prompt', 'only the docs but no changelog, warmly', '--json'],
    { DECANT_DATA_DIR: path.join(folder.path, 'data'), DECANT_ALLOW_ADDRESSES: '127.0.0.0/8' },
  );
  assert.equal(code, 0, stderr);
  const documents = stdout.trimEnd().split('\n');
  assert.deepEqual(pathsOf(documents.map((line) => JSON.parse(line) as { metadata: object })), [
    '/',
    '/docs',
    '/docs/install',
  ]);
  assert.match(stderr, /Not understood: "warmly"/);
});

describe('a crawl by words, read by a language model', () => {
  let site: CrawlSite;
  let model: ModelServer;
  let service: CalledService;
  const say: { answer: unknown } = { answer: {} };

  before(async () => {
    site = await startCrawlSite({ pages: PAGES });
    ({ service, model } = await shareModelService());
    model.play(() =>
      typeof say.answer === 'number' ? { reply: failure(say.answer, MODEL_KEY) } : { value: say.answer },
    );
  });
  after(() => site?.[Symbol.asyncDispose]());

  const preview = (answer: unknown, prompt = 'what they write about money') => {
    say.answer = answer;
    return service.call('/v2/crawl/params-preview', { url: `${site.origin}/`, prompt });
  };

  test('it is shown the paths of the site, and its patterns are tried on them', async () => {
    const { body } = await preview({
      includePaths: ['^/pricing$', '^/made-up/', '(?=look)'],
      excludePaths: ['^/docs/'],
      limit: 7,
      notUnderstood: ['they write', 'nobody said this'],
    });
    assert.deepEqual(body.data, {
      url: `${site.origin}/`,
      includePaths: ['^/pricing$', '^/$'],
      excludePaths: ['^/docs/'],
      limit: 7,
    });
    assert.match(body.warning, /^Not understood: "they write"\./);
    assert.match(body.warning, /No known address fits \^\/made-up\/.*left out/);
    assert.match(body.warning, /is not a valid regular expression/);
    const { prompt, body: sent } = model.asked.at(-1)!;
    for (const page of ['/pricing', '/blog', '/docs', 'what they write about money'])
      assert.ok(prompt.includes(page), page);
    assert.ok(!JSON.stringify(sent).includes('robotsTxt'));
  });

  test('options that it has no right to are an answer that does not fit', async () => {
    const { status, body } = await preview(
      { ignoreRobotsTxt: true, robotsUserAgent: 'x', limit: 3 },
      'the blog',
    );
    assert.equal(status, 200);
    assert.ok(!('ignoreRobotsTxt' in body.data) && !('robotsUserAgent' in body.data));
  });

  test('where it fails the rules read the prompt, and nothing of the endpoint is told', async () => {
    const { body } = await preview(401, 'only the blog');
    assert.deepEqual(body.data.includePaths, ['^/blog(?:/|$)', '^/$']);
    assert.match(
      body.warning,
      /The language model does not accept our key.*: the prompt was read by rules\./,
    );
    for (const secret of [SAID, MODEL_KEY, model.origin]) {
      assert.ok(!JSON.stringify(body).includes(secret));
      assert.ok(!service.logs().includes(secret));
    }
  });

  test('a crawl goes where it says', async () => {
    say.answer = { includePaths: ['^/pricing$'] };
    const client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
    const job = await client.crawl(`${site.origin}/`, { prompt: 'what it costs', pollInterval: 1 });
    assert.deepEqual(pathsOf(job.data), ['/', '/pricing']);
  });
});
