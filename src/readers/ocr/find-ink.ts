import type { GreyImage } from './grey-image.ts';

/** Where there is ink: 1, else 0. */
export interface InkMap {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Sides of the squares whose mean brightness is the paper's, pixels of the reduced picture. */
const TILE = 32;
/** Darker than the mean by so much is ink. */
const CONTRAST = 24;

/**
 * Ink against the paper around it: a shadow over half of a photographed page is paper all the same.
 * Good enough to measure text by; recognition does its own.
 */
export function findInk(image: GreyImage): InkMap {
  const ink = new Uint8Array(image.width * image.height);
  compareWithTiles(image, (at, difference) => {
    if (difference < -CONTRAST) ink[at] = 1;
  });
  return { width: image.width, height: image.height, data: ink };
}

/** Whether text is light on a dark page: most of what stands out from its surroundings is brighter. */
export function isLightOnDark(image: GreyImage): boolean {
  let light = 0;
  let dark = 0;
  compareWithTiles(image, (_, difference) => {
    if (difference > CONTRAST * 2) light += 1;
    else if (difference < -CONTRAST * 2) dark += 1;
  });
  return light > dark * 2;
}

/** Paper that is so much darker in some tenth of a page lies in a shadow, or is a picture. */
const SHADOW = 0.75;

/** Whether one threshold of brightness will not do for the whole page, as in photographs with a shadow. */
export function isUnevenlyLit({ width, height, data }: GreyImage): boolean {
  const columns = Math.ceil(width / TILE);
  const brightest = new Uint8Array(columns * Math.ceil(height / TILE));
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / TILE) * columns;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const tile = row + Math.floor(x / TILE);
      if (data[at]! > brightest[tile]!) brightest[tile] = data[at]!;
    }
  }
  brightest.sort();
  const [dim, bright] = [0.1, 0.9].map((share) => brightest[Math.floor(share * brightest.length)]!);
  return dim! < bright! * SHADOW;
}

/** `difference`: of the pixel at this place from the mean of its tile. */
function compareWithTiles(
  { width, height, data }: GreyImage,
  visit: (at: number, difference: number) => void,
): void {
  const columns = Math.ceil(width / TILE);
  const means = meanOfTiles({ width, height, data }, columns);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / TILE) * columns;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      visit(at, data[at]! - means[row + Math.floor(x / TILE)]!);
    }
  }
}

function meanOfTiles({ width, height, data }: GreyImage, columns: number): Float64Array {
  const rows = Math.ceil(height / TILE);
  const sums = new Float64Array(columns * rows);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / TILE) * columns;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const tile = row + Math.floor(x / TILE);
      sums[tile] = sums[tile]! + data[at]!;
      counts[tile] = counts[tile]! + 1;
    }
  }
  return sums.map((sum, tile) => sum / Math.max(1, counts[tile]!));
}
