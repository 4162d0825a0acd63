/**
 * What a session that was told nothing in words costs, by what its end says of it: two credits for each minute that it began,
 * and for one at least (wire contract 4.4).
 */
export function creditsOfCode({ sessionDurationMs }: { sessionDurationMs?: number | undefined }): number {
  return 2 * Math.max(1, Math.ceil((sessionDurationMs ?? NaN) / 60_000));
}
