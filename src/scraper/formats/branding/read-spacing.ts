import type { BrandStyles, ControlFact } from '../../../browser/branding-facts.ts';
import type { Branding } from '../../../contract/documents/branding.ts';
import { mostOf } from './most-of.ts';
import { withoutAbsent } from './without-absent.ts';

/** Grids that designs are drawn on, px; the largest that fits is meant. */
const UNITS = [8, 10, 6, 5, 4] as const;
const MIN_FIT = 0.75;
const MIN_LENGTHS = 8;

export function readSpacing(styles: BrandStyles): NonNullable<Branding['spacing']> {
  const { buttons, inputs } = styles;
  const padding = withoutAbsent({
    button: mostOf(
      buttons,
      (button) => nonZero(button.padding),
      () => 1,
    ),
    input: mostOf(
      inputs,
      (input) => nonZero(input.padding),
      () => 1,
    ),
    ...byKind(styles.paddings),
  });
  const margins = byKind(styles.margins);
  return withoutAbsent({
    baseUnit: findBaseUnit([...styles.lengths, ...[...buttons, ...inputs].flatMap(lengthsOf)]),
    borderRadius: findRadius(styles),
    padding: isEmpty(padding) ? undefined : padding,
    margins: isEmpty(margins) ? undefined : margins,
  });
}

/** The number that nearly all distances are multiples of. */
function findBaseUnit(lengths: BrandStyles['lengths']): number | undefined {
  const total = lengths.reduce((sum, [, count]) => sum + count, 0);
  if (total < MIN_LENGTHS) return undefined;
  const fitOf = (unit: number): number =>
    lengths.reduce((sum, [px, count]) => sum + (px % unit === 0 ? count : 0), 0) / total;
  return UNITS.find((unit) => fitOf(unit) >= MIN_FIT);
}

function lengthsOf({ padding }: ControlFact): BrandStyles['lengths'] {
  return padding
    .split(' ')
    .map(Number.parseFloat)
    .filter((px) => px >= 2 && Number.isInteger(px))
    .map((px) => [px, 1]);
}

function findRadius({ radii, buttons, inputs }: BrandStyles): string | undefined {
  const all: Array<readonly [string, number]> = [
    ...radii,
    ...buttons.map(({ radius }) => [radius, 1] as const),
    ...inputs.map(({ radius }) => [radius, 1] as const),
  ];
  const round = all.filter(([radius]) => nonZero(radius) !== undefined);
  const count = (some: typeof all): number => some.reduce((sum, [, times]) => sum + times, 0);
  // A page of square boxes with one round badge is square.
  const isSquare = count(round) < count(all) / 5;
  return mostOf(
    isSquare ? all : round,
    ([radius]) => radius,
    ([, times]) => times,
  );
}

function byKind(facts: BrandStyles['paddings']): Record<string, string> {
  const kinds = new Set(facts.map(([kind]) => kind));
  const values: Record<string, string> = {};
  for (const kind of kinds) {
    const own = facts.filter((fact) => fact[0] === kind);
    const value = mostOf(
      own,
      (fact) => fact[1],
      (fact) => fact[2],
    );
    if (value !== undefined) values[kind] = value;
  }
  return values;
}

function nonZero(lengths: string): string | undefined {
  return /[1-9]/.test(lengths) ? lengths : undefined;
}

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}
