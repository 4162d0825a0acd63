import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldText } from './fold-text.ts';

describe('foldText', () => {
  const folded: Array<[text: string, expected: string]> = [
    ['Opening HOURS', 'opening hours'],
    ['Öffnungszeiten im Café', 'offnungszeiten im cafe'],
    ['Ёлка и мой дом', 'елка и мои дом'],
    ['كِتَابٌ', 'كتاب'],
    ['ＡＢＣ １２３', 'abc 123'],
    ['がっこう', 'がっこう'],
    ['한국어', '한국어'],
    ['ภาษาไทย', 'ภาษาไทย'],
    ['हिन्दी', 'हिन्दी'],
  ];
  for (const [text, expected] of folded) it(text, () => assert.equal(foldText(text), expected));
});
