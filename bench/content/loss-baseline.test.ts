import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findGrowth } from './loss-baseline.ts';
import type { Losses, LossFigures } from './loss-figures.ts';

const LOSSES: Losses = {
  rules: { cards: { pages: 2, runs: 90 } },
  runs: 90,
  overTwoPercent: 4,
  overTenPercent: 1,
  titlesLost: 3,
  bareHeadings: 5,
  phrasesMissing: 0.2,
  clutter: 0.1,
};
const FIGURES: LossFigures = {
  pages: 10,
  titles: 9,
  all: LOSSES,
  tuning: LOSSES,
  heldOut: LOSSES,
  f1: 0.9,
  f1OfTypes: 0.8,
};

test('nothing grew: the same figures, and smaller ones', () => {
  assert.deepEqual(findGrowth(FIGURES, FIGURES), []);
  assert.deepEqual(findGrowth({ ...FIGURES, f1: 0.91, all: { ...LOSSES, rules: {}, runs: 0 } }, FIGURES), []);
});

test('each figure that grew is named with what it was and is', () => {
  const all = {
    ...LOSSES,
    rules: { cards: { pages: 3, runs: 90 }, aside: { pages: 0, runs: 7 } },
    titlesLost: 4,
  };
  assert.deepEqual(findGrowth({ ...FIGURES, all, f1: 0.89 }, FIGURES), [
    'cards, pages: 2 -> 3',
    'aside, runs: 0 -> 7',
    'all: titles lost: 3 -> 4',
    'F1, share missing: 0.1000 -> 0.1100',
  ]);
  const heldOut = { ...LOSSES, phrasesMissing: 0.21 };
  assert.deepEqual(findGrowth({ ...FIGURES, heldOut }, FIGURES), [
    'held out: marked phrases missing: 0.2000 -> 0.2100',
  ]);
});
