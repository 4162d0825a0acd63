import type { TextLine } from './text-line.ts';

/** Width of a character where no line tells it, points. */
const USUAL_ADVANCE = 5;
/** Width of a character is at least this, points, so that nothing is divided by zero. */
export const LEAST_ADVANCE = 0.5;
/** A word begins at a column, as far as it is nearer to it than this, in columns. */
const NEAR_COLUMN = 0.3;

/** Width of a character of monospaced lines, points: from the distance of neighbouring words, then of words far apart. */
export function advanceOf(lines: readonly TextLine[]): number {
  const advances: number[] = [];
  for (const { words } of lines) {
    for (let index = 1; index < words.length; index++) {
      const before = words[index - 1]!;
      const word = words[index]!;
      if (word.hasSpaceBefore) advances.push((word.box.left - before.box.left) / (before.text.length + 1));
    }
  }
  if (advances.length === 0) {
    for (const { words } of lines) {
      for (const { box, text } of words) advances.push((box.right - box.left) / text.length);
    }
  }
  return refined(advances.toSorted((a, b) => a - b)[advances.length >> 2] ?? USUAL_ADVANCE, lines);
}

/** How wide many characters are tells more exactly how wide one is. */
function refined(rough: number, lines: readonly TextLine[]): number {
  const left = Math.min(...lines.map(({ box }) => box.left));
  const offsets = lines
    .flatMap(({ words }) => words.map(({ box }) => box.left - left))
    .toSorted((a, b) => a - b);
  let widths = 0;
  let columns = 0;
  let advance = Math.max(rough, LEAST_ADVANCE);
  for (const offset of offsets) {
    const column = Math.round(offset / advance);
    if (column === 0 || Math.abs(offset / advance - column) > NEAR_COLUMN) continue;
    widths += offset;
    columns += column;
    advance = widths / columns;
  }
  return advance;
}
