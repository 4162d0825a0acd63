/** Where something stands on a slide, in EMU or any other unit. */
export interface ShapeBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Two boxes stand side by side when they share this much of the lower one's height. */
const SHARED_HEIGHT = 0.5;

/**
 * Things on a slide in reading order: rows from top to bottom, columns of a row from left to right, what stands in one
 * column from top to bottom. A thing without a box stays behind the one that it follows.
 */
export function shapesInOrder<T>(things: readonly T[], boxOf: (thing: T) => ShapeBox | undefined): T[] {
  const groups: Array<{ things: T[]; box: ShapeBox }> = [];
  for (const thing of things) {
    const box = boxOf(thing);
    if (box !== undefined) groups.push({ things: [thing], box });
    else if (groups.length > 0) groups.at(-1)!.things.push(thing);
    else groups.push({ things: [thing], box: { left: 0, top: -Infinity, width: 0, height: 0 } });
  }
  const rows: Array<{ groups: typeof groups; bottom: number }> = [];
  for (const group of groups.toSorted((one, other) => one.box.top - other.box.top)) {
    const { top, height } = group.box;
    const row = rows.at(-1);
    if (row !== undefined && row.bottom - top > height * SHARED_HEIGHT && height > 0) {
      row.groups.push(group);
      row.bottom = Math.max(row.bottom, top + height);
    } else rows.push({ groups: [group], bottom: top + height });
  }
  return rows.flatMap((row) => columnsOf(row.groups)).flatMap((group) => group.things);
}

/** Boxes that begin left of another's middle are in its column. */
function columnsOf<T extends { box: ShapeBox }>(groups: readonly T[]): T[] {
  const columns: Array<{ groups: T[]; middle: number }> = [];
  for (const group of groups.toSorted((one, other) => one.box.left - other.box.left)) {
    const column = columns.at(-1);
    if (column !== undefined && group.box.left < column.middle) column.groups.push(group);
    else columns.push({ groups: [group], middle: group.box.left + group.box.width / 2 });
  }
  return columns.flatMap((column) => column.groups.toSorted((one, other) => one.box.top - other.box.top));
}
