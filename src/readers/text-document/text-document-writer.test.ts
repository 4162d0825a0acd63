import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutputBudget } from '../html-writer/output-budget.ts';
import type { ItemMark } from './list-item.ts';
import { EMPHASIS_MARK, STRONG_MARK } from './marks.ts';
import type { ParagraphRole } from './paragraph-role.ts';
import { type TextParagraph, TextDocumentWriter } from './text-document-writer.ts';
import { TextRuns } from './text-runs.ts';

type Written = Omit<TextParagraph, 'runs' | 'role'> & { role?: ParagraphRole; marks?: number };

const CODE: ParagraphRole = { type: 'code' };
const QUOTE: ParagraphRole = { type: 'quote' };

function add(writer: TextDocumentWriter, text: string, { role, marks, ...rest }: Written = {}): void {
  const runs = new TextRuns(new OutputBudget());
  runs.addText(text, marks);
  writer.paragraph({ role: role ?? { type: 'text' }, runs, ...rest });
}

function written(...paragraphs: ReadonlyArray<readonly [text: string, rest?: Written]>): string {
  const writer = new TextDocumentWriter(new OutputBudget());
  for (const [text, rest] of paragraphs) add(writer, text, rest);
  return writer.finish();
}

function mark(list: string, value: number, more: Partial<ItemMark> = {}): ItemMark {
  const label = `${value}.`;
  return {
    kind: 'number',
    list,
    level: 0,
    value,
    label,
    type: undefined,
    isJoined: false,
    box: undefined,
    ...more,
  };
}

test('lines of code, quotations and entries of contents become one block each', () => {
  const contents = (level: number): Written => ({ role: { type: 'contents', level } });
  assert.equal(
    written(
      ['a', { role: CODE }],
      [''],
      ['b', { role: CODE }],
      [''],
      ['c', { role: QUOTE }],
      ['d', { role: QUOTE }],
      ['e\t1', contents(1)],
      ['f\txii', contents(3)],
      ['g 2', contents(1)],
      ['h\tCivil', contents(1)],
      ['i', { indent: 720 }],
    ),
    '<pre><code>a\n\nb</code></pre><blockquote><p>c</p><p>d</p></blockquote><ul><li>e<ul><li>f</li></ul></li><li>g 2</li><li>h\tCivil</li></ul><p>i</p>',
  );
});

test('places of a paragraph without text are those of the next one', () => {
  assert.equal(
    written(['', { ids: ['a'] }], ['x', { ids: ['b'] }], ['y', { ids: ['c'], mark: mark('1', 1) }]),
    '<p id="a"><a id="b"></a>x</p><ol><li><a id="c"></a>y</li></ol>',
  );
});

test('blocks stay in the item that they are indented like', () => {
  const outer: Written = { mark: mark('1', 1), indent: 720 };
  const inner: Written = { mark: mark('1', 1, { level: 1 }), indent: 1440 };
  assert.equal(
    written(
      ['a', outer],
      ['b', inner],
      ['c', { indent: 720 }],
      ['d', { mark: mark('1', 2), indent: 720 }],
      ['e'],
    ),
    '<ol><li>a<ol><li>b</li></ol><p>c</p></li><li>d</li></ol><p>e</p>',
  );
  // Where a file does not say how its lists are indented, any indentation that can be seen is one.
  assert.equal(
    written(['a', { mark: mark('1', 1) }], ['b', { indent: 360 }], ['c', { indent: 100 }]),
    '<ol><li>a<p>b</p></li></ol><p>c</p>',
  );
});

test('a list that begins anew is one with its first item only in files that part such lists', () => {
  const items = (look?: string): string => {
    const shown = look === undefined ? {} : { look };
    return written(
      ['a', { mark: mark('1', 1, shown) }],
      ['b', { mark: mark('2', 1, shown) }],
      ['c', { mark: mark('2', 2, shown) }],
    );
  };
  assert.equal(items('decimal'), '<ol><li>a</li><li>b</li><li>c</li></ol>');
  assert.equal(items(), '<ol><li>a</li></ol><ol><li>b</li><li>c</li></ol>');
});

test('what all of a heading looks like is its look, and long ones are text', () => {
  const role: ParagraphRole = { type: 'heading', level: 2 };
  const long = 'word '.repeat(100).trim();
  assert.equal(written(['a', { role, marks: STRONG_MARK, mark: mark('1', 3) }]), '<h2>3. a</h2>');
  assert.equal(written([long, { role }]), `<p>${long}</p>`);
});

test('a cell knows what it holds', () => {
  const cell = (...paragraphs: ReadonlyArray<readonly [text: string, rest?: Written]>) => {
    const writer = new TextDocumentWriter(new OutputBudget(), true);
    for (const [text, rest] of paragraphs) add(writer, text, rest);
    return writer.finishCell();
  };
  const bold = cell(['a', { marks: STRONG_MARK }]);
  assert.deepEqual([bold.html, bold.plain, bold.isBold], ['<strong>a</strong>', 'a', true]);
  assert.ok(cell(['a', { isBold: true }]).isBold);
  assert.ok(!cell(['a', { marks: STRONG_MARK }], ['b']).isBold);
  const heading = cell(['a', { role: { type: 'heading', level: 3 }, marks: STRONG_MARK, ids: ['x'] }]);
  assert.deepEqual(
    [heading.html, heading.strong, heading.headings],
    ['<h3 id="x">a</h3>', '<p id="x"><strong>a</strong></p>', 'alone'],
  );
  const listing = cell(['a', { role: CODE }], ['b', { role: CODE }]);
  assert.deepEqual(
    [listing.html, listing.blocks],
    ['<code>a</code><br><code>b</code>', '<pre><code>a\nb</code></pre>'],
  );
  assert.equal(cell(['']).html, '');
});

test('what is beyond the budget is left out, and that is told', () => {
  const budget = new OutputBudget(25);
  const runs = new TextRuns(budget);
  for (const text of ['abc', 'defg', 'h']) runs.addText(text);
  assert.equal(runs.toHtml(), 'abc');
  assert.ok(budget.isExceeded);
  const cut = new TextRuns(new OutputBudget(1_000));
  for (let count = 0; count < 1_000; count++) cut.addText('a', count % 2 === 0 ? STRONG_MARK : EMPHASIS_MARK);
  assert.ok(cut.length < 100);
});

test('thousands of line breaks are space', () => {
  const runs = new TextRuns(new OutputBudget());
  runs.addText('a');
  for (let count = 0; count < 5_000; count++) runs.addBreak();
  runs.addText('b\u0001');
  assert.equal(runs.toHtml(), `a${'<br>'.repeat(20)}b`);
  assert.equal(runs.toHtml(0, true), 'a b');
});

test('runs that look alike share their elements, across white space too', () => {
  const runs = new TextRuns(new OutputBudget());
  runs.addText(' a', STRONG_MARK);
  runs.addText(' ');
  runs.addText('<b>', STRONG_MARK);
  runs.addText('c', STRONG_MARK | EMPHASIS_MARK, 'https://a.example/');
  runs.addAtom('<img alt="d">', 'https://a.example/');
  runs.addAtom('<sup><a href="#fn1">1</a></sup>');
  runs.addBreak();
  assert.equal(
    runs.toHtml(),
    '<strong>a &lt;b&gt;</strong><a href="https://a.example/"><strong><em>c</em></strong><img alt="d"></a><sup><a href="#fn1">1</a></sup>',
  );
  assert.equal(new TextRuns(new OutputBudget()).toHtml(), '');
});

test('white space at the ends of runs is not set off', () => {
  const runs = new TextRuns(new OutputBudget());
  runs.addText('a');
  runs.addText(' b ', STRONG_MARK);
  runs.addText('c ', EMPHASIS_MARK, 'https://a.example/');
  runs.addText(' d', STRONG_MARK | EMPHASIS_MARK);
  assert.equal(
    runs.toHtml(),
    'a <strong>b</strong> <a href="https://a.example/"><em>c</em></a>  <strong><em>d</em></strong>',
  );
});
