import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GreyImage } from './grey-image.ts';
import { takeRules } from './take-rules.ts';

const WIDTH = 1_000;
const HEIGHT = 600;

/** A grey sheet with dark rectangles: left, top, width, height. */
function sheet(...dark: readonly (readonly [number, number, number, number])[]): GreyImage {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(225);
  for (const [left, top, width, height] of dark) {
    for (let y = top; y < top + height; y++) data.fill(30, y * WIDTH + left, y * WIDTH + left + width);
  }
  return { width: WIDTH, height: HEIGHT, data };
}

describe('takeRules', () => {
  test('takes the rules of a grid, and leaves what stands in its fields', () => {
    const across = [100, 200, 300].map((y) => [100, y, 600, 3] as const);
    const down = [100, 400, 697].map((x) => [x, 100, 3, 203] as const);
    const letters = [130, 150, 170].map((x) => [x, 140, 5, 22] as const);
    const { image, rules } = takeRules(sheet(...across, ...down, ...letters));
    assert.deepEqual(
      rules.map(({ isHorizontal, box }) => [isHorizontal, isHorizontal ? box.top : box.left]),
      [...across.map(([, y]) => [true, y]), ...down.map(([x]) => [false, x])],
    );
    assert.deepEqual(image.data, sheet(...letters).data);
  });

  test('takes dotted rules that make a grid, and leaves dots that lead to a number', () => {
    const dots = (left: number, top: number, count: number, isDown = false) =>
      Array.from({ length: count }, (_, dot): [number, number, number, number] => [
        left + (isDown ? 0 : dot * 5),
        top + (isDown ? dot * 5 : 0),
        2,
        2,
      ]);
    const grid = [
      ...[100, 200, 300].flatMap((y) => dots(100, y, 120)),
      ...[100, 400, 695].flatMap((x) => dots(x, 100, 41, true)),
    ];
    const others = [...dots(100, 500, 60), ...[130, 150].map((x) => [x, 140, 5, 22] as const)];
    const { image, rules } = takeRules(sheet(...grid, ...others));
    assert.equal(rules.filter(({ isHorizontal }) => isHorizontal).length, 3);
    assert.equal(rules.length, 6);
    assert.deepEqual(image.data, sheet(...others).data);
  });

  test('takes a rule that lies a little askew for one', () => {
    const steps = Array.from({ length: 3 }, (_, index) => [100 + index * 260, 200 + index, 260, 3] as const);
    const { rules } = takeRules(sheet(...steps));
    assert.deepEqual(
      rules.map(({ box }) => [box.left, box.right]),
      [[100, 880]],
    );
  });

  test('leaves bars, letters and pictures', () => {
    const image = sheet([100, 100, 600, 40], [100, 300, 4, 22], [300, 300, 200, 200]);
    assert.deepEqual(takeRules(image), { image, rules: [] });
  });
});
