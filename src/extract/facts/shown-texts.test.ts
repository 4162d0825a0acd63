import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readByline } from './byline.ts';
import { factName } from './fact.ts';
import { priceIn } from './price-text.ts';

test('names of facts are words, however they are written', () => {
  assert.deepEqual(
    ['datePublished', 'article:published_time', 'Date published:', 'SKU', 'productURL', 'Größe (cm)'].map(
      factName,
    ),
    ['date published', 'article published time', 'date published', 'sku', 'product url', 'größe cm'],
  );
});

describe('bylines', () => {
  const cases: ReadonlyArray<[text: string, name: string | undefined]> = [
    ['By Jane Roe', 'Jane Roe'],
    ['Written by Jane Roe | 3 May 2026', 'Jane Roe'],
    ['Von Hans Müller, Redakteur', 'Hans Müller'],
    ['Author: Ludwig van Beethoven', 'Ludwig van Beethoven'],
    ['作者：王小明', '王小明'],
    ['Sep', undefined],
    ['Senior Autos Reporter', undefined],
    ['Read more', undefined],
    ['about the author of this and other books', undefined],
  ];
  for (const [text, name] of cases) test(text, () => assert.equal(readByline(text), name));
});

test('a price is one amount of money', () => {
  assert.deepEqual(priceIn('$19.99'), { text: '19.99', currency: 'USD' });
  assert.deepEqual(priceIn('ab 1.299,00 €'), { text: '1.299,00', currency: 'EUR' });
  assert.deepEqual(priceIn('CA$ 5'), { text: '5', currency: 'CAD' });
  assert.deepEqual(priceIn('$ 698 .00'), { text: '698.00', currency: 'USD' });
  assert.deepEqual(priceIn('12.50'), { text: '12.50', currency: undefined });
  assert.equal(priceIn('12'), undefined);
  assert.equal(priceIn('$5 to $10'), undefined);
});
