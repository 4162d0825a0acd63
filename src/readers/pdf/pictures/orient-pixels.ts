import type { Matrix } from '../pdfium/page-geometry.ts';
import type { Pixels } from './encode-png.ts';

/** How the rows and columns of a picture lie on the page: by the signs of its matrix, to the nearest quarter turn. */
export interface Orientation {
  /** Its rows run down or up. */
  isTurned: boolean;
  /** Its first column is on the right, or its first row at the bottom, after turning. */
  isMirrored: boolean;
  isUpsideDown: boolean;
}

/** From the matrix of the unit square of a picture, whose top is at 1, to the page as it is shown, whose top is at 0. */
export function orientationOf({ a, b, c, d }: Matrix): Orientation {
  const isTurned = Math.abs(b) > Math.abs(a) && Math.abs(c) > Math.abs(d);
  return isTurned
    ? { isTurned, isMirrored: c > 0, isUpsideDown: b < 0 }
    : { isTurned, isMirrored: a < 0, isUpsideDown: d > 0 };
}

export function isUpright({ isTurned, isMirrored, isUpsideDown }: Orientation): boolean {
  return !isTurned && !isMirrored && !isUpsideDown;
}

/** The pixels of a picture, row by row from its own top, as they are shown. */
export function orientPixels(pixels: Pixels, orientation: Orientation): Pixels {
  if (isUpright(orientation)) return pixels;
  const { isTurned, isMirrored, isUpsideDown } = orientation;
  const { channels, data } = pixels;
  const width = isTurned ? pixels.height : pixels.width;
  const height = isTurned ? pixels.width : pixels.height;
  const shown = new Uint8Array(data.length);
  let to = 0;
  for (let y = 0; y < height; y++) {
    const row = isUpsideDown ? height - 1 - y : y;
    for (let x = 0; x < width; x++) {
      const column = isMirrored ? width - 1 - x : x;
      const from = (isTurned ? column * pixels.width + row : row * pixels.width + column) * channels;
      for (let channel = 0; channel < channels; channel++) shown[to++] = data[from + channel]!;
    }
  }
  return { width, height, channels, data: shown };
}
