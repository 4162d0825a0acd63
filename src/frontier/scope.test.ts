import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../lib/service-error.ts';
import { openPatternThread } from './patterns/pattern-thread.ts';
import { createScope, type Finding, type ScopeOptions } from './scope.ts';

const SEARCH = { thread: openPatternThread(), teamId: 'one' };

type Options = Partial<Omit<ScopeOptions, 'start'>>;

async function judgementOf(
  start: string,
  url: string,
  options: Options = {},
  discovery: Partial<Finding> = {},
): Promise<string> {
  const scope = createScope(
    {
      start: new URL(start),
      crawlEntireDomain: false,
      allowExternalLinks: false,
      allowSubdomains: false,
      includePaths: [],
      excludePaths: [],
      regexOnFullURL: false,
      ...options,
    },
    SEARCH,
  );
  const judgement = await scope.judge(new URL(url), { depth: 1, fromExternal: false, ...discovery });
  if (!judgement.isInScope) return judgement.reason;
  return judgement.isExternal ? 'in, external' : 'in';
}

const BLOG = 'https://example.com/blog';

describe('scope: children of the start', () => {
  const cases: Array<[start: string, url: string, judgement: string]> = [
    [BLOG, 'https://example.com/blog', 'in'],
    [BLOG, 'https://example.com/blog/', 'in'],
    [BLOG, 'https://example.com/blog?page=2', 'in'],
    [BLOG, 'https://example.com/blog/a/b', 'in'],
    [BLOG, 'https://example.com/blog-archive', 'parent path'],
    [BLOG, 'https://example.com/Blog/a', 'parent path'],
    [BLOG, 'https://example.com/', 'parent path'],
    [BLOG, 'https://example.com/about', 'parent path'],
    ['https://example.com/blog/', 'https://example.com/blog', 'in'],
    ['https://example.com/docs/index.html', 'https://example.com/docs/a', 'in'],
    ['https://example.com/docs/intro.php?x=1', 'https://example.com/docs/', 'in'],
    ['https://example.com/docs/v1.2', 'https://example.com/docs/v1.2/a', 'in'],
    ['https://example.com/docs/v1.2', 'https://example.com/docs/v1.3/a', 'parent path'],
    ['https://example.com/index.html', 'https://example.com/anything', 'in'],
    ['https://example.com', 'https://example.com/anything', 'in'],
    ['https://example.com/%7Eme', 'https://example.com/~me/a', 'in'],
    ['https://example.com/blog?all=1#top', 'https://example.com/blog/a', 'in'],
  ];
  for (const [start, url, judgement] of cases) {
    it(`from ${start}, ${url}: ${judgement}`, async () =>
      assert.equal(await judgementOf(start, url), judgement));
  }

  it('crawlEntireDomain takes siblings and parents', async () => {
    assert.equal(await judgementOf(BLOG, 'https://example.com/', { crawlEntireDomain: true }), 'in');
    assert.equal(await judgementOf(BLOG, 'https://example.com/about', { crawlEntireDomain: true }), 'in');
    assert.equal(await judgementOf(BLOG, 'https://example.org/', { crawlEntireDomain: true }), 'external');
  });
});

describe('scope: hosts', () => {
  const cases: Array<[start: string, url: string, without: string, withSubdomains: string]> = [
    ['https://example.com', 'http://www.example.com/a', 'in', 'in'],
    ['http://www.example.com', 'https://example.com/a', 'in', 'in'],
    ['https://EXAMPLE.com', 'https://example.com./a', 'in', 'in'],
    ['https://example.com', 'https://docs.example.com/a', 'subdomain', 'in'],
    ['https://docs.example.com', 'https://example.com/a', 'subdomain', 'in'],
    ['https://docs.example.com', 'https://blog.example.com/a', 'subdomain', 'in'],
    ['https://example.com', 'https://notexample.com/a', 'external', 'external'],
    ['https://example.com', 'https://example.com.evil.example/a', 'external', 'external'],
    ['https://a.example.co.uk', 'https://b.example.co.uk/a', 'subdomain', 'in'],
    ['https://example.co.uk', 'https://other.co.uk/a', 'external', 'external'],
    ['https://a.github.io', 'https://b.github.io/a', 'external', 'external'],
    ['http://192.0.2.1', 'http://192.0.2.2/a', 'external', 'external'],
    ['http://192.0.2.1', 'http://192.0.2.1/a', 'in', 'in'],
    ['http://[2001:db8::1]', 'http://[2001:db8::1]/a', 'in', 'in'],
    ['http://localhost:3000', 'http://localhost:3000/a', 'in', 'in'],
    ['http://localhost:3000', 'http://localhost:3001/a', 'external', 'external'],
    ['http://intranet', 'http://wiki.intranet/a', 'subdomain', 'in'],
  ];
  for (const [start, url, without, withSubdomains] of cases) {
    it(`from ${start}, ${url}: ${without}, with subdomains ${withSubdomains}`, async () => {
      assert.equal(await judgementOf(start, url), without);
      assert.equal(await judgementOf(start, url, { allowSubdomains: true }), withSubdomains);
    });
  }

  it('the start folder holds on subdomains too', async () => {
    const url = 'https://docs.example.com/about';
    assert.equal(await judgementOf(BLOG, url, { allowSubdomains: true }), 'parent path');
    assert.equal(await judgementOf(BLOG, url, { allowSubdomains: true, crawlEntireDomain: true }), 'in');
  });
});

describe('scope: external links', () => {
  const options = { allowExternalLinks: true };
  const page = 'https://other.example/article';

  it('are followed for one hop, wherever they lead', async () => {
    assert.equal(await judgementOf(BLOG, page, options), 'in, external');
    assert.equal(await judgementOf(BLOG, 'https://docs.example.com/a', options), 'in, external');
    assert.equal(await judgementOf(BLOG, page, options, { fromExternal: true }), 'external');
  });

  it('that lead home from elsewhere count as internal', async () => {
    assert.equal(
      await judgementOf(BLOG, 'https://example.com/blog/a', options, { fromExternal: true }),
      'in',
    );
  });

  it('do not lead to bare home pages', async () => {
    assert.equal(await judgementOf(BLOG, 'https://other.example', options), 'external home page');
    assert.equal(await judgementOf(BLOG, 'https://other.example/#top', options), 'external home page');
    assert.equal(await judgementOf(BLOG, 'https://other.example/?p=1', options), 'in, external');
    assert.equal(await judgementOf(BLOG, 'https://other.example'), 'external');
  });

  it('obey the other rules', async () => {
    assert.equal(await judgementOf(BLOG, page, { ...options, excludePaths: ['article'] }), 'excluded');
    assert.equal(await judgementOf(BLOG, page, { ...options, includePaths: ['^/blog'] }), 'not included');
    assert.equal(await judgementOf(BLOG, 'https://other.example/a.zip', options), 'file type');
    assert.equal(await judgementOf(BLOG, page, { ...options, maxDiscoveryDepth: 0 }), 'too deep');
  });
});

describe('scope: what is no page', () => {
  const cases: Array<[url: string, judgement: string]> = [
    ['mailto:a@example.com', 'scheme'],
    ['javascript:void(0)', 'scheme'],
    ['ftp://example.com/a', 'scheme'],
    ['data:text/html,a', 'scheme'],
    ['https://example.com/photo.JPG?w=200', 'file type'],
    ['https://example.com/film.mp4', 'file type'],
    ['https://example.com/all.tar.gz', 'file type'],
    ['https://example.com/app.js', 'file type'],
    ['https://example.com/style.css', 'file type'],
    ['https://example.com/logo.svg', 'file type'],
    ['https://example.com/font.woff2', 'file type'],
    ['https://example.com/report.pdf', 'in'],
    ['https://example.com/letter.docx', 'in'],
    ['https://example.com/table.xlsx', 'in'],
    ['https://example.com/feed.xml', 'in'],
    ['https://example.com/data.json', 'in'],
    ['https://example.com/page.html', 'in'],
    ['https://example.com/get.php?file=a.zip', 'in'],
    ['https://example.com/release-1.2', 'in'],
    ['https://example.com/photo.jpg/details', 'in'],
    ['https://example.com/wiki/Node.js', 'in'],
    ['https://example.com/w/File:Photo.jpg', 'in'],
    ['https://example.com/w/File%3APhoto.jpg', 'in'],
  ];
  for (const [url, judgement] of cases) {
    it(`${url}: ${judgement}`, async () =>
      assert.equal(await judgementOf('https://example.com', url), judgement));
  }
});

describe('scope: patterns and depth', () => {
  const root = 'https://example.com';

  it('excludePaths go before includePaths, and the pattern is told', async () => {
    const options = { includePaths: ['^/docs/'], excludePaths: ['x', '/old/'] };
    assert.equal(await judgementOf(root, 'https://example.com/docs/a', options), 'in');
    assert.equal(await judgementOf(root, 'https://example.com/docs/old/a', options), 'excluded');
    assert.equal(await judgementOf(root, 'https://example.com/blog', options), 'not included');
    const scope = createScope(
      {
        start: new URL(root),
        crawlEntireDomain: false,
        allowExternalLinks: false,
        allowSubdomains: false,
        regexOnFullURL: false,
        ...options,
      },
      SEARCH,
    );
    assert.deepEqual(
      await scope.judge(new URL('https://example.com/docs/old/a'), { depth: 0, fromExternal: false }),
      {
        isInScope: false,
        reason: 'excluded',
        pattern: '/old/',
      },
    );
  });

  it('the start is judged like any other', async () => {
    assert.equal(await judgementOf(root, root, { includePaths: ['^/docs/'] }, { depth: 0 }), 'not included');
  });

  it('regexOnFullURL sees host and query', async () => {
    const options = { excludePaths: ['^https://example\\.com/a\\?b'], regexOnFullURL: true };
    assert.equal(await judgementOf(root, 'https://example.com/a?b=1', options), 'excluded');
    assert.equal(await judgementOf(root, 'https://example.com/a', options), 'in');
  });

  it('maxDiscoveryDepth is the last depth taken', async () => {
    const url = 'https://example.com/a';
    assert.equal(await judgementOf(root, url, { maxDiscoveryDepth: 1 }, { depth: 1 }), 'in');
    assert.equal(await judgementOf(root, url, { maxDiscoveryDepth: 1 }, { depth: 2 }), 'too deep');
    assert.equal(await judgementOf(root, url, { maxDiscoveryDepth: 0 }, { depth: 0 }), 'in');
    assert.equal(await judgementOf(root, url, {}, { depth: 1_000 }), 'in');
  });

  it('a pattern that does not compile is named', async () => {
    await assert.rejects(
      judgementOf(root, root, { excludePaths: ['a', '('] }),
      (error) => error instanceof ServiceError && error.message.startsWith('excludePaths[1] '),
    );
  });
});
