import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { collectMetadata } from '../metadata.ts';
import { parseHtml } from '../parse.ts';

const BASE = new URL('https://example.com/dir/page.html');

test('collectMetadata takes linear time on hostile pages', async () => {
  const pages: Array<(size: number) => string> = [
    (size) => '<h1><div>'.repeat(size),
    (size) => '<div itemscope itemprop=datePublished>'.repeat(size),
    (size) => '<template><meta name=x content=y>'.repeat(size),
    (size) => '<meta name=x content=y>'.repeat(size),
    (size) => `<meta name=x content="${'<'.repeat(20 * size)}">`,
    (size) => '<link rel=icon>'.repeat(size),
    (size) => '<title></title>'.repeat(size),
    (size) => '<script type="application/ld+json">[</script>'.repeat(size),
    (size) => `<script type="application/ld+json">${'['.repeat(20 * size)}${']'.repeat(18 * size)}</script>`,
    (size) => `<script type="application/ld+json">${'{"@graph":'.repeat(size)}1${'}'.repeat(size)}</script>`,
    (size) =>
      `<script type="application/ld+json">{"@type":"Article","headline":"${'<'.repeat(20 * size)}"}</script>`,
    (size) => `<script type="application/ld+json">${' '.repeat(20 * size)}x</script>`,
    (size) => `<script type="application/ld+json">[${'{"@type":"A"},'.repeat(size)}1]</script>`,
  ];
  for (const page of pages) {
    const prepare = (size: number): (() => unknown) => {
      const tree = parseHtml(page(size));
      return () => collectMetadata(tree, BASE);
    };
    await assertLinear(pickSize(20_000, 50_000), prepare, page(1));
  }
});
