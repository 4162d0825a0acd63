/** ROUGE-N F: what two texts share of their runs of N words, each counted as often as it occurs. */
export function rouge(one: readonly string[], other: readonly string[], length: number): number {
  const left = runsOf(one, length);
  let shared = 0;
  for (const [run, count] of runsOf(other, length)) shared += Math.min(count, left.get(run) ?? 0);
  const most = (words: readonly string[]): number => Math.max(words.length - length + 1, 0);
  return shared === 0 ? 0 : (2 * shared) / (most(one) + most(other));
}

function runsOf(words: readonly string[], length: number): Map<string, number> {
  const runs = new Map<string, number>();
  for (let at = 0; at + length <= words.length; at++) {
    const run = words.slice(at, at + length).join(' ');
    runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return runs;
}
