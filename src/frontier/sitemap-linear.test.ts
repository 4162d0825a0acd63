// Files that are made to be read slowly.
import { describe, it } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { pickSize } from '../../test/support/pick-size.ts';
import { readSitemap } from './sitemap/sitemap.ts';

const SIZE = pickSize(100_000, 500_000);
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

function assertReadLinearly(textOf: (size: number) => string, name: string): Promise<void> {
  const prepare = (size: number): (() => unknown) => {
    const body = Buffer.from(textOf(size));
    return () => readSitemap(body, 'text/xml; charset=utf-8', { baseUrl: BASE });
  };
  return assertLinear(SIZE, prepare, name);
}

describe('sitemap: linear time', () => {
  for (const head of HEADS) {
    it(`after ${JSON.stringify(head)}`, async () => {
      for (const unit of UNITS) {
        await assertReadLinearly(
          (size) => head + unit.repeat(Math.ceil(size / unit.length)),
          JSON.stringify(unit),
        );
      }
    });
  }

  it('of one long tag, name, attribute and text', async () => {
    const texts: Array<(size: number) => string> = [
      (size) => `<rss><item><link ${'a '.repeat(size / 2)}href="/a"/></item></rss>`,
      (size) => `<rss><item><link href${' '.repeat(size)}/></item></rss>`,
      (size) => `<rss><item><link ${' href'.repeat(size / 5)}/></item></rss>`,
      (size) => `<${'a'.repeat(size)}><urlset>`,
      (size) => `<urlset><url><loc>${' '.repeat(size)}/a</loc></url></urlset>`,
      (size) => `<rss><item><title>${'a '.repeat(size / 2)}</title></item></rss>`,
      (size) => `<!DOCTYPE a [${']'.repeat(size)}`,
      (size) => `<!DOCTYPE a [${`]${' '.repeat(1000)}`.repeat(size / 1000)}`,
    ];
    for (const textOf of texts) await assertReadLinearly(textOf, textOf(10));
  });
});
