import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutputBudget } from '../html-writer/output-budget.ts';
import { type CellContent, EMPTY_CELL } from './cell-content.ts';
import { type TableRow, tableHtml } from './table-html.ts';
import { TextDocumentWriter } from './text-document-writer.ts';
import { TextRuns } from './text-runs.ts';

/** `#` before a heading, `|` between paragraphs. */
function cell(text: string): CellContent {
  const budget = new OutputBudget();
  const writer = new TextDocumentWriter(budget, true);
  for (const part of text.split('|')) {
    const runs = new TextRuns(budget);
    runs.addText(part.replace(/^#/, ''));
    writer.paragraph({ role: part.startsWith('#') ? { type: 'heading', level: 2 } : { type: 'text' }, runs });
  }
  return writer.finishCell();
}

function row(...texts: string[]): TableRow {
  const cells = texts.map((text, index) => ({
    content: cell(text),
    start: index * 1_000,
    end: (index + 1) * 1_000,
    goesOn: false,
    isMerged: text === 'joined',
  }));
  return { cells, isHead: false };
}

const shown = (...rows: TableRow[]): string =>
  tableHtml(rows, { hasWidths: true, hasFirstRow: false }).replaceAll(/<\/?(?:tr|tbody)>/g, '');

test('headings in a table of data are strong text, and the head of it where they are its first row', () => {
  assert.equal(
    shown(row('#Year', '#Sum'), row('2001', '12')),
    '<table><thead><th>Year</th><th>Sum</th></thead><td>2001</td><td>12</td></table>',
  );
  assert.equal(
    shown(row('#Year', 'Sum'), row('2001', '#12')),
    '<table><td><strong>Year</strong></td><td>Sum</td><td>2001</td><td><strong>12</strong></td></table>',
  );
});

test('tables that lay out a page keep their headings', () => {
  for (const layout of [
    [row('#Left', '#Right')],
    [row('a'), row('#Two'), row('b')],
    [row('#Work', 'x'), row('1|2', 'y')],
  ]) {
    assert.match(shown(...layout), /<h2>/);
  }
});

test('rows that hold a heading alone part a table', () => {
  const heading = row('#Work', '');
  const table = (...rows: TableRow[]): string => shown(...rows).replaceAll(/<\/?t[dh]>/g, '');
  assert.equal(
    table(heading, row('a', 'b'), row('c', 'd'), row('', '#Home'), row('e', 'f'), row('g', 'h')),
    '<h2>Work</h2><table>abcd</table><h2>Home</h2><table>efgh</table>',
  );
  for (const whole of [
    [row('a', 'b'), heading, row('c', 'd'), row('e', 'f')],
    [heading, row('#a', 'b'), row('c', 'd')],
    [heading, row('a', 'b')],
    [row('#Work', 'joined'), row('a', 'b'), row('c', 'd')],
    [row('#Work|x', ''), row('a', 'b'), row('c', 'd')],
  ]) {
    assert.equal(table(...whole).split('<table>').length, 2);
  }
});

test('edges that were meant to be one are, unless a cell would be lost', () => {
  const ragged = row('a', 'b');
  ragged.cells[0]!.end = ragged.cells[1]!.start = 1_030;
  assert.doesNotMatch(shown(row('x', 'y'), ragged), /colspan/);
  const narrow = row('a', 'b', 'c');
  narrow.cells[1]!.end = narrow.cells[2]!.start = 1_030;
  assert.match(shown(row('x', 'y', 'z'), narrow), /<td>b<\/td>/);
});

test('cells that say how far they reach need no cells below, and rows begin where they say', () => {
  const tall = row('a', 'b');
  tall.cells[0]!.rows = 2;
  const below = row('', 'c');
  below.cells.shift();
  assert.equal(
    shown(tall, below, structuredClone(below)),
    '<table><td rowspan="2">a</td><td>b</td><td>c</td><td></td><td>c</td></table>',
  );
});

test('what stands in a cell that only goes on is kept', () => {
  const first = row('a', 'x');
  const second = row('b', 'y');
  first.cells[0]!.isMerged = second.cells[0]!.isMerged = true;
  second.cells[0]!.goesOn = true;
  assert.match(shown(first, second), /<td rowspan="2"><p>a<\/p><p>b<\/p><\/td>/);
  second.cells[0]!.content = EMPTY_CELL;
  assert.match(shown(first, second), /<td rowspan="2">a<\/td>/);
});
