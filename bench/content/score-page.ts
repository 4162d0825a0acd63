import { readFileSync } from 'node:fs';
import { decodeHtml } from '../../src/html/decode.ts';
import { findMainContent } from '../../src/html/main-content/find-main-content.ts';
import type { PageType } from '../../src/html/main-content/classify/page-type.ts';
import { visibleText } from '../../src/html/main-content/measure/visible-text.ts';
import { parseHtml } from '../../src/html/parse.ts';
import { measureHeadings, type KeptHeadings } from './kept-headings.ts';
import type { LabelledPage } from './labelled-pages.ts';
import { measureMarkedLoss, type MarkedLoss } from './marked-loss.ts';
import { wordF1, wordsOf, type WordScore } from './word-f1.ts';

export interface PageScore extends WordScore {
  readonly id: string;
  readonly address: string;
  readonly type: PageType;
  readonly half: LabelledPage['half'];
  /** The type that the filter took the page for. */
  readonly takenFor: PageType;
  /** Share of the marked content snippets found as written, and by their words alone (quotes and spaces may differ). */
  readonly with: number;
  readonly withWords: number;
  /** Share of the marked boilerplate snippets found. */
  readonly leak: number;
  readonly loss: MarkedLoss;
  readonly headings: KeptHeadings;
  /** Rules that removed most characters, largest first: `rule characters`. */
  readonly removed: readonly string[];
}

const RULES_SHOWN = 4;

/** Runs the product's own decoder, parser and filter over one labelled page and scores the text that is left. */
export function scorePage(page: LabelledPage): PageScore {
  const tree = parseHtml(decodeHtml(readFileSync(page.htmlFile)).text);
  const main = findMainContent(tree);
  const text = visibleText(tree, main.removed);
  const words = wordsOf(text);
  const lowerCase = text.toLowerCase();
  const spaced = ` ${words.join(' ')} `;
  const hasSnippet = (snippet: string): boolean => lowerCase.includes(snippet.toLowerCase());
  const hasWords = (snippet: string): boolean => spaced.includes(` ${wordsOf(snippet).join(' ')} `);
  const truth = wordsOf(page.truth);
  return {
    ...wordF1(words, truth),
    id: page.id,
    address: page.address,
    type: page.type,
    half: page.half,
    takenFor: main.pageType,
    with: shareOf(page.with, hasSnippet, 1),
    withWords: shareOf(page.with, hasWords, 1),
    leak: shareOf(page.without, hasSnippet, 0),
    loss: measureMarkedLoss(tree, main, words, truth),
    headings: measureHeadings(tree, main.removed, text, page.title),
    removed: largestRules(main.trace()),
  };
}

function shareOf(snippets: readonly string[], has: (snippet: string) => boolean, none: number): number {
  return snippets.length === 0 ? none : snippets.filter(has).length / snippets.length;
}

function largestRules(
  trace: ReadonlyArray<{ readonly rule: string; readonly characters: number }>,
): string[] {
  const byRule = new Map<string, number>();
  for (const { rule, characters } of trace) byRule.set(rule, (byRule.get(rule) ?? 0) + characters);
  return Array.from(byRule)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, RULES_SHOWN)
    .map(([rule, characters]) => `${rule} ${characters}`);
}
