import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAsciiDigit, isAsciiLetter, isAsciiWhitespace } from './ascii.ts';

const CODES = Array.from({ length: 0x1_0000 }, (_, code) => code);

test('of all code units the ten digits, the letters and the five kinds of white space, and no other', () => {
  const found = (is: (code: number) => boolean): string => String.fromCharCode(...CODES.filter(is));
  assert.equal(found(isAsciiDigit), '0123456789');
  assert.equal(found(isAsciiLetter), 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  assert.equal(found(isAsciiWhitespace), '\t\n\f\r ');
});

test('what is behind the end of a text or of bytes is none of them', () => {
  const { length } = 'a';
  const code = 'a'.charCodeAt(length);
  assert.deepEqual([isAsciiDigit(code), isAsciiLetter(code), isAsciiWhitespace(code)], [false, false, false]);
  assert.equal(isAsciiDigit(Buffer.from('1')[length]), false);
});
