import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockWriter } from './block-writer.ts';
import { InlineWriter, PLAIN } from './inline-writer.ts';
import { OutputBudget } from './output-budget.ts';
import { roleOfStyleName } from './role-of-style-name.ts';

test('runs that look alike share their elements, across white space too', () => {
  const inline = new InlineWriter(new OutputBudget());
  const bold = { ...PLAIN, isBold: true };
  inline.text(' a', bold);
  inline.text(' ', PLAIN);
  inline.text('<b>', bold);
  inline.text('c', { ...bold, isItalic: true, href: 'https://a.example/' });
  inline.lineBreak();
  assert.equal(
    inline.finish(),
    '<strong> a &lt;b&gt;</strong><a href="https://a.example/"><strong><em>c</em></strong></a>',
  );
  assert.equal(inline.finish(), '');
});

test('what is beyond the budget is left out, and that is told', () => {
  const budget = new OutputBudget(5);
  const inline = new InlineWriter(budget);
  inline.text('abc', PLAIN);
  inline.text('defg', PLAIN);
  inline.text('h', PLAIN);
  assert.equal(inline.finish(), 'abc');
  assert.ok(budget.isExceeded);
});

test('lines of code, quotations and entries of contents become one block each', () => {
  const out = new BlockWriter();
  out.paragraph({ type: 'code' }, 'a');
  out.paragraph({ type: 'code' }, '');
  out.paragraph({ type: 'code' }, 'b');
  out.paragraph({ type: 'quote' }, 'c');
  out.paragraph({ type: 'quote' }, 'd');
  out.paragraph({ type: 'contents', level: 1 }, 'e\t1');
  out.paragraph({ type: 'contents', level: 3 }, 'f\txii');
  out.paragraph({ type: 'contents', level: 1 }, 'g 2');
  out.paragraph({ type: 'contents', level: 1 }, 'h\tCivil');
  assert.equal(
    out.finish().replaceAll('>\n', '>'),
    '<pre><code>a\n\nb</code></pre><blockquote><p>c</p><p>d</p></blockquote><ul><li>e<ul><li>f</li></ul></li><li>g 2</li><li>h\tCivil</li></ul>',
  );
});

test('titles are headings of the first level, and no heading has more than six', () => {
  assert.deepEqual(roleOfStyleName('Titre'), { type: 'heading', level: 1 });
  assert.deepEqual(roleOfStyleName('Heading 9'), { type: 'heading', level: 6 });
  assert.deepEqual(roleOfStyleName('toc 3'), { type: 'contents', level: 3 });
});
