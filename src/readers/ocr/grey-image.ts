import type { Raster } from './ocr-page.ts';

/** Brightness of each pixel, rows from the top; 0 is black. */
export interface GreyImage {
  width: number;
  height: number;
  data: Uint8Array;
}

export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The weights of ITU-R BT.601 in 256ths; red and blue are given the same one, so that their order does not matter. */
const GREEN = 150;
const RED_OR_BLUE = 53;

/** Throws a RangeError when the data is not as long as the raster says. */
export function toGrey({ width, height, channels, data }: Raster): GreyImage {
  if (data.length !== width * height * channels) {
    throw new RangeError(`A raster of ${width} x ${height} x ${channels} has ${data.length} bytes`);
  }
  if (channels === 1) return { width, height, data };
  const grey = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < grey.length; pixel += 1, at += 4) {
    const outer = data[at]! + data[at + 2]!;
    grey[pixel] = (outer * RED_OR_BLUE + data[at + 1]! * GREEN) >> 8;
  }
  return { width, height, data: grey };
}

export function crop(image: GreyImage, { left, top, width, height }: Rectangle): GreyImage {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = (top + y) * image.width + left;
    data.set(image.data.subarray(start, start + width), y * width);
  }
  return { width, height, data };
}

/** Clockwise, without loss. */
export function turn(image: GreyImage, degrees: 0 | 90 | 180 | 270): GreyImage {
  const { width, height, data } = image;
  if (degrees === 0) return image;
  if (degrees === 180) return { width, height, data: data.toReversed() };
  const turned = new Uint8Array(data.length);
  // The pixel (x, y) goes to (height - 1 - y, x) when it is turned by 90, and to (y, width - 1 - x) by 270.
  const [start, stepX, stepY] =
    degrees === 90 ? [height - 1, height, -1] : [(width - 1) * height, -height, 1];
  for (let y = 0; y < height; y += 1) {
    let target = start + y * stepY;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1, target += stepX) {
      turned[target] = data[at]!;
    }
  }
  return { width: height, height: width, data: turned };
}

/** Clockwise by a small angle about the centre, in the same frame; what comes in from outside is white. */
export function level(image: GreyImage, degrees: number): GreyImage {
  const { width, height, data } = image;
  if (degrees === 0) return image;
  const sine = Math.sin((degrees * Math.PI) / 180);
  const cosine = Math.cos((degrees * Math.PI) / 180);
  const [centreX, centreY] = [(width - 1) / 2, (height - 1) / 2];
  const levelled = new Uint8Array(data.length).fill(255);
  for (let y = 0; y < height; y += 1) {
    const fromCentreY = y - centreY;
    for (let x = 0; x < width; x += 1) {
      const sourceX = centreX + (x - centreX) * cosine + fromCentreY * sine;
      const sourceY = centreY - (x - centreX) * sine + fromCentreY * cosine;
      const [left, top] = [Math.floor(sourceX), Math.floor(sourceY)];
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      levelled[y * width + x] = mix(data, top * width + left, width, sourceX - left, sourceY - top);
    }
  }
  return { width, height, data: levelled };
}

/** The brightness between four pixels, `shareX` and `shareY` of the way from the first one. */
// oxlint-disable-next-line max-params -- one call a pixel
function mix(data: Uint8Array, at: number, stride: number, shareX: number, shareY: number): number {
  const upper = data[at]! * (1 - shareX) + data[at + 1]! * shareX;
  const lower = data[at + stride]! * (1 - shareX) + data[at + stride + 1]! * shareX;
  return upper * (1 - shareY) + lower * shareY + 0.5;
}

/** Larger: between the pixels; smaller: the mean of what falls together, so that thin strokes stay. */
export function scale(image: GreyImage, factor: number): GreyImage {
  const width = Math.max(1, Math.round(image.width * factor));
  const height = Math.max(1, Math.round(image.height * factor));
  if (width === image.width && height === image.height) return image;
  return factor > 1 ? enlarge(image, width, height) : reduce(image, width, height);
}

function enlarge(image: GreyImage, width: number, height: number): GreyImage {
  const data = new Uint8Array(width * height);
  const stepX = image.width / width;
  const stepY = image.height / height;
  // A picture of one row or column has no neighbour to mix with.
  const canMix = image.width > 1 && image.height > 1;
  for (let y = 0; y < height; y += 1) {
    const sourceY = Math.min(Math.max((y + 0.5) * stepY - 0.5, 0), image.height - 1);
    const top = Math.max(0, Math.min(Math.floor(sourceY), image.height - 2));
    for (let x = 0; x < width; x += 1) {
      const sourceX = Math.min(Math.max((x + 0.5) * stepX - 0.5, 0), image.width - 1);
      const left = Math.max(0, Math.min(Math.floor(sourceX), image.width - 2));
      const at = top * image.width + left;
      data[y * width + x] = canMix
        ? mix(image.data, at, image.width, sourceX - left, sourceY - top)
        : image.data[Math.round(sourceY) * image.width + Math.round(sourceX)]!;
    }
  }
  return { width, height, data };
}

function reduce(image: GreyImage, width: number, height: number): GreyImage {
  const data = new Uint8Array(width * height);
  const columnOf = Uint32Array.from({ length: image.width }, (_, x) =>
    Math.min(width - 1, Math.floor((x * width) / image.width)),
  );
  const sums = new Float64Array(width);
  const counts = new Uint32Array(width);
  for (let y = 0, row = 0; y < height; y += 1) {
    const end =
      y === height - 1 ? image.height : Math.max(row + 1, Math.floor(((y + 1) * image.height) / height));
    sums.fill(0);
    counts.fill(0);
    for (; row < end && row < image.height; row += 1) {
      const start = row * image.width;
      for (let x = 0; x < image.width; x += 1) {
        const column = columnOf[x]!;
        sums[column] = sums[column]! + image.data[start + x]!;
        counts[column] = counts[column]! + 1;
      }
    }
    for (let x = 0; x < width; x += 1) {
      data[y * width + x] = Math.round(sums[x]! / Math.max(1, counts[x]!));
    }
  }
  return { width, height, data };
}

/** Black for white. */
export function negate(image: GreyImage): GreyImage {
  return { ...image, data: image.data.map((value) => 255 - value) };
}

/** As a file: binary PGM (netpbm.sourceforge.net/doc/pgm.html). */
export function toPgm({ width, height, data }: GreyImage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data]);
}
