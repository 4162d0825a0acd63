import { createRandom } from '../../pages/random.ts';
import { type GreyImage, level } from '../../../src/readers/ocr/grey-image.ts';

/** Degrees that a sheet lies askew, at most. */
const MOST_SKEW = 1.4;
/** Share of the light that a shadow takes at the dark end of the sheet, at most. */
const MOST_SHADOW = 0.35;

/** What a scanner or a camera makes of a clean page: askew, in uneven light, a little blurred, with noise and specks. */
export function degrade(image: GreyImage, seed: number): GreyImage {
  const random = createRandom(seed + 91);
  const skew = (random.int(-100, 100) / 100) * MOST_SKEW;
  const shadow = random.chance(0.6) ? (random.int(20, 100) / 100) * MOST_SHADOW : 0;
  const noise = random.int(0, 22);
  const turned = level(random.chance(0.5) ? blur(image) : image, skew);
  const { width, height } = turned;
  const data = new Uint8Array(width * height);
  const paper = random.int(225, 255);
  const isSideways = random.chance(0.5);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const along = isSideways ? x / width : y / height;
      const light = (paper / 255) * (1 - shadow * along * along);
      const grain = noise === 0 ? 0 : random.int(-noise, noise);
      data[at] = Math.max(0, Math.min(255, Math.round((turned.data[at]! * 0.88 + 22) * light + grain)));
    }
  }
  for (let count = random.int(0, 60); count > 0; count--) {
    data[random.int(0, height - 1) * width + random.int(0, width - 1)] = random.int(0, 90);
  }
  return { width, height, data };
}

/** Each pixel with its neighbours in equal parts of a cross. */
function blur({ width, height, data }: GreyImage): GreyImage {
  const blurred = data.slice();
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      const around = data[at - 1]! + data[at + 1]! + data[at - width]! + data[at + width]!;
      blurred[at] = (data[at]! * 4 + around) >> 3;
    }
  }
  return { width, height, data: blurred };
}
