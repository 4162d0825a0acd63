import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, hue, paintOver, parseColor, toHex } from './css-color.ts';

// Expected values: the sRGB hex that CSS Color 4 gives for each, and Chromium paints.
const CASES: Array<[text: string, hex: string | undefined]> = [
  ['#fff', '#ffffff'],
  ['#12345680', '#123456'],
  ['rgb(37, 99, 235)', '#2563eb'],
  ['rgba(37 99 235 / 50%)', '#2563eb'],
  ['rgb(100% 0% 0%)', '#ff0000'],
  ['hsl(221.2, 83.2%, 53.3%)', '#2563eb'],
  ['221.2 83.2% 53.3%', '#2563eb'],
  ['13, 110, 253', '#0d6efd'],
  ['oklch(0.623 0.214 259.815)', '#2b7fff'],
  ['oklch(62.3% 0.214 259.815)', '#2b7fff'],
  ['oklab(1 0 0)', '#ffffff'],
  ['lab(54.29 80.8 69.89)', '#ff0000'],
  ['lch(54.29 106.84 40.86)', '#ff0000'],
  ['color(srgb 0.5 0.25 1)', '#8040ff'],
  ['color(display-p3 0 0 0)', '#000000'],
  ['Navy', '#000080'],
  ['cornflowerblue', '#6495ed'],
  ['hwb(194 0% 0%)', '#00c3ff'],
  ['hwb(194 20% 30% / 50%)', '#3395b3'],
  ['hsl(0.5turn 50% 50%)', '#40bfbf'],
  ['hsl(none 50% 50%)', '#bf4040'],
  ['oklch(0.7 0.3 140)', '#00c500'],
  ['color(rec2020 0.3 0.6 0.2)', '#00aa2a'],
  ['color(xyz 0.3 0.2 0.5)', '#ad5bbc'],
  ['', undefined],
  ['#12345', undefined],
  ['rgb(a b c)', undefined],
  ['rgb(1px 2 3)', undefined],
  ['rgb(1 2)', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
  ['color-mix(in srgb, red, blue)', undefined],
  ['var(--x)', undefined],
  ['4px', undefined],
  [`#${'f'.repeat(10_000)}`, undefined],
];

for (const [text, hex] of CASES) {
  test(text.slice(0, 40) || 'nothing', () => {
    const color = parseColor(text);
    assert.equal(color && toHex(color), hex);
  });
}

test('black on white has the greatest contrast', () => {
  const [black, white] = [parseColor('#000'), parseColor('#fff')];
  assert.ok(black && white);
  assert.equal(contrast(black, white), 21);
  assert.equal(toHex(paintOver({ ...black, alpha: 0.5 }, white)), '#808080');
});

test('hues', () => {
  for (const [text, expected] of [
    ['#f00', 0],
    ['#0f0', 120],
    ['#00f', 240],
    ['#ff0', 60],
  ] as const) {
    const color = parseColor(text);
    assert.equal(color && hue(color), expected);
  }
});
