import { describe, it } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { wordsOf } from './words-of.ts';

const TEXTS: ReadonlyArray<readonly [name: string, text: string]> = [
  ['English', 'some words that “everybody” knows, and '],
  ['one word', 'é'],
  ['Chinese', '東京都の天気は晴れ'],
  ['Thai without a space', 'ราคาบ้านในประเทศไทย'],
  ['accents', 'e\u0301\u0301'],
  ['halves of signs', '\ud83d'],
  ['Gothic', '𐌰𐌱𐌲'],
  ['joiners', '\u200d'],
];

describe('wordsOf on long texts', () => {
  for (const [name, text] of TEXTS) {
    it(`is linear in a text: ${name}`, async () => {
      await assertLinear(pickSize(400_000, 2_000_000), (size) => {
        const long = text.repeat(Math.ceil(size / text.length));
        return () => wordsOf(long);
      });
    });
  }
});
