import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOfMarkdown, readInlineMarkdown } from './inline-markdown.ts';

describe('textOfMarkdown', () => {
  const examples: Array<[markdown: string, plain: string]> = [
    ['plain words', 'plain words'],
    ['**bold**, *slanted* and _so_ and ~~gone~~', 'bold, slanted and so and gone'],
    ['a [link](https://a.test/b_(c)?d=e "title") here', 'a link here'],
    ['a picture ![of a fox](fox.png) here', 'a picture  here'],
    ['a [![logo](l.png)](/home) linked one', 'a  linked one'],
    ['`code` and `` a`b ``', 'code and  a`b '],
    ['2 \\* 3 \\[x\\] \\_', '2 * 3 [x] _'],
    ['snake_case_word', 'snake_case_word'],
    ['a note[^1] below', 'a note below'],
    ['H<sub>2</sub>O<br>next', 'H2O next'],
    ['[brackets] alone (and parentheses)', '[brackets] alone (and parentheses)'],
    ['[open](never closed', '[open](never closed'],
    ['line\\\nbreak', 'line\nbreak'],
    ['a < b', 'a < b'],
  ];
  for (const [markdown, plain] of examples) it(markdown, () => assert.equal(textOfMarkdown(markdown), plain));
});

describe('readInlineMarkdown', () => {
  it('masks without a change of length', () => {
    const markdown = 'See [the page. Now](https://a.test/?b=c.d) **or** never.';
    const { masked } = readInlineMarkdown(markdown);
    assert.equal(masked.length, markdown.length);
    assert.match(masked, /^See xthe page\. Nowx+ xxorxx never\.$/);
  });

  it('knows where nothing is torn apart', () => {
    const markdown = 'One. [Two. Three](u). **Four. Five** `a. b` end';
    const { canCutAt } = readInlineMarkdown(markdown);
    const cuts = Array.from({ length: markdown.length + 1 }, (_, at) => at).filter(canCutAt);
    const canCutBefore = (text: string): boolean => cuts.includes(markdown.indexOf(text));
    assert.deepEqual(
      ['[Two', ' Three', '(u)', '). ', '**Four', ' Five', '`a', ' b`', 'end'].map(canCutBefore),
      [true, false, false, false, true, false, true, false, true],
    );
  });
});
