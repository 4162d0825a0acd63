import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSpecks } from './clean-image.ts';
import { crop, level, negate, scale, toGrey, toPgm, turn, type GreyImage } from './grey-image.ts';

const image: GreyImage = { width: 3, height: 2, data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
const rowsOf = ({ width, height, data }: GreyImage): number[][] =>
  Array.from({ length: height }, (_, y) => [...data.subarray(y * width, (y + 1) * width)]);

test('turns clockwise', () => {
  assert.deepEqual(rowsOf(turn(image, 90)), [
    [4, 1],
    [5, 2],
    [6, 3],
  ]);
  assert.deepEqual(rowsOf(turn(image, 180)), [
    [6, 5, 4],
    [3, 2, 1],
  ]);
  assert.deepEqual(rowsOf(turn(image, 270)), [
    [3, 6],
    [2, 5],
    [1, 4],
  ]);
});

test('crops, negates and writes', () => {
  assert.deepEqual(rowsOf(crop(image, { left: 1, top: 0, width: 2, height: 2 })), [
    [2, 3],
    [5, 6],
  ]);
  assert.deepEqual(rowsOf(negate(image))[0], [254, 253, 252]);
  assert.equal(Buffer.from(toPgm(image)).toString('latin1'), 'P5\n3 2\n255\n\x01\x02\x03\x04\x05\x06');
});

test('takes the mean of what falls together', () => {
  const wide = { width: 4, height: 2, data: Uint8Array.of(0, 100, 10, 20, 200, 100, 30, 40) };
  assert.deepEqual(rowsOf(scale(wide, 0.5)), [[100, 25]]);
});

test('enlarges between the pixels', () => {
  const two = { width: 2, height: 2, data: Uint8Array.of(0, 100, 0, 100) };
  assert.deepEqual(rowsOf(scale(two, 2))[0], [0, 25, 75, 100]);
  assert.deepEqual(rowsOf(scale({ width: 1, height: 1, data: Uint8Array.of(7) }, 3))[2], [7, 7, 7]);
});

test('levels clockwise about the centre', () => {
  const data = new Uint8Array(101 * 101).fill(255);
  // A line that rises to the right by 45 degrees.
  for (let at = 10; at <= 90; at += 1) data[(100 - at) * 101 + at] = 0;
  const { data: levelled } = level({ width: 101, height: 101, data }, 45);
  assert.ok(levelled[50 * 101 + 70]! < 128);
  assert.equal(levelled[70 * 101 + 50], 255);
});

test('takes colours as brightness, whatever their order', () => {
  const raster = { width: 1, height: 1, dpi: 0, channels: 4 as const };
  const one = toGrey({ ...raster, data: Uint8Array.of(200, 100, 0, 255) });
  assert.deepEqual(one, toGrey({ ...raster, data: Uint8Array.of(0, 100, 200, 255) }));
  assert.deepEqual(rowsOf(toGrey({ ...raster, data: Uint8Array.of(255, 255, 255, 0) })), [[255]]);
});

test('removes specks only where there are many', () => {
  const width = 100;
  const paper = new Uint8Array(width * width).fill(240);
  const few = Uint8Array.from(paper);
  few[5_050] = 0;
  assert.equal(withoutSpecks({ width, height: width, data: few }).data[5_050], 0);
  const many = Uint8Array.from(paper);
  for (let y = 5; y < 95; y += 10) for (let x = 5; x < 95; x += 10) many[y * width + x] = 0;
  assert.deepEqual(withoutSpecks({ width, height: width, data: many }).data, paper);
});
