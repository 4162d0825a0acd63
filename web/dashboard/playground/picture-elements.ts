export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** An element that can be pointed at: a selector that matches it alone, its role, its label. */
export interface Pickable extends Box {
  selector: string;
  role: string;
  name: string;
}

/** The elements that a picture shows, by the size of the picture in CSS pixels of the page. */
export interface PictureElements {
  width: number;
  height: number;
  items: readonly Pickable[];
}

/** A hand that clicks moves the pointer a little, CSS pixels. */
const LEAST_DRAG = 8;

export function isDrag(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > LEAST_DRAG;
}

/** The element that a click at a point means: the smallest there, what can be used before what is read. */
export function elementAt(items: readonly Pickable[], point: Point): Pickable | undefined {
  const there = items.filter((each) => holds(each, point));
  return smallest(there.filter(({ role }) => role !== '')) ?? smallest(there);
}

/** The smallest part of the page that has all of what was dragged over. */
export function elementAround(items: readonly Pickable[], from: Point, to: Point): Pickable | undefined {
  return smallest(items.filter((each) => holds(each, from) && holds(each, to)));
}

function holds({ x, y, width, height }: Box, point: Point): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}

/** The later one of two that are as large: it lies in the other, or on it. */
function smallest(items: readonly Pickable[]): Pickable | undefined {
  let least: Pickable | undefined;
  for (const each of items) {
    if (least === undefined || each.width * each.height <= least.width * least.height) least = each;
  }
  return least;
}
