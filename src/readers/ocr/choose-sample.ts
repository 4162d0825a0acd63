import type { InkMap } from './find-ink.ts';
import type { Rectangle } from './grey-image.ts';

/** Sides of a sample: a share of the shorter side of the page, but not fewer pixels. */
const SHARE = 0.28;
const MIN_SIDE = 320;
/** Places that are compared, in each direction. */
const PLACES = 8;

/** The square of a page with the most ink, in pixels of the page; `factor`: how many of them are one of the map. */
export function chooseSample({ width, height, data }: InkMap, factor: number): Rectangle {
  const shorter = Math.min(width, height);
  const side = Math.min(shorter, Math.max(Math.floor(shorter * SHARE), Math.ceil(MIN_SIDE / factor)));
  let best = { left: 0, top: 0, ink: -1 };
  for (let place = 0; place < PLACES ** 2; place += 1) {
    const left = Math.floor(((place % PLACES) * (width - side)) / (PLACES - 1));
    const top = Math.floor((Math.floor(place / PLACES) * (height - side)) / (PLACES - 1));
    let ink = 0;
    for (let y = top; y < top + side; y += 2) {
      for (let x = left; x < left + side; x += 2) ink += data[y * width + x]!;
    }
    if (ink > best.ink) best = { left, top, ink };
  }
  const length = Math.floor(side * factor);
  return {
    left: Math.floor(best.left * factor),
    top: Math.floor(best.top * factor),
    width: length,
    height: length,
  };
}
