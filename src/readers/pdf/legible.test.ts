import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutPage } from '../../../test/support/documents/layout-page.ts';
import { isLegible } from './legible.ts';

function legible(text: string): boolean {
  const page = new LayoutPage();
  page.line(text, 0, 100);
  return isLegible(page.page.words);
}

test('text with names, figures, abbreviations and formulas is legible', () => {
  const prose =
    "In 1869 Mr. J. O'Neill (then 24) paid $12.50 for 3 acres of land; see § 4, p. 17, and the well-known McDonald deed. ";
  assert.ok(legible(prose.repeat(3)));
  assert.ok(
    legible(
      'Der 3. Artikel des BGB gilt u. a. für GmbH & Co. KG; vgl. S. 12 ff. und z. B. Nr. 7. '.repeat(3),
    ),
  );
  assert.ok(legible('L’été où j’ai vu la mer à Nice, il y a 3 ans, m’a plu: c’est ça. '.repeat(3)));
});

test('what a bad recognition leaves is not', () => {
  const noise =
    "tbe c0mpany ^ oi l h e b^rtl was f ; r ~ m thc dcpt | s rn i 'tHe' v vhcn ~~ g o t i t. p nd {he l } a w bcst ";
  assert.ok(!legible(noise.repeat(3)));
});

test('few words, and other scripts, tell nothing', () => {
  assert.ok(legible('~ ^ | x q'));
  assert.ok(legible('这 是 一 个 句 子 '.repeat(20)));
});
