import type { Box } from '../pdf-page.ts';
import { unionOf } from './box.ts';
import type { Region } from './columns.ts';

/** Regions of a page that are compared with one another, at most; more are a drawing. */
const MAX_REGIONS = 200;

/** The ends of a part of a page. */
export interface ColumnEnds {
  /** Where its lines begin and end. */
  extent: { left: number; right: number };
  /** How far they could go: to the next column, or to a margin as wide as the one on the other side of the page. */
  room: { left: number; right: number };
}

/** Finds for each region how far its lines reach, and how far they could. */
export function freeEnds(regions: readonly Region[], width: number): ColumnEnds[] {
  const boxes = regions.map((region) => unionOf(region.flatMap(({ words }) => words.map(({ box }) => box))));
  const all = unionOf(boxes);
  const margin = Math.max(0, Math.min(all.left, width - all.right));
  const page = { left: margin, right: width - margin };
  return boxes.map((box) => ({
    extent: box,
    room: boxes.length > MAX_REGIONS ? box : roomOf(box, boxes, page),
  }));
}

function roomOf(box: Box, boxes: readonly Box[], page: { left: number; right: number }): ColumnEnds['room'] {
  let left = Math.min(page.left, box.left);
  let right = Math.max(page.right, box.right);
  for (const other of boxes) {
    const isBeside = other !== box && other.top < box.bottom && other.bottom > box.top;
    if (!isBeside) continue;
    if (other.left >= box.right) right = Math.min(right, other.left);
    else if (other.right <= box.left) left = Math.max(left, other.right);
  }
  return { left, right };
}
