import { readFileSync, writeFileSync } from 'node:fs';
import type { Losses, LossFigures } from './loss-figures.ts';

/** What was lost when somebody last agreed to it. */
const BASELINE = new URL('loss-baseline.json', import.meta.url);

/** The recorded figures; undefined when they are of other pages. */
export function readBaseline({ pages, titles }: LossFigures): LossFigures | undefined {
  const baseline = JSON.parse(readFileSync(BASELINE, 'utf8')) as LossFigures;
  return baseline.pages === pages && baseline.titles === titles ? baseline : undefined;
}

export function writeBaseline(figures: LossFigures): void {
  writeFileSync(BASELINE, `${JSON.stringify(figures, undefined, 2)}\n`);
}

/** A line for each figure that is worse than it was: of rules over all pages, of what they add up to in each half too. */
export function findGrowth(now: LossFigures, before: LossFigures): string[] {
  return [
    ...grownRules(now.all, before.all),
    ...grownSums('all', now.all, before.all),
    ...grownSums('tuning', now.tuning, before.tuning),
    ...grownSums('held out', now.heldOut, before.heldOut),
    ...grown('F1, share missing', 1 - now.f1, 1 - before.f1),
    ...grown('F1, mean of types, share missing', 1 - now.f1OfTypes, 1 - before.f1OfTypes),
  ];
}

function grownRules(now: Losses, before: Losses): string[] {
  return Object.entries(now.rules).flatMap(([name, { pages, runs }]) => {
    const then = before.rules[name] ?? { pages: 0, runs: 0 };
    return [...grown(`${name}, pages`, pages, then.pages), ...grown(`${name}, runs`, runs, then.runs)];
  });
}

function grownSums(half: string, now: Losses, before: Losses): string[] {
  return [
    ...grown(`${half}: runs lost`, now.runs, before.runs),
    ...grown(`${half}: pages that lose 2 % or more`, now.overTwoPercent, before.overTwoPercent),
    ...grown(`${half}: pages that lose more than 10 %`, now.overTenPercent, before.overTenPercent),
    ...grown(`${half}: titles lost`, now.titlesLost, before.titlesLost),
    ...grown(`${half}: pages with a bare heading`, now.bareHeadings, before.bareHeadings),
    ...grown(`${half}: marked phrases missing`, now.phrasesMissing, before.phrasesMissing),
  ];
}

/** Shares are rounded to four digits: a smaller difference is none. */
const LEAST_DIFFERENCE = 0.00005;

function grown(name: string, now: number, before: number): string[] {
  if (now <= before + LEAST_DIFFERENCE) return [];
  const digits = Number.isInteger(now) && Number.isInteger(before) ? 0 : 4;
  return [`${name}: ${before.toFixed(digits)} -> ${now.toFixed(digits)}`];
}
