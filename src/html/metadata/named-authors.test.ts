import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { collectMetadata } from '../metadata.ts';
import { parseHtml } from '../parse.ts';
import { namedAuthors } from './named-authors.ts';

const BASE = new URL('https://site.test/');

test('names the author whom the page marks where nothing else names one', () => {
  const authorOf = (html: string): unknown => collectMetadata(parseHtml(html), BASE)['author'];
  const person =
    '<i itemprop=author itemscope itemtype="https://schema.org/Person">by <a itemprop=name>Ada</a></i>';
  assert.equal(authorOf(`<div itemscope>${person}</div>`), 'Ada');
  assert.equal(authorOf(`<div itemscope><p itemprop=mainEntity itemscope>${person}</p></div>`), 'Ada');
  assert.equal(
    authorOf('<a rel="nofollow author" href=/a>By Bob Smith</a><a rel=author>Bob Smith</a>'),
    'Bob Smith',
  );
  assert.equal(authorOf('<meta itemprop=author content="Eve Ng"><a rel=author>Bob</a>'), 'Eve Ng');
  assert.equal(
    authorOf(
      `<script type="application/ld+json">{"@type":"Article","author":"Eve"}</script><a rel=author>Bob</a>`,
    ),
    'Eve',
  );
  // Whoever wrote a comment, or one article of a list, did not write the page.
  assert.equal(authorOf(`<div itemscope><p itemprop=comment itemscope>${person}</p></div>`), undefined);
  assert.equal(authorOf(`<div itemscope>${person}</div>`.repeat(2)), undefined);
  assert.equal(authorOf('<a rel=author>Bob</a><a rel=author>Ann</a>'), undefined);
  assert.equal(
    authorOf('<a rel=author>View more posts</a><i itemprop=author>https://x.test/</i>'),
    undefined,
  );
});

test('marks of authors are read in linear time', async () => {
  await assertLinear(50_000, (size) => {
    const tree = parseHtml('<a rel=author itemscope itemprop=author><i itemprop=name>'.repeat(size));
    return () => namedAuthors(tree, tree.elementsWith('itemprop', 'rel'));
  });
});
