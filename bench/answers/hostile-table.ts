import { findPassages, passagesOfMarkdown } from '../../src/extract/passages/find-passages.ts';
import type { Passage } from '../../src/extract/passages/passage.ts';
import { pickHighlights } from '../../src/extract/passages/pick-highlights.ts';
import { rankPassages } from '../../src/extract/passages/rank-passages.ts';
import { summarise } from '../../src/extract/passages/summarise.ts';
import { parseHtml } from '../../src/html/parse.ts';
import { splitMarkdown } from '../../src/text/split-markdown.ts';
import { figure, targetCells, type Table, type Target } from '../table.ts';

const BYTES = 5_000_000;
/** A scrape has a minute when its caller names no time; most of it must be left. */
const ENDS_MS: Target = { bar: 15_000, goal: 5000, isMoreBetter: false };

const PAGES: ReadonlyArray<readonly [name: string, page: string]> = [
  ['page of one paragraph', `<p>${fill('word 1. Made ')}`],
  ['page of deep lists', fill('<ul><li>word')],
  ['page of headings', fill('<h2>word 1</h2>')],
  ['page of cards', fill('<div><div>word</div><div>1</div></div>')],
  ['page of rows', `<table><tr><th>a<th>b</tr>${fill('<tr><td>word<td>1</tr>')}`],
  ['page of lines', `<p>${fill('word: 1<br>')}`],
];
const TEXTS: ReadonlyArray<readonly [name: string, text: string]> = [
  ['Markdown on one line', fill('word 1. Made ')],
  ['Markdown of headings', fill('# word 1\n')],
  ['Markdown of open links', fill('[word](a')],
  ['Markdown of emphasis', fill('*word **made ')],
  ['Markdown in an open fence', `\`\`\`\n${fill('word 1\n')}`],
  ['Markdown of rows', `| a |\n|---|\n${fill('| word |\n')}`],
  ['Markdown of ideographs', fill('文字多少钱。')],
];

/** CPU ms for hostile input of five million characters: passages, ranking, highlights and summary, and pieces of Markdown. */
export function measureHostileInput(): Table {
  const measured = [
    ...PAGES.map(([name, page]) => {
      const tree = parseHtml(page);
      return [name, cpuMs(() => answer(findPassages(tree))), undefined] as const;
    }),
    ...TEXTS.map(([name, text]) => {
      const answerMs = cpuMs(() => answer(passagesOfMarkdown(text)));
      return [name, answerMs, cpuMs(() => splitMarkdown(text, 2500))] as const;
    }),
  ];
  const worst = measured.reduce((most, [, answered, split]) => Math.max(most, answered, split ?? 0), 0);
  return {
    title: `Hostile input of ${BYTES / 1e6} million characters`,
    columns: ['', 'answer, CPU ms', 'pieces, CPU ms', 'bar', 'goal', ''],
    rows: [
      ...measured.map(([name, answered, split]) => [
        name,
        figure(answered),
        split === undefined ? '' : figure(split),
      ]),
      ['the slowest', figure(worst), '', ...targetCells(worst, ENDS_MS, 'ms')],
    ],
    notes: [
      'passages are made of the first two million characters; the Markdown of a page is written up to there',
    ],
  };
}

function answer(passages: readonly Passage[]): void {
  pickHighlights(rankPassages(passages, 'How much does word 1 cost, and who made it when?'));
  summarise(passages, {
    title: 'word 1 made',
    description: 'The words are made by hand and by very many people.',
  });
}

function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function fill(piece: string): string {
  return piece.repeat(Math.ceil(BYTES / piece.length)).slice(0, BYTES);
}
