import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_KILOBYTES } from './page-address.ts';
import { generatePage, TEMPLATE_NAMES } from './page-generator.ts';

for (const template of TEMPLATE_NAMES) {
  test(`${template}: the same seed makes the same page, another one another`, () => {
    const page = (seed: number): string => generatePage({ template, bytes: 50_000, seed }).rest;
    assert.equal(page(1), page(1));
    assert.notEqual(page(1), page(2));
  });

  test(`${template}: pages have the size that was asked for`, () => {
    for (const kilobytes of PAGE_KILOBYTES) {
      const { opening, rest } = generatePage({ template, bytes: kilobytes * 1000, seed: 7 });
      const bytes = Buffer.byteLength(opening(1) + rest);
      assert.ok(
        bytes >= kilobytes * 1000 && bytes < kilobytes * 1000 + 10_000,
        `${bytes} for ${kilobytes} KB`,
      );
    }
  });
}

test('pages of one template and seed differ by their number', () => {
  const { opening } = generatePage({ template: 'docs', bytes: 20_000, seed: 1 });
  assert.notEqual(opening(1), opening(2));
});
