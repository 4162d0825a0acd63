import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evenLight } from './even-light.ts';
import type { GreyImage } from './grey-image.ts';

/** A sheet with letters all over, which gets darker to the right. */
function sheet(darkest: number): GreyImage {
  const [width, height] = [640, 320];
  const data = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const light = 240 - ((240 - darkest) * x) / width;
      const isInk = y % 16 < 4 && x % 12 < 4;
      data[at] = isInk ? light * 0.4 : light;
    }
  }
  return { width, height, data };
}

test('a page in a light shadow is brought into one light', () => {
  const image = sheet(150);
  const { data, width } = evenLight(image, image);
  const paper = Array.from({ length: 40 }, (_, index) => data[10 * width + index * 16 + 6]!);
  assert.ok(Math.min(...paper) > Math.max(...paper) * 0.93, paper.join(' '));
  const ink = Array.from(
    { length: 40 },
    (_, index) => data[32 * width + Math.floor((index * 16) / 12) * 12 + 1]!,
  );
  assert.ok(Math.max(...ink) < Math.min(...paper) * 0.5);
});

test('an evenly lit page stays as it is', () => {
  const image = sheet(238);
  assert.equal(evenLight(image, image), image);
});
