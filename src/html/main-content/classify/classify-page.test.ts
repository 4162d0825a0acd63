import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtml } from '../../parse.ts';
import { classifyPage } from './classify-page.ts';
import { readEvidence } from './page-evidence.ts';
import type { PageShape } from './page-shape.ts';
import type { PageType } from './page-type.ts';

const mixed: PageShape = {
  prose: 500,
  comments: 0,
  proseShare: 0.5,
  linkShare: 0.2,
  codeShare: 0,
  prices: 0,
  cards: 0,
  cardShare: 0,
  headlines: 0,
};

function typeOf(html: string, shape: Partial<PageShape> = {}): PageType {
  return classifyPage(readEvidence(parseHtml(html)), { ...mixed, ...shape });
}

const jsonLd = (type: string): string => `<script type="application/ld+json">{"@type": "${type}"}</script>`;
const canonical = (address: string): string => `<link rel="canonical" href="${address}">`;

describe('classifyPage', () => {
  const cases: ReadonlyArray<
    readonly [type: PageType, sign: string, html: string, shape?: Partial<PageShape>]
  > = [
    ['article', 'JSON-LD', jsonLd('NewsArticle')],
    ['article', 'microdata', '<article itemtype="https://schema.org/BlogPosting">'],
    ['article', 'og:type', '<meta property="og:type" content="article">'],
    ['article', 'prose and nothing else', '<p>', { proseShare: 0.9 }],
    ['forum', 'JSON-LD', jsonLd('DiscussionForumPosting')],
    ['forum', 'generator', '<meta name="generator" content="phpBB">'],
    ['forum', 'address', canonical('https://forum.example.org/threads/12')],
    [
      'forum',
      'comments that are nearly all of its prose',
      canonical('https://example.org/story/a-long-talk-about-the-river'),
      { prose: 7000, comments: 6800, proseShare: 0.8 },
    ],
    [
      'forum',
      'comments that are most of its prose, and its address',
      `${canonical('https://riverforum.com/start/will-this-old-boat-do')}<meta property="og:type" content="article">`,
      { prose: 1500, comments: 1250, proseShare: 0.8 },
    ],
    [
      'article',
      'comments that are most of its prose, where no address speaks for a forum',
      `${canonical('https://river.example/start/will-this-old-boat-do')}<meta property="og:type" content="article">`,
      { prose: 1500, comments: 1250, proseShare: 0.8 },
    ],
    ['listing', 'headlines', canonical('https://river.example/science'), { headlines: 40 }],
    [
      'collection',
      'headlines with prices',
      canonical('https://river.example/shop/boats'),
      { headlines: 40, prices: 30 },
    ],
    ['article', 'headlines below a post', jsonLd('NewsArticle'), { headlines: 40 }],
    ['product', 'JSON-LD', jsonLd('Product')],
    ['product', 'microdata', '<div itemscope itemtype="https://schema.org/Product">'],
    ['product', 'og:type', '<meta property="og:type" content="product">'],
    ['collection', 'og:type', '<meta property="og:type" content="product.group">'],
    ['collection', 'many products', jsonLd('Product').repeat(20)],
    ['collection', 'prices', '<p>', { proseShare: 0.1, prices: 40, cards: 20, cardShare: 0.8 }],
    ['documentation', 'generator', '<meta name="generator" content="Docusaurus v3">'],
    ['documentation', 'address', canonical('https://docs.example.org/reference/start')],
    ['documentation', 'code', '<p>', { codeShare: 0.1 }],
    ['service', 'home page', canonical('https://example.org/')],
    ['service', 'body class', '<body class="page-template page-id-4">'],
    ['listing', 'links', canonical('https://example.org/tags/boats'), { linkShare: 0.7, proseShare: 0.1 }],
  ];
  for (const [type, sign, html, shape] of cases)
    it(`${type} by ${sign}`, () => assert.equal(typeOf(html, shape), type));
});
