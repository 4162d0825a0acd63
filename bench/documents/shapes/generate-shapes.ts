import { makeForm } from './forms.ts';
import { makeLetter } from './letters.ts';
import { makeReceipt } from './receipts.ts';
import { makeScannedPage } from './scanned-pages.ts';
import { makeScannedTables } from './scanned-tables.ts';
import type { Shape } from './sheet.ts';
import { makeDeck } from './slide-decks.ts';
import { makeTightTable } from './tight-tables.ts';

const GENRES: readonly { make: (seed: number) => Shape; count: number }[] = [
  { make: makeReceipt, count: 24 },
  { make: makeLetter, count: 18 },
  { make: makeForm, count: 25 },
  { make: makeDeck, count: 12 },
  { make: makeTightTable, count: 18 },
  { make: makeScannedPage, count: 12 },
  { make: makeScannedTables, count: 24 },
];
/** Seeds that the rules were made with begin here, and those that they were not. */
const FIRST_SEED = 1;
const FIRST_HELD_OUT = 5_001;

/** The pages of short lines, always the same; every fourth one when there is little time. */
export function generateShapes({ isQuick = false, isHeldOut = false } = {}): Shape[] {
  const first = isHeldOut ? FIRST_HELD_OUT : FIRST_SEED;
  return GENRES.flatMap(({ make, count }) =>
    Array.from({ length: count }, (_, index) => make(first + index)),
  ).filter((_, index) => !isQuick || index % 4 === 1);
}
