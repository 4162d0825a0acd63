import type { Box } from '../pdf-page.ts';

/** The smallest box around all of them; an empty box at the origin for none. */
export function unionOf(boxes: Iterable<Box>): Box {
  const union = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const box of boxes) {
    union.left = Math.min(union.left, box.left);
    union.top = Math.min(union.top, box.top);
    union.right = Math.max(union.right, box.right);
    union.bottom = Math.max(union.bottom, box.bottom);
  }
  return union.left > union.right ? { left: 0, top: 0, right: 0, bottom: 0 } : union;
}

function holdsPoint(box: Box, x: number, y: number): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

export function holdsCentre(outer: Box, inner: Box): boolean {
  return holdsPoint(outer, (inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2);
}

/** The middle value; 0 for none. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  // Sorts without calling back for each pair.
  const sorted = new Float64Array(values).toSorted();
  return sorted[sorted.length >> 1]!;
}
