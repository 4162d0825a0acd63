import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WordedOptions } from './crawl-words.ts';
import { readByRules } from './read-by-rules.ts';

const PATHS = [
  '/',
  '/about',
  '/pricing',
  '/blog',
  '/blog/2023/hello-world',
  '/blog/2024/kubernetes-at-home',
  '/blog/2025/what-we-learnt',
  '/blog/archive',
  '/docs',
  '/docs/api/errors',
  '/docs/changelog',
  '/docs/guide/install',
  '/docs/manual.pdf',
  '/en/help/billing',
  '/de/help/rechnung',
  '/de/impressum',
  '/release-notes',
  '/careers/engineer',
  '/login',
  '/tags/linux',
];
const SITE = {
  listed: PATHS.map((path) => new URL(path, 'https://example.com')),
  linked: [],
};
const NOW = new Date('2026-06-01T00:00:00Z');

function read(prompt: string): { options: WordedOptions; unknown: readonly string[] } {
  const { options, unknown } = readByRules(prompt, SITE, NOW);
  return { options, unknown };
}

const under = (...paths: string[]): string[] => paths.map((path) => `^${path}(?:/|$)`);

const UNDERSTOOD: ReadonlyArray<readonly [prompt: string, options: WordedOptions]> = [
  ['only the blog', { includePaths: under('/blog') }],
  ['docs but not changelog', { includePaths: under('/docs'), excludePaths: under('/docs/changelog') }],
  ['at most 50 pages', { limit: 50 }],
  ['two levels deep', { maxDiscoveryDepth: 2 }],
  ['Only the blog, no archives', { includePaths: under('/blog'), excludePaths: under('/blog/archive') }],
  [
    'Crawl the documentation, but skip the API reference',
    { includePaths: under('/docs'), excludePaths: under('/docs/api') },
  ],
  ['everything except the blog', { excludePaths: under('/blog') }],
  ['all but /tags and /login', { excludePaths: under('/tags', '/login') }],
  ['nothing but the pricing page', { includePaths: under('/pricing') }],
  ['Scrape the first 20 blog posts', { limit: 20, includePaths: under('/blog') }],
  ['up to 1,000 pages of the docs', { limit: 1_000, includePaths: under('/docs') }],
  ['a hundred pages max', { limit: 100 }],
  ['max 5k pages', { limit: 5_000 }],
  ['no more than ten pages, one level deep', { limit: 10, maxDiscoveryDepth: 1 }],
  ['fewer than 30 pages', { limit: 29 }],
  ['don’t go deeper than 3 levels', { maxDiscoveryDepth: 3 }],
  ['depth 2', { maxDiscoveryDepth: 2 }],
  ['max depth of 4', { maxDiscoveryDepth: 4 }],
  ['within two clicks of the home page', { maxDiscoveryDepth: 2 }],
  ['only the pages linked from the start page', { maxDiscoveryDepth: 1 }],
  ['just this page', { limit: 1 }],
  ['blog posts from 2024', { includePaths: [String.raw`^/blog(?:/.*)?[/_.-](?:2024)(?:[/_.-]|$)`] }],
  ['blog posts since 2024', { includePaths: [String.raw`^/blog(?:/.*)?[/_.-](?:2024|2025)(?:[/_.-]|$)`] }],
  [
    'posts between 2023 and 2024',
    { includePaths: [String.raw`^/blog(?:/.*)?[/_.-](?:2023|2024)(?:[/_.-]|$)`] },
  ],
  [
    'blog articles about kubernetes',
    { includePaths: [String.raw`^/blog(?:/.*)?[/_.-](?i:kubernetes)(?:[/_.-]|$)`] },
  ],
  ['the German help pages', { includePaths: under('/de/help') }],
  ['nothing in German', { excludePaths: under('/de') }],
  ['only PDFs', { includePaths: [String.raw`\.(?i:pdf)$`] }],
  ['the docs without PDF files', { includePaths: under('/docs'), excludePaths: [String.raw`\.(?i:pdf)$`] }],
  ['only the pages in the sitemap', { sitemap: 'only' }],
  ['ignore the sitemap', { sitemap: 'skip' }],
  ['the whole site including subdomains', { crawlEntireDomain: true, allowSubdomains: true }],
  ['no subdomains and no external links', { allowSubdomains: false, allowExternalLinks: false }],
  ['follow links to other sites', { allowExternalLinks: true }],
  ['without query strings', { ignoreQueryParameters: true }],
  ['wait 2 seconds between pages', { delay: 2 }],
  ['one page per second', { delay: 1 }],
  ['500 ms between requests', { delay: 0.5 }],
  ['release notes and careers', { includePaths: under('/release-notes', '/careers') }],
  ['nur der Blog, höchstens 20 Seiten', { includePaths: under('/blog'), limit: 20 }],
  ['https://example.com/docs/guide/*', { includePaths: under('/docs/guide') }],
  [
    'Please crawl /blog and /docs but not /docs/changelog, max 100 pages',
    {
      includePaths: under('/blog', '/docs'),
      excludePaths: under('/docs/changelog'),
      limit: 100,
    },
  ],
  ['only the webinars', { includePaths: under('/webinars') }],
];

describe('a prompt read by rules', () => {
  for (const [prompt, options] of UNDERSTOOD)
    test(prompt, () => assert.deepEqual(read(prompt), { options, unknown: [] }));
});

describe('what is not understood', () => {
  const unknown: ReadonlyArray<readonly [prompt: string, options: WordedOptions, unknown: string[]]> = [
    ['the blog in a cheerful mood', { includePaths: under('/blog') }, ['cheerful mood']],
    ['Summarise what matters', {}, ['Summarise what matters']],
    ['', {}, []],
    ['the latest 20 posts', { limit: 20, includePaths: under('/blog') }, ['latest']],
  ];
  for (const [prompt, options, phrases] of unknown)
    test(prompt, () => assert.deepEqual(read(prompt), { options, unknown: phrases }));

  test('robots.txt is never ignored, and the warning says so', () => {
    for (const prompt of [
      'ignore robots.txt',
      'the blog, bypass the robots.txt rules',
      "don't respect robots",
    ]) {
      const { options, warnings } = readByRules(prompt, SITE, NOW);
      assert.ok(!('ignoreRobotsTxt' in options), prompt);
      assert.match(warnings.join(' '), /robots\.txt is kept: words never switch it off/, prompt);
    }
  });

  test('a year that no address has is said', () => {
    const { options, warnings } = readByRules('blog posts from 2019', SITE, NOW);
    assert.deepEqual(options, { includePaths: under('/blog') });
    assert.match(warnings.join(' '), /No known address holds the year 2019/);
  });
});
