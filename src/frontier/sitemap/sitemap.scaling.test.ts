import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { deflateRepeated } from '../../../test/support/documents/hostile/deflate-repeated.ts';
import { readSitemap } from './sitemap.ts';
import type { SitemapContent } from './sitemap-content.ts';

const MEBIBYTE = 2 ** 20;
/** RFC 1952 section 2.3.1: deflate, no name, no time, a file of Unix. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const BASE = new URL('https://site.test/maps/sitemap.xml');

async function read(body: string | Uint8Array): Promise<SitemapContent> {
  return readSitemap(typeof body === 'string' ? Buffer.from(body) : body, undefined, { baseUrl: BASE });
}

function urlset(...inner: string[]): string {
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${inner.join('\n')}\n</urlset>\n`;
}

function page(loc: string): string {
  return `<url><loc>${loc}</loc></url>`;
}

describe('sitemap: sizes', () => {
  it('50,000 URLs are read, in linear time', () =>
    assertLinear(50_000, (size) => {
      const urls = Array.from(
        { length: size },
        (_, index) =>
          `<url><loc>https://site.test/shop/article-${index}?a=1&amp;b=2</loc><lastmod>2024-01-01T00:00:00+00:00</lastmod><changefreq>daily</changefreq><priority>0.8</priority></url>`,
      );
      const body = Buffer.from(urlset(...urls));
      return async () => {
        const { entries, isTruncated } = await read(body);
        assert.deepEqual([entries.length, isTruncated], [size, false]);
      };
    }));

  it('give other work its turn and stop for the signal', async () => {
    const body = Buffer.from(urlset(...Array.from({ length: 20_000 }, (_, index) => page(`/${index}`))));
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('enough')));
    const reading = readSitemap(body, undefined, { baseUrl: BASE, signal: controller.signal });
    await assert.rejects(reading, { message: 'enough' });
  });

  it('end at 200,000 entries, also of entries without a URL', async () => {
    const entries = page('x:').repeat(200_000);
    const { entries: found, isTruncated } = await read(urlset(entries, page('/late')));
    assert.deepEqual([found, isTruncated], [[], true]);
    const lines = await read(`${'http://[\n'.repeat(200_000)}http://site.test/late\n`);
    assert.deepEqual([lines.entries, lines.isTruncated], [[], true]);
  });

  it('end at 64 Mi characters of URLs, which a long address makes of short ones', async () => {
    const baseUrl = new URL(`/${'a'.repeat(8_000)}/`, BASE);
    const line = `${baseUrl.href}\n`;
    const lines = Buffer.alloc(8_500 * line.length, line);
    for (const body of [Buffer.from(urlset(page('b').repeat(20_000))), lines]) {
      const { entries, isTruncated } = await readSitemap(body, undefined, { baseUrl });
      assert.equal(isTruncated, true);
      assert.ok(entries.length > 8_000 && entries.length < 8_400, String(entries.length));
    }
    const longBase = new URL(`/${'a'.repeat(9_000)}/`, BASE);
    const tooLong = await readSitemap(Buffer.from(urlset(page('b'), page('/c'))), undefined, {
      baseUrl: longBase,
    });
    assert.deepEqual(tooLong.entries, [{ url: 'https://site.test/c' }]);
  });

  it('do not pass 64 MiB, however small the gzip', async () => {
    // The end of the file, with its checksum, is never reached.
    const start = Buffer.from(urlset(page('/a')));
    const blanks = Buffer.alloc(MEBIBYTE, ' ');
    const bomb = Buffer.concat([GZIP_HEADER, deflateRepeated(blanks, 66, start, Buffer.alloc(0))]);
    assert.ok(bomb.length < 100_000);
    const { entries, isTruncated } = await read(bomb);
    assert.deepEqual([entries, isTruncated], [[{ url: 'https://site.test/a' }], true]);
  });
});
