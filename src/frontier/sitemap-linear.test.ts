// Files that are made to be read slowly: each is half a million characters, over which anything quadratic takes minutes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSitemap } from './sitemap/sitemap.ts';

const SIZE = 500_000;
const LIMIT_MS = 2_000;
const BASE = new URL('https://site.test/');

const UNITS = [
  '<',
  '<a',
  '<a ',
  '<a "',
  "<a '",
  '<a ">',
  '</',
  '<!',
  '<![',
  '<![a>',
  '<!--',
  '<!-->',
  '<?',
  '<![CDATA[',
  ']]>',
  ']',
  '] ',
  '&',
  '&#',
  '&#1',
  '&amp',
  '<url>',
  '<url><loc>',
  '<loc>a',
  '</loc>',
  '<url><loc>&#x',
  '<link href="',
  '<link href=\'"',
  '<item><link href ',
  '<title>a<b>',
  '<source>',
  'http://',
  'http://a\n',
  'http://a b\n',
  '\n',
  '\r',
  ' ',
  '\t \n',
  '\u2028',
  '\u00a0',
  'h',
  '\0',
];
const HEADS = [
  '',
  'x',
  '<urlset>',
  '<urlset><url><loc>',
  '<rss><item><link ',
  '<rss><item><title>',
  '<!DOCTYPE a [',
];

describe('sitemap: linear time', () => {
  for (const head of HEADS) {
    it(`after ${JSON.stringify(head)}`, async () => {
      for (const unit of UNITS) {
        const body = Buffer.from(head + unit.repeat(Math.ceil(SIZE / unit.length)));
        const start = performance.now();
        await readSitemap(body, 'text/xml; charset=utf-8', { baseUrl: BASE });
        const ms = performance.now() - start;
        assert.ok(ms < LIMIT_MS, `${JSON.stringify(unit)}: ${ms.toFixed()} ms`);
      }
    });
  }

  it('of one long tag, name, attribute and text', async () => {
    const long = 'a '.repeat(SIZE / 2);
    const bodies = [
      `<rss><item><link ${long}href="/a"/></item></rss>`,
      `<rss><item><link href${' '.repeat(SIZE)}/></item></rss>`,
      `<rss><item><link ${' href'.repeat(SIZE / 5)}/></item></rss>`,
      `<${'a'.repeat(SIZE)}><urlset>`,
      `<urlset><url><loc>${' '.repeat(SIZE)}/a</loc></url></urlset>`,
      `<rss><item><title>${long}</title></item></rss>`,
      `<!DOCTYPE a [${']'.repeat(SIZE)}`,
      `<!DOCTYPE a [${`]${' '.repeat(1000)}`.repeat(SIZE / 1000)}`,
    ];
    for (const body of bodies) {
      const start = performance.now();
      await readSitemap(Buffer.from(body), 'text/xml; charset=utf-8', { baseUrl: BASE });
      const ms = performance.now() - start;
      assert.ok(ms < LIMIT_MS, `${body.slice(0, 30)}: ${ms.toFixed()} ms`);
    }
  });
});
