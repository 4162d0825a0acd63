import { readFileSync } from 'node:fs';
import { decodeHtml } from '../../src/html/decode.ts';
import { findMainContent } from '../../src/html/main-content/find-main-content.ts';
import { visibleText } from '../../src/html/main-content/measure/visible-text.ts';
import { parseHtml } from '../../src/html/parse.ts';
import type { LabelledPage } from './labelled-pages.ts';
import { scorePage } from './score-page.ts';
import { wordsOf } from './word-f1.ts';

const WORDS_SHOWN = 40;
const LABEL_LENGTH = 60;

/** What the filter did to a page: each removed block, the largest first, with rule and reason; then the words at fault. */
export function explainPage(page: LabelledPage): string {
  const tree = parseHtml(decodeHtml(readFileSync(page.htmlFile)).text);
  const main = findMainContent(tree);
  const { f1, precision, recall } = scorePage(page);
  const blocks = main
    .trace()
    .toSorted((a, b) => b.characters - a.characters)
    .map(
      ({ characters, rule, tag, label, why }) =>
        `${String(characters).padStart(8)}  ${rule.padEnd(20)}  ${`${tag}${label}`.slice(0, LABEL_LENGTH)}\n${' '.repeat(32)}${why}`,
    );
  const kept = wordsOf(visibleText(tree, main.removed));
  const expected = wordsOf(page.truth);
  return [
    `${page.id}  ${page.address}`,
    `${page.type}${main.pageType === page.type ? '' : ` taken for ${main.pageType}`}, F1 ${f1.toFixed(2)}, precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}, ${page.half}`,
    '',
    'characters  rule, block, why',
    ...blocks,
    '',
    `missing: ${surplus(expected, kept)}`,
    `too much: ${surplus(kept, expected)}`,
  ].join('\n');
}

/** The first words of one list that the other does not have as often. */
function surplus(words: readonly string[], others: readonly string[]): string {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  const found: string[] = [];
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    else found.push(word);
  }
  const shown = found.slice(0, WORDS_SHOWN).join(' ');
  return found.length === 0
    ? 'nothing'
    : `${found.length} words: ${shown}${found.length > WORDS_SHOWN ? ' …' : ''}`;
}
