import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddingLevels, type BaseLevel } from './embedding-levels.ts';
import { logicalOrder } from './logical-order.ts';
import { turnBrackets } from './turn-brackets.ts';

/** Text as it is shown, from left to right, in logical order. */
function read(shown: string, base: BaseLevel): string {
  const texts = Array.from(shown);
  const logical = logicalOrder(embeddingLevels(texts, base)).map((place) => texts[place]!);
  turnBrackets(logical);
  return logical.join('');
}

/** A to D are letters of Hebrew, as capitals in Unicode's own examples are (UAX #9, 3.3). */
function hebrew(text: string): string {
  return text.replaceAll(/[A-D]/g, (letter) => String.fromCharCode(0x05d0 + letter.charCodeAt(0) - 0x41));
}

const FROM_RIGHT: ReadonlyArray<readonly [shown: string, logical: string]> = [
  ['.DC info@site.co.il BA', 'AB info@site.co.il CD.'],
  ['DC .24/7 BA', 'AB 24/7. CD'],
  ['.D )CB( A', 'A (BC) D.'],
  // The same brackets as a file has them that tells how they are meant.
  ['.D (CB) A', 'A (BC) D.'],
  ['.New York-A', 'A-New York.'],
  ['(beta) 2.5 A', 'A 2.5 (beta)'],
  ['B ,Foo (bar) A', 'A Foo (bar), B'],
  ['(17% C) ₪ 1,250.50 BA', 'AB 1,250.50 ₪ (C 17%)'],
  ['972-3-765+ :A', 'A: +972-3-765'],
  ['A -5% B', 'B -5% A'],
  ['++c A', 'A c++'],
  ['Windows 11 A', 'A Windows 11'],
  ['A (1', '1) A'],
];

test('lines that read from right to left come in logical order, with Latin words, numbers and brackets', () => {
  for (const [shown, logical] of FROM_RIGHT) assert.equal(read(hebrew(shown), 1), hebrew(logical));
});

test('an Arabic number range reads from right to left, as its parts do not', () => {
  assert.equal(read('.2001-1999 تسسأت', 1), 'تأسست 1999-2001.');
  assert.equal(read('٪١٧ ةبيرض', 1), 'ضريبة ١٧٪');
});

test('words from right to left in a line that reads from left to right', () => {
  assert.equal(read(hebrew('a DC BA (b) c.'), 0), hebrew('a AB CD (b) c.'));
  assert.equal(read(hebrew('a "DC 24 BA" in 2024'), 0), hebrew('a "AB 24 CD" in 2024'));
});
