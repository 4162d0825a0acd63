import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pickSize } from '../../test/support/pick-size.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { splitMarkdown } from './split-markdown.ts';

const sentence = 'The quick brown fox jumps over the lazy dog near the river.';
const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${at} ${sentence}`).join('\n\n');

/** A small generator of Markdown that is as odd as pages are. */
function randomMarkdown(seed: number): string {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const words = [
    'alpha',
    'beta,',
    'gamma.',
    '价格。',
    'слово',
    '`code`',
    '[link](https://a.b/c?d=1)',
    '**bold**',
    'a'.repeat(90),
    '😀',
    '  ',
  ];
  const text = (count: number): string =>
    Array.from({ length: count }, () => words[next(words.length)]).join(' ');
  const blocks = [
    () => `${'#'.repeat(1 + next(6))} ${text(1 + next(8))}`,
    () => text(1 + next(120)),
    () => Array.from({ length: 1 + next(20) }, () => `- ${text(1 + next(9))}`).join('\n'),
    () =>
      `| a | b |\n|---|:-:|\n${Array.from({ length: next(40) }, () => `| ${text(3)} | ${text(next(9))} |`).join('\n')}`,
    () =>
      `\`\`\`js\n${Array.from({ length: next(60) }, () => text(next(6))).join('\n')}\n${next(4) === 0 ? '' : '```'}`,
    () => `> ${text(9)}\n> ~~~\n> ${text(4)}`,
    () => '\n\n\n',
    () => '```',
  ];
  return Array.from({ length: 3 + next(14) }, () => blocks[next(blocks.length)]!()).join(
    '\n'.repeat(1 + next(3)),
  );
}

describe('splitMarkdown', () => {
  it('loses no character of any text, and keeps to the budget', () => {
    for (let seed = 1; seed <= pickSize(40, 120); seed++) {
      const markdown = randomMarkdown(seed);
      for (const budget of [64, 150, 600]) {
        const pieces = splitMarkdown(markdown, budget);
        assert.equal(pieces.map(({ body }) => body).join(''), markdown, `seed ${seed}`);
        for (const { body, text } of pieces) {
          assert.ok(text.includes(body.trimEnd()), `seed ${seed}`);
          assert.ok(estimateTokens(text) <= budget + 1, `seed ${seed}: ${estimateTokens(text)} of ${budget}`);
        }
      }
    }
  });

  it('keeps what fits as it is', () => {
    const markdown = '# Title\n\nText.\n';
    assert.deepEqual(splitMarkdown(markdown, 1000), [{ body: markdown, text: markdown.trimEnd() }]);
    assert.deepEqual(splitMarkdown('', 1000), []);
  });

  it('cuts between blocks and repeats the headings above', () => {
    const pieces = splitMarkdown(`# Guide\n\n## Foxes\n\n${paragraphs(12)}`, 64);
    assert.ok(pieces.length > 2);
    for (const { text } of pieces) assert.match(text, /^# Guide\n\n## Foxes\n\n\d/);
    for (const { body } of pieces) assert.match(body.trim(), /river\.$/);
  });

  it('begins a new piece at a high heading when enough is in the open one', () => {
    const pieces = splitMarkdown(`${paragraphs(5)}\n\n## Next\n\nShort.`, 110);
    assert.equal(pieces.length, 2);
    assert.match(pieces[1]!.text, /^## Next\n\nShort\.$/);
  });

  it('cuts tables between rows and repeats their header', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `| item ${at} | ${at} |`).join('\n');
    const pieces = splitMarkdown(`| Name | Count |\n| --- | --- |\n${rows}`, 120);
    assert.ok(pieces.length > 2);
    for (const { text } of pieces)
      assert.match(text, /^\| Name \| Count \|\n\| --- \| --- \|\n\| item \d+ \| \d+ \|\n/);
  });

  it('cuts code between lines and writes its fence anew', () => {
    const code = Array.from({ length: 60 }, (_, at) => `let x${at} = ${at};`).join('\n');
    const pieces = splitMarkdown(`\`\`\`js\n${code}\n\`\`\`\n\nAfter.`, 120);
    assert.ok(pieces.length > 2);
    for (const { text } of pieces.slice(0, -1)) assert.match(text, /^```js\nlet x[^]+;\n```$/);
    assert.match(pieces.at(-1)!.text, /;\n```\n\nAfter\.$/);
  });

  it('takes no blank line or heading in code for one of the page', () => {
    const markdown = `~~~sh\n# a\n\n# b\n~~~\n\n${sentence.repeat(1)}`;
    assert.equal(splitMarkdown(markdown, 64).length, 1);
    assert.doesNotMatch(splitMarkdown(`${markdown}\n\n${paragraphs(6)}`, 64).at(-1)!.text, /^#/);
  });

  it('cuts long paragraphs between sentences, then between words, then anywhere', () => {
    for (const { body } of splitMarkdown(`${sentence} `.repeat(30), 64))
      assert.match(body.trim(), /river\.$/);
    for (const { body } of splitMarkdown('word '.repeat(500), 64)) assert.match(body, /^(?:word ?)+$/);
    assert.ok(splitMarkdown('😀'.repeat(500), 64).every(({ body }) => body.isWellFormed()));
    assert.ok(splitMarkdown('x'.repeat(5000), 64).length > 10);
  });
});
