import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLinear } from './support/assert-linear.ts';
import { pickSize } from './support/pick-size.ts';
import { parseHtml } from '../src/html/parse.ts';
import { toMarkdown } from '../src/html/to-markdown/to-markdown.ts';
import { HOSTILE_PAGES } from './support/hostile-pages.ts';

/** Characters of the larger page; the smaller one has an eighth of them. */
const SIZE = pickSize(500_000, 4_000_000);
/** How many times as much eight times the page may write. */
const MOST_TIMES_WRITTEN = 12;

describe('Markdown of hostile pages is linear in time and size', () => {
  for (const [name, make] of Object.entries(HOSTILE_PAGES)) {
    test(name, async () => {
      const written = (size: number): number => toMarkdown(parseHtml(make(size))).length;
      assert.ok(written(SIZE) <= MOST_TIMES_WRITTEN * Math.max(1, written(SIZE / 8)));
      await assertLinear(SIZE, (size) => {
        const tree = parseHtml(make(size));
        return () => toMarkdown(tree);
      });
    });
  }
});
