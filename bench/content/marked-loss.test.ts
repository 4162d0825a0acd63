import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMainContent } from '../../src/html/main-content/find-main-content.ts';
import { visibleText } from '../../src/html/main-content/measure/visible-text.ts';
import { parseHtml } from '../../src/html/parse.ts';
import { measureHeadings } from './kept-headings.ts';
import { measureMarkedLoss } from './marked-loss.ts';
import { wordsOf } from './word-f1.ts';

const TEXT =
  '<p>The river rises in the hills, runs past three villages and reaches the sea after forty miles.</p>';
const MORE = Array.from(
  { length: 12 },
  (_, at) => `<p>On day ${at} the boat goes on, past a lock and a mill, to the next village.</p>`,
);
const PAGE = `<title>The long river</title><nav><a href="/">Home of all the rivers</a></nav>
  <article><h1>The long river</h1>${TEXT}${MORE.join('')}
  <div class="promo">Win a boat with us this summer</div>
  <h2>Where to stay</h2><div class="promo">An inn by the mill</div></article>`;

function lossOf(truth: string): ReturnType<typeof measureMarkedLoss> {
  const tree = parseHtml(PAGE);
  const main = findMainContent(tree);
  return measureMarkedLoss(tree, main, wordsOf(visibleText(tree, main.removed)), wordsOf(truth));
}

test('marked text in a removed block is counted for its rule, by name or by element', () => {
  assert.deepEqual(lossOf('The river rises in the hills. Win a boat with us this summer'), {
    marked: 10,
    byRule: { 'promotion (name)': 4 },
    lost: 4,
  });
  assert.deepEqual(lossOf('home of all the rivers').byRule, { navigation: 2 });
});

test('what is kept as often as it is marked, and what the page does not show, is no loss', () => {
  assert.equal(lossOf('The river rises in the hills, runs past').lost, 0);
  assert.equal(lossOf('nobody ever wrote these words here').lost, 0);
});

test('what is marked twice and was taken out once is lost once', () => {
  const block = `<div>${TEXT}${MORE.slice(0, 4).join('')}</div>`;
  const twice = `<article><h1>Mills</h1>${block}${block}</article>`;
  const tree = parseHtml(twice);
  const main = findMainContent(tree);
  const { marked, lost, byRule } = measureMarkedLoss(
    tree,
    main,
    wordsOf(visibleText(tree, main.removed)),
    wordsOf('reaches the sea after. reaches the sea after forty'),
  );
  assert.deepEqual([marked, lost], [6, 1]);
  assert.deepEqual(byRule, { repeated: 1 });
});

test('headings: the title by its words, and headings over nothing', () => {
  const tree = parseHtml(PAGE);
  const { removed } = findMainContent(tree);
  const text = visibleText(tree, removed);
  assert.deepEqual(measureHeadings(tree, removed, text, 'The long river - Weekly'), {
    isTitleKept: true,
    bare: 1,
  });
  assert.equal(measureHeadings(tree, removed, text, 'Another subject').isTitleKept, undefined);
  const gone = new Uint8Array(tree.length).fill(1);
  assert.deepEqual(measureHeadings(tree, gone, '', 'The long river'), { isTitleKept: false, bare: 0 });
});
