/** Levenshtein: insertions, deletions and replacements that make one text of another. */
export function editDistance(a: string, b: string): number {
  const row = Uint16Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    let diagonal = row[0]!;
    row[0] = i;
    const symbol = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const replaced = diagonal + (symbol === b.charCodeAt(j - 1) ? 0 : 1);
      diagonal = row[j]!;
      row[j] = Math.min(replaced, diagonal + 1, row[j - 1]! + 1);
    }
  }
  return row[b.length]!;
}
