import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { choosePictureArea, MAX_PIXELS } from './picture-area.ts';

const DESKTOP = { width: 1280 };

describe('choosePictureArea', () => {
  test('shows pages whole while they fit', () => {
    const area = choosePictureArea({ width: 1280, height: 37_500 }, DESKTOP, 1);
    assert.deepEqual(area, { width: 1280, height: 37_500, scale: 1 });
    assert.deepEqual(choosePictureArea({ width: 0, height: 0.4 }, DESKTOP, 1), {
      width: 1,
      height: 1,
      scale: 1,
    });
  });

  test('gives up sharpness before anything of the page', () => {
    const area = choosePictureArea({ width: 412, height: 60_000 }, { width: 412 }, 2.625);
    assert.deepEqual([area.width, area.height, area.note], [412, 60_000, undefined]);
    assert.ok(area.scale < 1 && area.scale * 2.625 > 1);
  });

  test('gives up what lies to the right before what lies below', () => {
    const area = choosePictureArea({ width: 16_000, height: 10_000 }, DESKTOP, 1);
    assert.deepEqual([area.width, area.height], [4_800, 10_000]);
    assert.match(area.note ?? '', /16,000 pixels wide; the screenshot shows its first 4,800\.$/);
  });

  test('is bounded whatever the page says', () => {
    const sizes = [1, 800, 100_000, 33_554_428];
    for (const width of sizes) {
      for (const height of sizes) {
        for (const ratio of [0.5, 1, 2.625, 4]) {
          const area = choosePictureArea({ width, height }, DESKTOP, ratio);
          const pixels = area.width * area.height * (area.scale * ratio) ** 2;
          assert.ok(pixels <= MAX_PIXELS * 1.001, `${width} x ${height} at ${ratio}: ${pixels}`);
          assert.ok(area.width >= 1 && area.height >= 1);
          assert.equal(area.note === undefined, area.width === width && area.height === height);
        }
      }
    }
  });
});
