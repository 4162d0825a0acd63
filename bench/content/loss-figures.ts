import type { PageScore } from './score-page.ts';
import { meanOf, meanOfTypes } from './score-table.ts';

/** What one rule removed of the marked text. */
export interface RuleLoss {
  /** Pages that lose at least ten runs to it. */
  readonly pages: number;
  readonly runs: number;
}

/** What is lost of marked text on a set of pages: all of these should be small. */
export interface Losses {
  /** By rule, the largest first. */
  readonly rules: Readonly<Record<string, RuleLoss>>;
  readonly runs: number;
  /** Pages that lose 2 % or more of their marked text, and more than 10 %, to all rules together. */
  readonly overTwoPercent: number;
  readonly overTenPercent: number;
  /** Pages that show their marked title as a heading, and keep it nowhere. */
  readonly titlesLost: number;
  /** Pages with a kept heading whose text was removed. */
  readonly bareHeadings: number;
  /** Mean share of the marked phrases that are missing, and of the clutter phrases that are there. */
  readonly phrasesMissing: number;
  readonly clutter: number;
}

export interface LossFigures {
  readonly pages: number;
  /** Pages that show their marked title as a heading. */
  readonly titles: number;
  readonly all: Losses;
  readonly tuning: Losses;
  readonly heldOut: Losses;
  /** F1 over all pages, and the mean of the types: these should be large. */
  readonly f1: number;
  readonly f1OfTypes: number;
}

/** Fewer runs are a label or a date. */
const LEAST_RUNS = 10;
const SMALL_LOSS = 0.02;
const LARGE_LOSS = 0.1;

export function lossFigures(scores: readonly PageScore[]): LossFigures {
  return {
    pages: scores.length,
    titles: scores.filter(({ headings }) => headings.isTitleKept !== undefined).length,
    all: lossesOf(scores),
    tuning: lossesOf(scores.filter(({ half }) => half === 'tuning')),
    heldOut: lossesOf(scores.filter(({ half }) => half === 'held out')),
    f1: rounded(meanOf(scores, 'f1')),
    f1OfTypes: rounded(meanOfTypes(scores, 'f1')),
  };
}

function lossesOf(scores: readonly PageScore[]): Losses {
  const losses = scores.map(({ loss }) => loss);
  const count = (isCounted: (score: PageScore) => boolean): number => scores.filter(isCounted).length;
  return {
    rules: lossesByRule(scores),
    runs: losses.reduce((sum, { lost }) => sum + lost, 0),
    overTwoPercent: count(({ loss }) => loss.lost > 0 && loss.lost >= SMALL_LOSS * loss.marked),
    overTenPercent: count(({ loss }) => loss.lost > LARGE_LOSS * loss.marked),
    titlesLost: count(({ headings }) => headings.isTitleKept === false),
    bareHeadings: count(({ headings }) => headings.bare > 0),
    phrasesMissing: rounded(1 - meanOf(scores, 'with')),
    clutter: rounded(meanOf(scores, 'leak')),
  };
}

function lossesByRule(scores: readonly PageScore[]): Record<string, RuleLoss> {
  const rules = new Map<string, { pages: number; runs: number }>();
  for (const { loss } of scores) {
    for (const [rule, runs] of Object.entries(loss.byRule)) {
      const sum = rules.get(rule) ?? { pages: 0, runs: 0 };
      if (runs >= LEAST_RUNS) sum.pages++;
      sum.runs += runs;
      rules.set(rule, sum);
    }
  }
  return Object.fromEntries(Array.from(rules).toSorted(([, a], [, b]) => b.runs - a.runs));
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
