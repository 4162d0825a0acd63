import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';

import { findDeadLinks } from './find-dead-links.ts';
import { headingAnchors } from './heading-anchors.ts';
import { readMarkdown } from './read-markdown.ts';

const OTHER =
  '# Other\n\n## `GET /v2/map`: [how](a.md)\n\n```sh\n# no heading\n```\n\n## Twice\n\n### Twice\n\n## Über_uns ##\n';

function deadLinksOf(...links: string[]): string[] {
  const text = ['# Here', ...links.map((link) => `[to](${link})`)].join('\n');
  const document = readMarkdown('docs/here.md', text);
  const documents = [document, readMarkdown('docs/other.md', OTHER)];
  const anchors = new Map(documents.map(({ path, headings }) => [path, headingAnchors(headings)]));
  const places = {
    exists: (path: string) => anchors.has(path) || path === 'docs/picture.png',
    anchorsOf: (path: string) => anchors.get(path),
  };
  return findDeadLinks(document, places).map((found) => `${found.line} ${found.text}`);
}

test('links to files and to their headings are alive', () => {
  deepEqual(
    deadLinksOf(
      'other.md',
      'picture.png#at',
      '#here',
      'https://example.com/#x',
      'other.md#get-v2map-how',
      'other.md#twice',
      'other.md#twice-1',
      'other.md#über_uns',
    ),
    [],
  );
});

test('a link to a file or a heading that is not there is found', () => {
  deepEqual(deadLinksOf('gone.md', '#there', 'other.md#no-heading', 'other.md#twice-2'), [
    '2 the link leads nowhere: gone.md',
    '3 the link leads to no heading: #there',
    '4 the link leads to no heading: other.md#no-heading',
    '5 the link leads to no heading: other.md#twice-2',
  ]);
});
