import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLinear } from './support/assert-linear.ts';
import { pickSize } from './support/pick-size.ts';
import { parseHtml } from '../src/html/parse.ts';
import { toMarkdown } from '../src/html/to-markdown/to-markdown.ts';
import { HOSTILE_PAGES } from './support/hostile-pages.ts';

/** Characters of the larger page; the smaller one has an eighth of them. */
const SIZE = pickSize(320_000, 4_000_000);
/** The pages of pieces of five characters or less: a quarter has thousands of them. */
const SHORT_PIECES: ReadonlySet<string> = new Set([
  'many brackets',
  'many stars',
  'many underscores',
  'many backticks in text',
  'many backslashes',
  'many angle brackets',
  'many line breaks',
  'many rules',
  'many dollar signs',
  'definition-like brackets',
]);
const SHORT_PIECES_SIZE = pickSize(SIZE / 4, SIZE);
/** How many times as much eight times the page may write. */
const MOST_TIMES_WRITTEN = 12;

describe('Markdown of hostile pages is linear in time and size', () => {
  for (const [name, make] of Object.entries(HOSTILE_PAGES)) {
    test(name, async () => {
      const lengths = new Map<number, number>();
      const prepare = (size: number) => {
        const tree = parseHtml(make(size));
        return () => lengths.set(size, toMarkdown(tree).length);
      };
      await assertLinear(SHORT_PIECES.has(name) ? SHORT_PIECES_SIZE : SIZE, prepare);
      const [size = 0] = lengths.keys();
      if (!lengths.has(size / 8)) prepare(size / 8)();
      assert.ok(lengths.get(size)! <= MOST_TIMES_WRITTEN * Math.max(1, lengths.get(size / 8)!));
    });
  }
});
