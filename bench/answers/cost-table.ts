import { findPassages } from '../../src/extract/passages/find-passages.ts';
import { pickHighlights } from '../../src/extract/passages/pick-highlights.ts';
import { rankPassages } from '../../src/extract/passages/rank-passages.ts';
import { summarise } from '../../src/extract/passages/summarise.ts';
import { toMarkdown } from '../../src/html/to-markdown/to-markdown.ts';
import { readTimedPages } from '../content/timed-page.ts';
import type { LabelledPage } from '../content/labelled-pages.ts';
import { median } from '../statistics.ts';
import { figure, targetCells, type Table, type Target } from '../table.ts';
import { convertBenchPage, type ConvertedBenchPage } from './converted-page.ts';

const EVERY = 8;
const ROUNDS = 3;
const QUESTION = 'How much does it cost a month, and how long does it take until it is delivered?';
const STAGES = ['Markdown', 'passages', 'ranking', 'summary'] as const;
const RANKER_MS: Target = { bar: 5, goal: 3.5, isMoreBetter: false };

type Costs = Record<(typeof STAGES)[number], number>;

/** CPU ms of each step on the mean page. */
export function measureCost(labelled: readonly LabelledPage[]): Table {
  const pages = readTimedPages(labelled, EVERY).map(({ bytes }) => convertBenchPage(bytes));
  timePages(pages);
  const rounds = Array.from({ length: ROUNDS }, () => timePages(pages));
  const costOf = (stage: keyof Costs): number => median(rounds.map((round) => round[stage])) / pages.length;
  const ranker = costOf('passages') + costOf('ranking');
  return {
    title: `Cost on ${pages.length} pages`,
    columns: ['', 'CPU ms per page', 'bar', 'goal', ''],
    rows: [
      ['Markdown alone, to compare', figure(costOf('Markdown')), '', '', ''],
      ['passages, the Markdown they are made of included', figure(costOf('passages')), '', '', ''],
      ['ranking and highlights for one question', figure(costOf('ranking')), '', '', ''],
      ['passages and ranking', figure(ranker), ...targetCells(ranker, RANKER_MS, 'ms')],
      ['summary of the passages', figure(costOf('summary')), '', '', ''],
    ],
    notes: [
      `medians of ${ROUNDS} rounds after a warm-up, in time of the processor, garbage collection included`,
    ],
  };
}

function timePages(pages: readonly ConvertedBenchPage[]): Costs {
  const costs: Costs = { Markdown: 0, passages: 0, ranking: 0, summary: 0 };
  function timed<Result>(stage: keyof Costs, run: () => Result): Result {
    const before = process.cpuUsage();
    const result = run();
    const { user, system } = process.cpuUsage(before);
    costs[stage] += (user + system) / 1000;
    return result;
  }
  for (const { tree, removed, shown } of pages) {
    timed('Markdown', () => toMarkdown(tree, { removed, shown }));
    const passages = timed('passages', () => findPassages(tree, { removed, shown }));
    timed('ranking', () => pickHighlights(rankPassages(passages, QUESTION)));
    timed('summary', () => summarise(passages, { title: 'Prices and delivery of all that we have' }));
  }
  return costs;
}
