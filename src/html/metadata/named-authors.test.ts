import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectMetadata } from '../metadata.ts';
import { parseHtml } from '../parse.ts';

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
