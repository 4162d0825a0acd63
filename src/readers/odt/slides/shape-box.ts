import type { ShapeBox } from '../../slides/shape-order.ts';
import { isElement, type XmlElement } from '../../xml/xml-element.ts';

/** Points of a unit of length (XSL 1.1, section 5.9.13). */
const POINTS: Readonly<Record<string, number>> = {
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  in: 72,
  pt: 1,
  pc: 12,
  px: 0.75,
};
/** Shapes of a group that are asked where it stands. */
const MAX_MEMBERS = 100;
const MAX_DEPTH = 10;

/** Where a shape stands, in points; undefined when it does not say. A group stands where its shapes do. */
export function boxOf(shape: XmlElement): ShapeBox | undefined {
  return boxWithin(shape, 0);
}

function boxWithin(shape: XmlElement, depth: number): ShapeBox | undefined {
  const own = ownBox(shape);
  if (own !== undefined || depth >= MAX_DEPTH) return own;
  if (shape.name !== 'draw:g' && shape.name !== 'draw:a') return undefined;
  let whole: ShapeBox | undefined;
  for (const member of shape.children.filter(isElement).slice(0, MAX_MEMBERS)) {
    const box = boxWithin(member, depth + 1);
    if (box !== undefined) whole = whole === undefined ? box : around(whole, box);
  }
  return whole;
}

function ownBox({ attributes }: XmlElement): ShapeBox | undefined {
  const moved = /translate\s*\(\s*(\S+?)[\s,]+([^\s)]+)/.exec(attributes['draw:transform'] ?? '');
  const left = pointsOf(attributes['svg:x'] ?? moved?.[1]);
  const top = pointsOf(attributes['svg:y'] ?? moved?.[2]);
  if (left === undefined || top === undefined) return undefined;
  const width = pointsOf(attributes['svg:width']) ?? 0;
  const height = pointsOf(attributes['svg:height'] ?? attributes['fo:min-height']) ?? 0;
  return { left, top, width, height };
}

function pointsOf(length: string | undefined): number | undefined {
  const [, number, unit = ''] = /^\s*(-?\d{0,9}(?:\.\d{1,12})?)([a-z]{2})\s*$/.exec(length ?? '') ?? [];
  const points = Number(number) * (POINTS[unit] ?? Number.NaN);
  return number === '' || Number.isNaN(points) ? undefined : points;
}

function around(one: ShapeBox, other: ShapeBox): ShapeBox {
  const left = Math.min(one.left, other.left);
  const top = Math.min(one.top, other.top);
  return {
    left,
    top,
    width: Math.max(one.left + one.width, other.left + other.width) - left,
    height: Math.max(one.top + one.height, other.top + other.height) - top,
  };
}
