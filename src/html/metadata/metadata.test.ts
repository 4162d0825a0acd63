import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collectMetadata, type PageMetadata } from '../metadata.ts';
import { META_FIELDS } from './fields.ts';
import { parseHtml } from '../parse.ts';

const BASE = new URL('https://example.com/dir/page.html');

function metadataOf(html: string, contentLanguage?: string): PageMetadata {
  return collectMetadata(parseHtml(html), BASE, contentLanguage);
}

function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}

describe('collectMetadata', () => {
  it('gives no key for what a page does not say', () => {
    assert.deepEqual(metadataOf(''), { ogLocaleAlternate: [] });
    assert.deepEqual(
      metadataOf('<meta name=description content=" "><meta name=x><meta content=y><title> </title>'),
      {
        ogLocaleAlternate: [],
      },
    );
  });

  it('reads every field of the wire contract from the head', () => {
    const html = `<html lang="en-GB"><head>
      <title>A &amp; B\n  c</title>
      <meta name="Description" content="About  it">
      <meta name="keywords" content="one, two"><meta name="robots" content="noindex">
      <link rel="shortcut icon" href="/f.ico">
      <meta property="og:title" content="OG"><meta property="og:description" content="OD">
      <meta property="og:url" content="/canonical"><meta property="og:image" content="i.png">
      <meta property="og:audio" content="a.mp3"><meta property="og:video" content="v.mp4">
      <meta property="og:determiner" content="the"><meta property="og:locale" content="en_GB">
      <meta property="og:locale:alternate" content="de_DE"><meta property="og:locale:alternate" content="fr_FR">
      <meta property="og:site_name" content="Site">
      <meta name="DCTERMS.created" content="1"><meta name="DC.date.created" content="2"><meta name="DC.Date" content="3">
      <meta name="dcterms.type" content="4"><meta name="dc.type" content="5"><meta name="dcterms.audience" content="6">
      <meta name="dcterms.subject" content="7"><meta name="dc.subject" content="8"><meta name="dc:description" content="9">
      <meta name="dcterms:keywords" content="10">
      <meta property="article:published_time" content="2026-01-01"><meta property="article:modified_time" content="2026-01-02">
      <meta property="article:section" content="News"><meta property="article:tag" content="x"><meta property="article:tag" content="y">`;
    const expected = {
      title: 'A & B c',
      description: 'About it',
      language: 'en-GB',
      keywords: 'one, two',
      robots: 'noindex',
      favicon: 'https://example.com/f.ico',
      ogTitle: 'OG',
      ogDescription: 'OD',
      ogUrl: 'https://example.com/canonical',
      ogImage: 'https://example.com/dir/i.png',
      ogAudio: 'https://example.com/dir/a.mp3',
      ogVideo: 'https://example.com/dir/v.mp4',
      ogDeterminer: 'the',
      ogLocale: 'en_GB',
      ogLocaleAlternate: ['de_DE', 'fr_FR'],
      ogSiteName: 'Site',
      dcTermsCreated: '1',
      dcDateCreated: '2',
      dcDate: '3',
      dcTermsType: '4',
      dcType: '5',
      dcTermsAudience: '6',
      dcTermsSubject: '7',
      dcSubject: '8',
      dcDescription: '9',
      dcTermsKeywords: '10',
      publishedTime: '2026-01-01',
      modifiedTime: '2026-01-02',
      articleSection: 'News',
      articleTag: 'x, y',
    };
    const metadata = metadataOf(html);
    assert.deepEqual(
      Object.fromEntries(Object.keys(expected).map((field) => [field, metadata[field]])),
      expected,
    );
    assert.deepEqual(
      Object.keys(META_FIELDS).filter((field) => !(field in expected)),
      [],
    );
  });

  it('gives every other meta name under its own key, repeats joined', () => {
    const html = `<meta name="Author" content="Ada"><meta name="author" content="Ada"><meta name="author" content="Bob">
      <meta name="twitter:card" property="twitter:kind" content="summary"><meta property="og:type" content="website">
      <meta property="og:image" content="1.png"><meta property="og:image" content="2.png"><meta itemprop="rating x" content="5">`;
    assert.deepEqual(metadataOf(`<head>${html}`), {
      ogImage: 'https://example.com/dir/1.png',
      ogLocaleAlternate: [],
      Author: 'Ada, Bob',
      'twitter:card': 'summary',
      'twitter:kind': 'summary',
      'og:type': 'website',
      'og:image': '1.png, 2.png',
      rating: '5',
      x: '5',
    });
  });

  it('names the author by JSON-LD where no meta element does, also by a reference', () => {
    const authorOf = (author: unknown, head = ''): unknown =>
      metadataOf(head + jsonLd({ '@type': 'Article', author }))['author'];
    assert.equal(authorOf('Ada'), 'Ada');
    assert.equal(authorOf({ '@type': 'Person', name: 'Ada O&#39;Hara' }), "Ada O'Hara");
    assert.equal(authorOf([{ name: 'Ada' }, { name: '山田 太郎' }, { name: 'Ada' }]), 'Ada, 山田 太郎');
    assert.equal(authorOf({ url: 'https://x.test/' }), undefined);
    assert.equal(authorOf('https://x.test/ada'), undefined);
    assert.equal(authorOf('Ada', '<meta name=author content=Bob>'), 'Bob');
    const graph = [
      { '@type': 'BlogPosting', author: { '@id': '#1' } },
      { '@type': 'Person', '@id': '#1', name: 'Ada' },
    ];
    assert.equal(metadataOf(jsonLd({ '@graph': graph }))['author'], 'Ada');
    assert.equal(metadataOf(jsonLd({ '@type': 'Review', author: 'Ada' }))['author'], undefined);
  });

  it('gives times in the form of ISO 8601 and keeps what the page wrote under its own name', () => {
    const metadata = metadataOf(
      '<meta property="article:published_time" content="2007-07-10 08:14:47 -0400">',
    );
    assert.equal(metadata.publishedTime, '2007-07-10T08:14:47-04:00');
    assert.equal(metadata['article:published_time'], '2007-07-10 08:14:47 -0400');
  });

  it('joins different descriptions and says equal ones once', () => {
    const meta = (text: string): string => `<meta name=description content="${text}">`;
    assert.equal(metadataOf(meta('a') + meta('b') + meta('a')).description, 'a, b');
  });

  it('leaves microdata of the body out of the other names', () => {
    assert.equal('price' in metadataOf('<body><div itemscope><meta itemprop=price content=5></div>'), false);
  });

  describe('title', () => {
    const cases: Array<[what: string, html: string, title: string | undefined]> = [
      ['the first title element', '<title>One</title><title>Two</title>', 'One'],
      ['a title element in the body', '<body><p>x<title>Late</title>', 'Late'],
      [
        'not the title of a drawing',
        '<svg><title>Icon</title></svg><meta property=og:title content=OG>',
        'OG',
      ],
      ['not the title in a template', '<template><title>T</title></template>', undefined],
      ['og:title', '<title> </title><meta property=og:title content=OG><h1>H</h1>', 'OG'],
      ['twitter:title', '<meta name=twitter:title content=TW><h1>H</h1>', 'TW'],
      [
        'JSON-LD',
        `${jsonLd({ '@type': 'Article', headline: 'Tom &amp; <i>Jerry</i>' })}<h1>H</h1>`,
        'Tom & Jerry',
      ],
      [
        'the first heading with text',
        '<h1><img alt=logo></h1><h1>Big<br><b>News</b><script>x</script></h1>',
        'Big News',
      ],
    ];
    for (const [what, html, title] of cases) it(what, () => assert.equal(metadataOf(html).title, title));
  });

  describe('language', () => {
    const pragma = '<meta http-equiv="Content-Language" content="fr, en">';
    const cases: Array<
      [what: string, html: string, header: string | undefined, language: string | undefined]
    > = [
      ['of the root element', `<html lang=de>${pragma}`, 'it', 'de'],
      ['of xml:lang', `<html xml:lang=de>${pragma}`, 'it', 'de'],
      ['of the meta element', pragma, 'it', 'fr'],
      ['of the header', '<html lang="">', 'pt-BR, en', 'pt-BR'],
      ['of og:locale', '<meta property=og:locale content=en_US>', undefined, 'en-US'],
      ['of JSON-LD', jsonLd({ '@type': 'WebPage', inLanguage: 'nl' }), undefined, 'nl'],
      ['not what is no language tag', '<html lang="{{lang}}">', '<script>', undefined],
    ];
    for (const [what, html, header, language] of cases) {
      it(what, () => assert.equal(metadataOf(html, header).language, language));
    }
  });

  describe('favicon', () => {
    const cases: Array<[html: string, favicon: string | undefined]> = [
      ['<link rel=icon href=a.svg><link rel=icon href=b.png>', 'https://example.com/dir/a.svg'],
      [
        '<link rel=apple-touch-icon href=t.png><link rel="SHORTCUT  ICON" href=f.ico>',
        'https://example.com/dir/f.ico',
      ],
      [
        '<link rel=mask-icon href=m.svg><link rel=apple-touch-icon-precomposed href=t.png>',
        'https://example.com/dir/t.png',
      ],
      [
        '<link rel=icon href="data:image/png;base64,AA"><link rel=icon href="javascript:x"><link rel=icon href="">',
        undefined,
      ],
      ['<link rel=stylesheet href=icon.css>', undefined],
    ];
    for (const [html, favicon] of cases) it(html, () => assert.equal(metadataOf(html).favicon, favicon));
  });

  describe('times', () => {
    it('from the head before JSON-LD before microdata', () => {
      const body =
        '<article itemscope><time itemprop=datePublished datetime=2003>x</time><meta itemprop=dateModified content=2006></article>';
      const ld = jsonLd({ '@type': 'NewsArticle', datePublished: '2002', dateModified: '2005' });
      const head =
        '<meta property=article:published_time content=2001><meta property=article:modified_time content=2004>';
      const timesOf = (html: string): unknown[] => [
        metadataOf(html).publishedTime,
        metadataOf(html).modifiedTime,
      ];
      assert.deepEqual(timesOf(head + ld + body), ['2001', '2004']);
      assert.deepEqual(timesOf(ld + body), ['2002', '2005']);
      assert.deepEqual(timesOf(body), ['2003', '2006']);
    });

    it('not those of an item inside the item', () => {
      const review = '<div itemprop=review itemscope><time itemprop=datePublished>2001</time></div>';
      assert.equal(metadataOf(`<div itemscope>${review}</div>`).publishedTime, undefined);
      assert.equal(
        metadataOf(`<div itemscope>${review}<i itemprop=datePublished>2002</i></div>`).publishedTime,
        '2002',
      );
    });

    it('of the thing the page is about before those of the page, and never of the site', () => {
      const site = { '@type': 'WebSite', name: 'Site', datePublished: '1999', description: 'The site' };
      const page = { '@type': 'WebPage', datePublished: '2001', description: 'The page' };
      const article = { '@type': ['schema:BlogPosting'], datePublished: '2002' };
      const metadata = metadataOf(
        jsonLd({ '@context': 'https://schema.org', '@graph': [site, page, article] }),
      );
      assert.equal(metadata.publishedTime, '2002');
      assert.equal(metadata.description, 'The page');
    });
  });

  it('reads the section from JSON-LD when the head has none', () => {
    assert.equal(
      metadataOf(jsonLd({ '@type': 'Article', articleSection: ['News', 7, 'World'] })).articleSection,
      'News, World',
    );
  });

  it('reads the description from microdata when nothing else has one', () => {
    assert.equal(
      metadataOf('<div itemscope><p itemprop="description">Good <b>tea</b></p></div>').description,
      'Good tea',
    );
  });

  it('leaves out addresses that are not http(s)', () => {
    const metadata = metadataOf(
      '<meta property=og:image content="javascript:alert(1)"><meta property=og:url content="http://[">',
    );
    assert.equal('ogImage' in metadata, false);
    assert.equal('ogUrl' in metadata, false);
  });
});

describe('collectMetadata on hostile pages', () => {
  it('never lets a page set what the service states, in any spelling', () => {
    const names = [
      'statusCode',
      'url',
      'sourceURL',
      'scrapeId',
      'error',
      'contentType',
      'proxyUsed',
      'cacheState',
      'cachedAt',
      'creditsUsed',
      'numPages',
      'totalPages',
      'timezone',
      'concurrencyLimited',
      'concurrencyQueueDurationMs',
      'status_code',
      'source-url',
      'SCRAPEID',
      'Content-Type',
      'content type',
    ];
    const html = names
      .map((name) => `<meta name="${name}" content=x><meta property="${name}" content=x>`)
      .join('');
    const metadata = metadataOf(html);
    delete metadata['content'];
    delete metadata['type'];
    assert.deepEqual(metadata, { ogLocaleAlternate: [] });
  });

  it('never lets a meta name take the place of a field with a meaning of its own', () => {
    const html = [
      'title',
      'Language',
      'favicon',
      'ogTitle',
      'ogLocaleAlternate',
      'publishedTime',
      'articletag',
    ]
      .map((name) => `<meta name="${name}" content=x>`)
      .join('');
    assert.deepEqual(metadataOf(html), { ogLocaleAlternate: [] });
  });

  it('never touches the prototype', () => {
    const names = [
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'valueOf',
      '__defineGetter__',
    ];
    const metadata = metadataOf(names.map((name) => `<meta name="${name}" content=x>`).join(''));
    assert.equal(Object.getPrototypeOf(metadata), Object.prototype);
    assert.deepEqual(Object.keys(metadata), ['ogLocaleAlternate', 'prototype']);
    const fromJsonLd = metadataOf(
      '<script type="application/ld+json">{"__proto__": {"@type": "Article", "headline": "x"}, "@type": "__proto__"}</script>',
    );
    assert.deepEqual(fromJsonLd, { ogLocaleAlternate: [] });
  });

  it('cuts values, names and the number of names', () => {
    const long = 'x'.repeat(50_000);
    const html = `<title>${long}</title><meta name=description content="${long}"><meta name="${long}" content=y>
      ${`<meta name=many content="${'v'.repeat(900)}">`.repeat(3)}
      ${Array.from({ length: 5000 }, (_, i) => `<meta name=n${i} content=x><meta name=repeated content=${i}>`).join('')}`;
    const metadata = metadataOf(html);
    assert.equal(metadata.title?.length, 10_000);
    assert.equal(metadata.description?.length, 10_000);
    assert.equal(metadata['many']?.length, 900);
    assert.ok((metadata['repeated']?.length ?? 0) <= 10_000);
    assert.equal(Object.keys(metadata).length, 203);
  });

  it('gives only text that any database takes', () => {
    const html = `<title>${'😀'.repeat(5001)}</title><meta name=a content="x&#0;y\u0007z&#xD800;">${jsonLd({ '@type': 'Article', description: 'a\u0000b\ud800c' })}`;
    const { title = '', description = '', a } = metadataOf(html);
    assert.ok(title.isWellFormed() && title.length === 10_000);
    assert.equal(description, 'a b\uFFFDc');
    assert.equal(a, 'x\uFFFDy z\uFFFD');
    const odd = metadataOf(`<title>x${'😀'.repeat(5001)}</title>`).title ?? '';
    assert.ok(odd.isWellFormed() && odd.length === 9_999);
  });
});
