/** The weight of a term in a page is kept as a byte, on a scale of logarithms: 3.5 % a step. */
const STEPS_A_DOUBLING = 20;
const LEAST_WEIGHT = 0.02;
const MAX_IMPACT = 255;
/** How soon a further occurrence stops counting. */
const K1 = 1.2;

/** The byte of a weighted count. */
export function impactOf(weight: number): number {
  if (weight <= LEAST_WEIGHT) return 0;
  return Math.min(Math.round(STEPS_A_DOUBLING * Math.log2(weight / LEAST_WEIGHT)), MAX_IMPACT);
}

/** Gives the part of a weight in a score, 0 to 2.2, before the rarity of the term. */
export function saturate(weight: number): number {
  return (weight * (K1 + 1)) / (weight + K1);
}

/** The same for each byte. */
export const SATURATION: Float32Array = Float32Array.from({ length: MAX_IMPACT + 1 }, (_, impact) =>
  saturate(LEAST_WEIGHT * 2 ** (impact / STEPS_A_DOUBLING)),
);
