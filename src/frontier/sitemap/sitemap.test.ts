import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readSitemap } from './sitemap.ts';
import type { SitemapContent } from './sitemap-content.ts';

const BASE = new URL('https://site.test/maps/sitemap.xml');
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

async function read(body: string | Uint8Array, contentType?: string): Promise<SitemapContent> {
  return readSitemap(typeof body === 'string' ? Buffer.from(body) : body, contentType, { baseUrl: BASE });
}

async function urlsOf(body: string | Uint8Array, contentType?: string): Promise<string[]> {
  return (await read(body, contentType)).entries.map(({ url }) => url);
}

function urlset(...inner: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${XMLNS}>\n${inner.join('\n')}\n</urlset>\n`;
}

function page(loc: string): string {
  return `<url><loc>${loc}</loc></url>`;
}

describe('sitemap: XML', () => {
  it('lists pages with the date as written', async () => {
    const body = urlset(
      '<url><loc> https://site.test/a?x=1&amp;y=2 </loc><lastmod>2024-05-01</lastmod><changefreq>daily</changefreq></url>',
      '<url>\n  <priority>0.5</priority>\n  <loc>\n    http://other.test/b\n  </loc>\n</url>',
    );
    assert.deepEqual(await read(body), {
      kind: 'urlset',
      entries: [
        { url: 'https://site.test/a?x=1&y=2', lastModified: '2024-05-01' },
        { url: 'http://other.test/b' },
      ],
      isTruncated: false,
    });
  });

  it('lists the sitemaps of an index', async () => {
    const body = `<sitemapindex ${XMLNS}><sitemap><loc>https://site.test/1.xml.gz</loc><lastmod>2024-01-01T10:00:00+00:00</lastmod></sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>`;
    assert.deepEqual(await read(body), {
      kind: 'index',
      entries: [
        { url: 'https://site.test/1.xml.gz', lastModified: '2024-01-01T10:00:00+00:00' },
        { url: 'https://site.test/2.xml' },
      ],
      isTruncated: false,
    });
  });

  it('resolves relative URLs, and passes over what is no page', async () => {
    const locs = [
      '/a',
      'b',
      '../c',
      '//cdn.test/d',
      '?e',
      'mailto:x@y.test',
      'ftp://site.test/',
      'http://',
      '',
    ];
    assert.deepEqual(await urlsOf(urlset(...locs.map(page))), [
      'https://site.test/a',
      'https://site.test/maps/b',
      'https://site.test/c',
      'https://cdn.test/d',
      'https://site.test/maps/sitemap.xml?e',
    ]);
  });

  it('does not take images, videos and translations for pages', async () => {
    const body = urlset(
      `<url>
        <image:image><image:loc>https://site.test/before.png</image:loc><image:title>Not a title</image:title></image:image>
        <xhtml:link rel="alternate" hreflang="de" href="https://site.test/de"/>
        <video:video><video:content_loc>https://site.test/v.mp4</video:content_loc></video:video>
        <loc>https://site.test/page</loc>
        <image:image><image:loc>https://site.test/after.png</image:loc></image:image>
      </url>`,
      '<url><image:image><image:loc>https://site.test/alone.png</image:loc></image:image></url>',
    );
    assert.deepEqual((await read(body)).entries, [{ url: 'https://site.test/page' }]);
  });

  it('takes the title of news', async () => {
    const body = urlset(
      '<url><loc>https://site.test/n</loc><news:news><news:publication><news:name>Paper</news:name></news:publication><news:title>War &amp;\n  Peace</news:title></news:news></url>',
    );
    assert.deepEqual((await read(body)).entries, [{ url: 'https://site.test/n', title: 'War & Peace' }]);
  });

  it('knows prefixes, capitals and CDATA', async () => {
    const body = `<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9"><sm:url><sm:loc><![CDATA[https://site.test/a?b=1&c=<2>]]></sm:loc></sm:url></sm:urlset>`;
    assert.deepEqual(await urlsOf(body), ['https://site.test/a?b=1&c=%3C2%3E']);
    assert.deepEqual(await urlsOf('<URLSET><URL><LOC>/a</LOC></URL></URLSET>'), ['https://site.test/a']);
    assert.deepEqual(await urlsOf(urlset(page('https://site.test/<![CDATA[x&y]]>/z'))), [
      'https://site.test/x&y/z',
    ]);
  });

  it('passes over comments, instructions and what only looks like a tag', async () => {
    const body = urlset(
      '<!-- <url><loc>/no</loc></url> -- > -->',
      '<?php echo "<url><loc>/no</loc></url>" ?>',
      page('/a<!-- b -->c'),
      '< 3 <> </>',
      page('/d'),
    );
    assert.deepEqual(await urlsOf(body), ['https://site.test/ac', 'https://site.test/d']);
  });

  it('has no pages in an empty one', async () => {
    const nothing = { kind: 'urlset', entries: [], isTruncated: false };
    assert.deepEqual(await read(`<urlset ${XMLNS}/>`), nothing);
    assert.deepEqual(await read(urlset()), nothing);
  });

  it('believes the entries more than the root', async () => {
    const body = `<urlset ${XMLNS}><sitemap><loc>/1.xml</loc></sitemap></urlset>`;
    assert.equal((await read(body)).kind, 'index');
  });
});

describe('sitemap: entities', () => {
  it('are the five of XML and numbers', async () => {
    assert.deepEqual(await urlsOf(urlset(page('/&#97;&#x62;?&quot;=&apos;&amp;c&lt;&gt;'))), [
      'https://site.test/ab?%22=%27&c%3C%3E',
    ]);
  });

  it('that a document type declares are not expanded', async () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level};`.repeat(10)}">`,
    );
    const laughs = `<?xml version="1.0"?>\n<!DOCTYPE lolz [\n<!ENTITY lol0 "lol">\n${levels.join('\n')}\n]>\n`;
    const [url] = await urlsOf(`${laughs}<urlset>${page('https://site.test/&lol9;')}</urlset>`);
    assert.equal(url, 'https://site.test/&lol9;');
  });

  it('of files elsewhere are not fetched', async () => {
    const dtd = `<!DOCTYPE urlset SYSTEM "http://127.0.0.1:1/x.dtd" [<!ENTITY secret SYSTEM "file:///etc/passwd"> %remote;]>`;
    assert.deepEqual(await urlsOf(`<?xml version="1.0"?>${dtd}<urlset>${page('/&secret;')}</urlset>`), [
      'https://site.test/&secret;',
    ]);
  });
});

describe('sitemap: encodings', () => {
  const body = urlset(page('https://site.test/ä'));
  const expected = ['https://site.test/%C3%A4'];

  it('are told by a byte order mark', async () => {
    assert.deepEqual(await urlsOf(`\uFEFF${body}`), expected);
    const little = Buffer.from(`\uFEFF${body}`, 'utf16le');
    assert.deepEqual(await urlsOf(little, 'text/xml; charset=utf-8'), expected);
    assert.deepEqual(await urlsOf(Buffer.from(little).swap16()), expected);
  });

  it('are told by the start of the XML declaration', async () => {
    assert.deepEqual(await urlsOf(Buffer.from(body, 'utf16le')), expected);
    assert.deepEqual(await urlsOf(Buffer.from(body, 'utf16le').swap16()), expected);
  });

  it('are told by header or declaration', async () => {
    const latin1 = Buffer.from(body.replace('UTF-8', 'ISO-8859-1'), 'latin1');
    assert.deepEqual(await urlsOf(latin1), expected);
    assert.deepEqual(await urlsOf(Buffer.from(body, 'latin1'), 'text/xml; charset=latin1'), expected);
  });
});

describe('sitemap: gzip', () => {
  const zipped = gzipSync(urlset(page('/a')));

  it('is told by the bytes, whatever the label', async () => {
    for (const contentType of ['application/gzip', 'text/xml', undefined])
      assert.deepEqual(await urlsOf(zipped, contentType), ['https://site.test/a']);
    assert.deepEqual(await urlsOf(urlset(page('/a')), 'application/x-gzip'), ['https://site.test/a']);
  });

  it('may be applied twice, and to text', async () => {
    assert.deepEqual(await urlsOf(gzipSync(zipped)), ['https://site.test/a']);
    assert.deepEqual(await urlsOf(gzipSync('https://site.test/t\n')), ['https://site.test/t']);
  });

  it('is read as far as it is undamaged', async () => {
    const many = urlset(...Array.from({ length: 5000 }, (_, index) => page(`/${index}-${index * 7919}`)));
    const cut = gzipSync(many).subarray(0, 20_000);
    const content = await read(cut);
    assert.equal(content.kind, 'urlset');
    assert.equal(content.isTruncated, true);
    assert.ok(content.entries.length > 1000, String(content.entries.length));
    assert.equal(content.entries[999]?.url, `https://site.test/999-${999 * 7919}`);
  });
});

describe('sitemap: text', () => {
  it('has one URL a line', async () => {
    const text = `\uFEFFhttps://site.test/a\r\n  http://site.test/b b\n\thttp://site.test/c \n\nsee http://site.test/d\rHTTPS://SITE.test/e`;
    assert.deepEqual(await read(text, 'text/plain'), {
      kind: 'text',
      entries: [
        { url: 'https://site.test/a' },
        { url: 'http://site.test/c' },
        { url: 'https://site.test/e' },
      ],
      isTruncated: false,
    });
  });

  it('may be UTF-16', async () => {
    const text = Buffer.from('\uFEFFhttps://site.test/a\r\nhttps://site.test/b\r\n', 'utf16le');
    assert.deepEqual(await urlsOf(text), ['https://site.test/a', 'https://site.test/b']);
  });
});

describe('sitemap: feeds', () => {
  it('RSS 2.0', async () => {
    const body = `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
      <title>Blog</title><link>https://site.test/</link><atom:link href="https://site.test/feed" rel="self"/>
      <image><url>https://site.test/logo.png</url><title>Logo</title><link>https://site.test/</link></image>
      <item><title>One &lt;b&gt;</title><link>https://site.test/1</link><pubDate>Mon, 06 Sep 2021 00:01:00 +0000</pubDate>
        <description><![CDATA[<a href="/no">no</a><link>/no</link>]]></description><guid isPermaLink="false">17</guid></item>
      <item><title>Two</title><guid>https://site.test/2</guid></item>
      <item><title>No link</title><guid>17</guid></item>
      <item><atom:link href="/no"/><source url="/no"><link>/no</link></source><link>/3</link></item>
    </channel></rss>`;
    assert.deepEqual(await read(body, 'application/rss+xml'), {
      kind: 'feed',
      entries: [
        { url: 'https://site.test/1', title: 'One <b>', lastModified: 'Mon, 06 Sep 2021 00:01:00 +0000' },
        { url: 'https://site.test/2', title: 'Two' },
        { url: 'https://site.test/3' },
      ],
      isTruncated: false,
    });
  });

  it('RSS 1.0', async () => {
    const body = `<rdf:RDF xmlns:rdf="x" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="/"><link>/</link><items><rdf:Seq><rdf:li resource="/1"/></rdf:Seq></items></channel>
      <item rdf:about="/1"><title>T</title><link>/1</link><dc:date>2020-01-01</dc:date></item></rdf:RDF>`;
    assert.deepEqual(await read(body), {
      kind: 'feed',
      entries: [{ url: 'https://site.test/1', title: 'T', lastModified: '2020-01-01' }],
      isTruncated: false,
    });
  });

  it('Atom', async () => {
    const body = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title><link href="/"/>
      <entry><title type="xhtml"><div>Hello <b>you</b></div></title><link rel="edit" href="/edit"/><link rel='alternate' type="text/html" href='/1?a=1&amp;b=2'/>
        <source><title>Other</title><link href="/no"/><updated>1999-01-01</updated></source><updated>2021-01-01T00:00:00Z</updated></entry>
      <entry><link href="/2"/><id>urn:2</id></entry></feed>`;
    assert.deepEqual(await read(body, 'application/atom+xml'), {
      kind: 'feed',
      entries: [
        { url: 'https://site.test/1?a=1&b=2', title: 'Hello you', lastModified: '2021-01-01T00:00:00Z' },
        { url: 'https://site.test/2' },
      ],
      isTruncated: false,
    });
  });
});

describe('sitemap: broken files', () => {
  it('are read as far as they go', async () => {
    const whole = urlset(page('/a'), page('/b'));
    const cut = whole.slice(0, whole.indexOf('b</loc>') + 1);
    assert.deepEqual(await read(cut), {
      kind: 'urlset',
      entries: [{ url: 'https://site.test/a' }],
      isTruncated: true,
    });
  });

  it('may lack closing tags', async () => {
    const body = '<urlset><url><loc>/a<lastmod>2020-01-01<url><loc>/b</lo><url><loc>/c</loc></urlset>';
    const { entries } = await read(body);
    assert.deepEqual(entries, [
      { url: 'https://site.test/a', lastModified: '2020-01-01' },
      { url: 'https://site.test/b' },
      { url: 'https://site.test/c' },
    ]);
  });

  it('may have raw ampersands and angle brackets', async () => {
    const body = urlset(page('/a?b=1&c=2&copy=3'), page('/1<2'), page('/d'));
    assert.deepEqual(await urlsOf(body), [
      'https://site.test/a?b=1&c=2&copy=3',
      'https://site.test/1%3C2',
      'https://site.test/d',
    ]);
  });

  it('may begin with warnings or without their root', async () => {
    assert.deepEqual(await urlsOf(`<br />\n<b>Warning</b>: x in y\n${urlset(page('/a'))}`), [
      'https://site.test/a',
    ]);
    assert.deepEqual(await urlsOf(`Notice: 1 < 2\n\n${urlset(page('/a'))}`), ['https://site.test/a']);
    assert.deepEqual(await urlsOf(`  \n${page('/a')}${page('/b')}`), [
      'https://site.test/a',
      'https://site.test/b',
    ]);
  });

  it('of other kinds are unknown', async () => {
    const bodies = [
      '',
      'Not found',
      '<!DOCTYPE html><html><head><title>404</title></head><body><url><loc>/a</loc></url></body></html>',
      '<?xml version="1.0"?><error><code>NoSuchKey</code></error>',
      '{"urls":["https://site.test/a"]}',
      Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]),
      Buffer.from([0, 1, 2, 0xff, 0xfe]),
    ];
    for (const body of bodies) {
      const { kind, entries } = await read(body, 'text/xml');
      assert.deepEqual({ kind, entries }, { kind: 'unknown', entries: [] }, String(body));
    }
  });

  it('have no URL of more than 8,192 characters and no endless title', async () => {
    const body = urlset(
      page(`/${'a'.repeat(9000)}`),
      `<url><loc>/b</loc><lastmod>${'9'.repeat(100)}</lastmod><news:title>${'t'.repeat(5000)}</news:title></url>`,
    );
    assert.deepEqual((await read(body)).entries, [{ url: 'https://site.test/b', title: 't'.repeat(1000) }]);
  });
});
