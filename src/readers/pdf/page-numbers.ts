/** Page numbers in order as text for people, such as `4-9, 12`; a long list is cut. */
export function formatPageNumbers(numbers: readonly number[], maxRanges = 12): string {
  const ranges: Array<{ first: number; last: number }> = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range !== undefined && number === range.last + 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  const shown = ranges
    .slice(0, maxRanges)
    .map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  return shown.join(', ') + (ranges.length > maxRanges ? ' and more' : '');
}

/** `Page 4` or `Pages 4-9, 12`. */
export function namePages(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'Page' : 'Pages'} ${formatPageNumbers(numbers)}`;
}
