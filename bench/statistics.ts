/** The value below which this share of the values lies (nearest rank). */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('There is no quantile of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1]!;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
