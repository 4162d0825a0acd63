import type { GreyImage } from './grey-image.ts';

/** A pixel that differs from all neighbours by so much is a speck. */
const SPECK_CONTRAST = 80;
/** Fewer are not worth the trouble. */
const SPECK_SHARE = 0.002;

/** Without single pixels that differ from all around, when there are so many that they are noise. */
export function withoutSpecks(image: GreyImage): GreyImage {
  const { width, height, data } = image;
  const specks: number[] = [];
  let alone = 0;
  for (let y = 2; y < height - 2; y += 1) {
    for (let at = y * width + 2, end = at + width - 4; at < end; at += 1) {
      if (!isSpeck(data, at, width, 1)) continue;
      specks.push(at);
      // Dots and corners of small letters have other ink beside them.
      if (isSpeck(data, at, width, 2)) alone += 1;
    }
  }
  if (alone < data.length * SPECK_SHARE || alone * 2 < specks.length) return image;
  const cleaned = Uint8Array.from(data);
  for (const at of specks) cleaned[at] = medianAround(data, at, width);
  return { width, height, data: cleaned };
}

/** Whether it differs from the pixels up to `reach` away; two of them may be specks as well. */
function isSpeck(data: Uint8Array, at: number, width: number, reach: 1 | 2): boolean {
  const value = data[at]!;
  const sign = value < data[at - 1]! ? -1 : 1;
  let alike = 0;
  for (let row = at - reach * width; row <= at + reach * width; row += width) {
    for (let place = row - reach; place <= row + reach; place += 1) {
      if ((value - data[place]!) * sign < SPECK_CONTRAST) alike += 1;
    }
    // The pixel itself is counted as well.
    if (alike > 3) return false;
  }
  return true;
}

function medianAround(data: Uint8Array, at: number, width: number): number {
  const around: number[] = [];
  for (const row of [at - width, at, at + width]) {
    around.push(data[row - 1]!, data[row]!, data[row + 1]!);
  }
  around.sort((one, other) => one - other);
  return around[4]!;
}
