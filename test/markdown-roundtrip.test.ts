import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseHtml } from '../src/html/parse.ts';
import { toMarkdown } from '../src/html/to-markdown/to-markdown.ts';
import { comparable, outlineOf } from './support/outline.ts';
import { pickSize } from './support/pick-size.ts';
import { randomPage } from './support/random-page.ts';

const PAGES = pickSize(250, 5_000);
const FIXTURES = join(import.meta.dirname, 'fixtures', 'markdown');
/** Fixtures that show what a renderer without mathematics, or CommonMark itself, cannot give back. */
const ONE_WAY: Readonly<Record<string, string>> = {
  footnotes: 'GitHub adds a heading',
  'footnotes-aside': 'GitHub adds a heading',
  'footnotes-github': 'GitHub adds a heading',
  'footnotes-sphinx': 'GitHub adds a heading',
  'footnotes-wiki': 'GitHub adds a heading',
  'image-base64-removed': 'the placeholder is no address',
  'list-ordered-reversed': 'CommonMark counts up from the first number',
  'list-ordered-start': 'CommonMark counts up from the first number',
  'math-in-text': 'needs mathematics',
  'math-in-text-without-renderer': 'needs mathematics',
  'math-katex': 'needs mathematics',
  'math-mathjax-2': 'needs mathematics',
  'math-mathjax-2-kramdown': 'needs mathematics',
  'math-mathjax-3': 'needs mathematics',
  'math-mathjax-3-glyphs': 'needs mathematics',
  'math-mathml': 'needs mathematics',
  'math-mathml-multiscripts': 'needs mathematics',
  'math-mathml-styles': 'needs mathematics',
  'math-mathml-words': 'needs mathematics',
  'math-pictures': 'needs mathematics',
  'math-source-in-attribute': 'needs mathematics',
  sidenotes: 'GitHub adds a heading',
  'table-code-keeps-blanks': 'HTML shows the blanks of a code span as one',
};

/** GFM turns bare URLs in text into links, which is no property of the writer. */
const EXTENSIONS = [gfm(), { disable: { null: ['emailAutolink', 'protocolAutolink', 'wwwAutolink'] } }];

function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: EXTENSIONS,
    htmlExtensions: [gfmHtml()],
  });
}

test('Markdown of generated pages reads back as the same text and structure', () => {
  for (let seed = 1; seed <= PAGES; seed++) {
    const html = randomPage(seed);
    const markdown = toMarkdown(parseHtml(html));
    const [expected, actual] = comparable(outlineOf(parseHtml(html)), outlineOf(parseHtml(render(markdown))));
    assert.deepEqual(actual, expected, `seed ${seed}\n${html}\n---\n${markdown}`);
  }
});

describe('Markdown of fixtures, rendered and written again, is the same Markdown', () => {
  const names = readdirSync(FIXTURES).filter((name) => ONE_WAY[name] === undefined);
  test('there are fixtures', () => assert.ok(names.length > 100));
  for (const name of names) {
    test(name, () => {
      const markdown = readFileSync(join(FIXTURES, name, 'expected.md'), 'utf8');
      assert.equal(toMarkdown(parseHtml(render(markdown))), markdown);
    });
  }
});
