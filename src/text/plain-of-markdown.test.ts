import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { plainOfMarkdown } from './plain-of-markdown.ts';

test('the text of Markdown is what its readers see, a block a line', () => {
  const markdown = [
    '# The *first* heading',
    '',
    'A [link](http://site.test/a_(b) "Title"), ![a picture](http://site.test/p.png) and `code_like`.',
    '',
    '> - [x] quoted **item**',
    '> 1. counted',
    '',
    '---',
    '',
    '| Name | Price |',
    '| --- | ---: |',
    '| Kettle \\| red | 12 € |',
    '',
    '```js',
    'const a = b * c;',
    '# no heading',
    '```',
    '## Second',
    '***',
    'Последний абзац\\',
    'snake_case and _slanted_ a\\[0\\]<br>`x[1]`',
    '最後',
  ].join('\n');
  assert.deepEqual(plainOfMarkdown(markdown, 10_000), {
    headings: ['The first heading', 'Second'],
    text: [
      'The first heading',
      'A link,  and code_like.',
      'quoted item',
      'counted',
      'Name   Price',
      'Kettle | red   12 €',
      'const a = b * c;',
      '# no heading',
      'Second',
      'Последний абзац',
      'snake_case and slanted a[0] x[1]',
      '最後',
    ].join('\n'),
  });
});

test('a long text is cut', () => {
  const { text } = plainOfMarkdown('word word\n\n'.repeat(1000), 95);
  assert.equal(text.length, 95);
});

test('a fence that is never closed is code to the end', () => {
  assert.deepEqual(plainOfMarkdown('````\n```\n# a\n', 100), { headings: [], text: '# a' });
});

test('the time is linear in the length, whatever is in it', async () => {
  for (const piece of [
    '| a ',
    '> ',
    '- ',
    '[a](',
    '`',
    '**a',
    '1. ',
    '\\|',
    '# ',
    '```\n',
    '[ ] ',
    ' ',
    '](',
    '![',
    '_',
    '<sub',
  ])
    await assertLinear(
      40_000,
      (size) => () => plainOfMarkdown(`${piece.repeat(size)}\n${' '.repeat(size)}x`, Infinity),
      JSON.stringify(piece),
    );
});
