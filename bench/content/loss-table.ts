import type { Table } from '../table.ts';
import type { Losses, LossFigures, RuleLoss } from './loss-figures.ts';
import type { PageScore } from './score-page.ts';

const NOTHING: RuleLoss = { pages: 0, runs: 0 };
const PAGES_LISTED = 40;

/** What rules removed of the marked text, by rule; then what that makes of the pages. */
export function lossTable(figures: LossFigures, baseline: LossFigures | undefined): Table {
  const { all, tuning, heldOut } = figures;
  const names = new Set([...Object.keys(all.rules), ...Object.keys(baseline?.all.rules ?? {})]);
  const sets = [all, tuning, heldOut, baseline?.all];
  const rules = Array.from(names, (name) => [name, ...sets.flatMap((losses) => ruleCells(losses, name))]);
  const line = (name: string, value: (losses: Losses) => number | string): string[] => [
    name,
    ...sets.flatMap((losses) => (losses === undefined ? ['-', ''] : [`${value(losses)}`, ''])),
  ];
  return {
    title: 'Marked text that rules removed',
    columns: ['rule', 'pages', 'runs', 'tuning', 'runs', 'held out', 'runs', 'before', 'runs'],
    rows: [
      ...rules,
      ['all rules', ...sets.flatMap((losses) => ['', losses === undefined ? '-' : `${losses.runs}`])],
      line('pages that lose 2 % or more', ({ overTwoPercent }) => overTwoPercent),
      line('pages that lose more than 10 %', ({ overTenPercent }) => overTenPercent),
      line('titles lost', ({ titlesLost }) => titlesLost),
      line('pages with a bare heading', ({ bareHeadings }) => bareHeadings),
      line('marked phrases missing', ({ phrasesMissing }) => phrasesMissing.toFixed(4)),
      line('clutter phrases left', ({ clutter }) => clutter.toFixed(4)),
    ],
    notes: [
      'runs: runs of four words of marked text that stand on the page, in blocks that the rule removed, and nowhere else',
      'pages: those that lose ten runs or more to the rule; (name): by a class or an id, not by the element or its role',
      `titles: ${figures.titles} of ${figures.pages} pages show the marked title as a heading`,
      'a bare heading is kept, and all that stands under it was removed',
    ],
  };
}

function ruleCells(losses: Losses | undefined, name: string): [string, string] {
  if (losses === undefined) return ['-', '-'];
  const { pages, runs } = losses.rules[name] ?? NOTHING;
  return [`${pages}`, `${runs}`];
}

/** The pages that lose most to a rule, `any` for all rules: runs, share of the marked text, id, type, address. */
export function pagesLosing(scores: readonly PageScore[], rule: string): string {
  const lostOn = ({ loss }: PageScore): number => (rule === 'any' ? loss.lost : (loss.byRule[rule] ?? 0));
  return scores
    .filter((score) => lostOn(score) > 0)
    .toSorted((a, b) => lostOn(b) - lostOn(a))
    .slice(0, PAGES_LISTED)
    .map((score) =>
      [
        `${lostOn(score)}`.padStart(6),
        `${((lostOn(score) / score.loss.marked) * 100).toFixed(1)} %`.padStart(8),
        score.id,
        score.type,
        score.address,
      ].join('  '),
    )
    .join('\n');
}
