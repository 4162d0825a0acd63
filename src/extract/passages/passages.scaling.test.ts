import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { parseHtml } from '../../html/parse.ts';
import { findPassages, passagesOfMarkdown } from './find-passages.ts';
import type { Passage } from './passage.ts';
import { pickHighlights } from './pick-highlights.ts';
import { rankPassages } from './rank-passages.ts';
import { summarise } from './summarise.ts';

const SIZE = pickSize(300_000, 5_000_000);
/** Of short pieces the half is still far too much for quadratic work. */
const SHARE = pickSize(1 / 2, 1);
const QUERY = 'How much does word 1 cost, and when was it made by whom?';
const fill = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

function answer(passages: readonly Passage[]): void {
  pickHighlights(rankPassages(passages, QUERY));
  summarise(passages, {
    title: 'word 1 made',
    description: 'The words are made here by hand and by many people.',
  });
}

describe('passages of hostile pages are found, ranked and summarised in linear time', () => {
  const pages: Array<[name: string, make: (size: number) => string]> = [
    ['deep elements', (size) => `${fill('<div>', size)}word`],
    ['deep lists', (size) => fill('<ul><li>word', size)],
    ['deep quotes', (size) => fill('<blockquote>word', size)],
    ['headings', (size) => fill('<h2>word 1</h2>', size)],
    ['a long heading', (size) => `<h1>${fill('word ', size / 2)}</h1>${fill('<p>word 1.</p>', size / 2)}`],
    ['labels', (size) => fill('<p><b>word 1</b></p>', size)],
    ['cards', (size) => fill('<div><i>a</i><div>word</div><div>1</div></div>', size)],
    ['cards within cards', (size) => fill('<div><p>word</p>', size)],
    [
      'rows',
      (size) => `<table><tr><th>a</th><th>b</th></tr>${fill('<tr><td>word</td><td>1</td></tr>', size)}`,
    ],
    [
      'a wide header',
      (size) => `<table><tr>${fill('<th>word</th>', size / 2)}</tr>${fill('<tr><td>1</td></tr>', size / 2)}`,
    ],
    ['one paragraph', (size) => `<p>${fill('word 1. Made ', size)}</p>`],
    ['one word', (size) => `<p>${fill('word', size)}</p>`],
    ['lines', (size) => `<p>${fill('word: 1<br>', size)}</p>`],
    ['links', (size) => `<p>${fill('<a href="/a(b">word. ', size)}`],
    ['code', (size) => `<pre>${fill('word 1\n', size)}</pre>`],
    ['ideographs', (size) => `<p>${fill('文字多少钱。', size * SHARE)}</p>`],
  ];
  for (const [name, make] of pages) {
    it(name, async () => {
      await assertLinear(
        SIZE,
        (size) => {
          const tree = parseHtml(make(size));
          return () => answer(findPassages(tree));
        },
        name,
      );
    });
  }
});

describe('passages of hostile Markdown are found, ranked and summarised in linear time', () => {
  const texts: Array<[name: string, make: (size: number) => string]> = [
    ['one line', (size) => fill('word 1. Made ', size)],
    ['brackets', (size) => fill('[word', size)],
    ['links that are never closed', (size) => fill('[word](a', size)],
    ['links in links', (size) => `${fill('[', size / 2)}${fill('](a)', size / 2)}`],
    ['emphasis', (size) => fill('*word **made ', size)],
    ['ticks', (size) => fill('` word `` made ``` ', size)],
    ['items', (size) => fill('- word 1\n', size * SHARE)],
    ['items within items', (size) => fill('- ', size)],
    ['underlined lines', (size) => fill('word\n---\n', size)],
    ['tables', (size) => `| a |\n|---|\n${fill('| word |\n', size)}`],
    ['fences', (size) => `\`\`\`\n${fill('word 1\n', size * SHARE)}`],
    ['quotes', (size) => fill('> word\n', size)],
    ['spaces', (size) => fill(' ', size)],
    ['names and values', (size) => fill('word: 1\n', size)],
  ];
  for (const [name, make] of texts) {
    it(name, async () => {
      await assertLinear(
        SIZE,
        (size) => {
          const markdown = make(size);
          return () => answer(passagesOfMarkdown(markdown));
        },
        name,
      );
    });
  }
});
