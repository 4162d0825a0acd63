import type { GreyImage } from './grey-image.ts';

/** Sides of the squares whose brightest point is the paper's, pixels of the reduced picture. */
const TILE = 32;
/** Paper that is darker than the rest by more lies in a shadow. */
const EVEN = 0.94;
/** Squares darker than this share of the paper hold a picture: they are brightened no further. */
const LEAST_PAPER = 0.45;

/**
 * A page in one light: each point against the paper around it. One threshold for the whole page would take a light shadow for ink.
 * `reduced` is the same page with fewer pixels.
 */
export function evenLight(image: GreyImage, reduced: GreyImage): GreyImage {
  const columns = Math.ceil(reduced.width / TILE);
  const rows = Math.ceil(reduced.height / TILE);
  const paper = paperOf(reduced, columns, rows);
  const sorted = paper.toSorted();
  const bright = sorted[Math.floor(sorted.length * 0.9)]!;
  const dim = sorted[Math.floor(sorted.length * 0.1)]!;
  if (dim >= bright * EVEN) return image;
  const { width, height } = image;
  const data = new Uint8Array(image.data.length);
  const least = bright * LEAST_PAPER;
  const gains = paper.map((value) => bright / Math.max(value, least));
  const stepX = reduced.width / width / TILE;
  const stepY = reduced.height / height / TILE;
  const places = Array.from({ length: width }, (_, x) => placeIn(x * stepX, columns));
  for (let y = 0, at = 0; y < height; y++) {
    const down = placeIn(y * stepY, rows);
    for (let x = 0; x < width; x++, at++) {
      const across = places[x]!;
      const upper = gains[down.index * columns + across.index]!;
      const lower = gains[down.next * columns + across.index]!;
      const upperNext = gains[down.index * columns + across.next]!;
      const lowerNext = gains[down.next * columns + across.next]!;
      const left = upper + (lower - upper) * down.share;
      const right = upperNext + (lowerNext - upperNext) * down.share;
      data[at] = Math.min(255, Math.round(image.data[at]! * (left + (right - left) * across.share)));
    }
  }
  return { width, height, data };
}

function paperOf({ width, height, data }: GreyImage, columns: number, rows: number): Float64Array {
  const brightest = new Float64Array(columns * rows);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / TILE) * columns;
    for (let x = 0; x < width; x++, at++) {
      const tile = row + Math.floor(x / TILE);
      if (data[at]! > brightest[tile]!) brightest[tile] = data[at]!;
    }
  }
  return brightest;
}

/** The squares whose middles a place lies between, and how far it is from the first. */
function placeIn(place: number, count: number): { index: number; next: number; share: number } {
  const from = Math.min(Math.max(place - 0.5, 0), count - 1);
  const index = Math.floor(from);
  return { index, next: Math.min(count - 1, index + 1), share: from - index };
}
