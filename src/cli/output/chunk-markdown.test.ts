import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { chunkMarkdown } from './chunk-markdown.ts';

const words = (count: number, word = 'word'): string => Array.from({ length: count }, () => word).join(' ');

describe('Markdown in pieces', () => {
  test('a heading begins a piece; sections below it join while they fit', () => {
    const text = `# Title\n\nIntro.\n\n## A\n\n${words(4)}\n\n### A1\n\n${words(3)}\n\n## B\n\n${words(4)}\n`;
    assert.deepEqual(
      chunkMarkdown(text, 10).map(({ headings, words: count, text: piece }) => [headings, count, piece]),
      [
        [['Title'], 7, `# Title\n\nIntro.\n\n## A\n\n${words(4)}`],
        [['Title', 'A', 'A1'], 4, `### A1\n\n${words(3)}`],
        [['Title', 'B'], 5, `## B\n\n${words(4)}`],
      ],
    );
    assert.deepEqual(
      chunkMarkdown(text, 100).map(({ headings }) => headings),
      [['Title']],
    );
  });

  test('text before the first heading has no path, a heading alone goes with what follows', () => {
    assert.deepEqual(
      chunkMarkdown(`Before ${words(9)}\n\n# Title\n\n## A\n\n${words(9)}\n\n## B\n\nend\n`, 10).map(
        ({ headings, text }) => [headings, text.split('\n')[0]],
      ),
      [
        [[], `Before ${words(9)}`],
        [['Title', 'A'], '# Title'],
        [['Title', 'A'], 'word'],
        [['Title', 'B'], '## B'],
      ],
    );
  });

  test('long sections are cut between blocks, long blocks between lines and sentences', () => {
    const sentences = 'One two three. Four five six? Seven eight nine.';
    assert.deepEqual(
      chunkMarkdown(`${sentences}\n\nTen.`, 6).map(({ text }) => text),
      ['One two three. Four five six?', 'Seven eight nine.\n\nTen.'],
    );
    assert.deepEqual(
      chunkMarkdown('- one two\n- three four\n- five six\n', 4).map(({ text }) => text),
      ['- one two\n- three four', '- five six'],
    );
    assert.deepEqual(
      chunkMarkdown(words(7), 3).map(({ text }) => text),
      [words(3), words(3), 'word'],
    );
    // What is left of a paragraph is no paragraph beside another part of it.
    assert.deepEqual(
      chunkMarkdown('# a b\n\n' + words(10), 6).map(({ text }) => text),
      [`# a b\n\n${words(4)}`, words(4), words(2)],
    );
    // Chinese has words without spaces between them.
    const chinese = chunkMarkdown('我们今天去北京看朋友。明天我们回家。', 4);
    assert.equal(chinese.map(({ text }) => text).join(''), '我们今天去北京看朋友。明天我们回家。');
    assert.ok(chinese.length > 1);
  });

  test('pieces of a table have its head, pieces of code their fence', () => {
    const table = '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |';
    assert.deepEqual(
      chunkMarkdown(table, 6).map(({ text }) => text),
      ['| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |', '| a | b |\n| --- | --- |\n| 5 | 6 |'],
    );
    const code = '```js\none two\n\n# three\n```';
    assert.deepEqual(
      chunkMarkdown(code, 3).map(({ text, headings }) => [text, headings]),
      [
        ['```js\none two\n\n```', []],
        ['```js\n# three\n```', []],
      ],
    );
    assert.deepEqual(
      chunkMarkdown('~~~~\n# no heading\n```\n~~~~\n\n# Heading', 50).map(({ headings }) => headings),
      [[]],
    );
  });

  test('headings are told without marks', () => {
    const [chunk] = chunkMarkdown('## The [*new*](/x) \\# `ones`\n\ntext', 50);
    assert.deepEqual(chunk?.headings, ['The new # ones']);
  });

  test('no piece is longer than asked for, and no word is lost', () => {
    const text = Array.from({ length: 200 }, (_, index) => {
      const own = (count: number) =>
        Array.from({ length: count }, (_each, at) => `w${index}x${at}`).join(' ');
      if (index % 7 === 0) return `${'#'.repeat(1 + (index % 5))} ${own(2)}`;
      if (index % 5 === 0) return `\`\`\`\n${own(9)}\n${own(3)}\n\`\`\``;
      return index % 3 === 0 ? `- ${own(4)}\n- ${own(30)}` : `${own(20)}. ${own(index % 50)}.`;
    }).join('\n\n');
    const ofWords = (from: string) => new Set(from.match(/w\d+x\d+/g));
    for (const limit of [15, 40, 300]) {
      const chunks = chunkMarkdown(text, limit);
      for (const chunk of chunks) assert.ok(chunk.words <= limit, `${chunk.words} ${chunk.text}`);
      assert.deepEqual(ofWords(chunks.map((chunk) => chunk.text).join('\n')), ofWords(text));
    }
  });

  test('headings and rules without end are no trouble', () => {
    const text = `# \n\n${'## \n\n'.repeat(150_000)}text of ${words(30)}`;
    assert.equal(chunkMarkdown(text, 10).length, 4);
    assert.equal(chunkMarkdown(`# \n\n${'***\n\n'.repeat(150_000)}${words(30)}`, 10).length, 3);
  });

  test('time grows with the text', async () => {
    for (const unit of ['# \n\n', '## a\n\n', '***\n\n', '[', 'word ', '| a | b |\n', '```\n', '\n', '- x\n'])
      await assertLinear(pickSize(15_000, 20_000), (size) => {
        const text = unit.repeat(size);
        return () => chunkMarkdown(text, 20);
      });
  });
});
