import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCharacters, PLAIN, textTraits, WIDE } from './text-traits.ts';
import { Utf8Writer } from './utf8-writer.ts';

test('digits, groups and texts of any length', () => {
  const out = new Utf8Writer();
  const expected: string[] = [];
  for (const value of [0, 7, 10, 999, 1_000, 999_999_999, 1_000_000_000, 123_456_789_012_345, 2 ** 53]) {
    out.reserve(80);
    out.digits(value);
    out.ascii('|');
    out.grouped(value);
    out.ascii('|');
    expected.push(String(value), value.toLocaleString('en-US'));
  }
  out.reserve(8);
  out.padded(42, 8);
  assert.equal(out.toText(), `${expected.join('|')}|00000042`);

  const texts = [
    '',
    'a',
    '\u00fc',
    'x'.repeat(63),
    '\u6f22'.repeat(70),
    `${'y'.repeat(20)}\u{1f600}`,
    '\ud800',
  ];
  const all = new Utf8Writer();
  for (let round = 0; round < 50; round++) for (const text of texts) all.text(text);
  assert.equal(all.toText(), texts.join('').toWellFormed().repeat(50));
});

test('a text is plain only when it is written as it stands', () => {
  const plain = ['a', 'a b', '1.5%', '\u00fcber', '\u6f22\u5b57', '\u{1f600}', 'a\u2013b', 'a\u3000b'];
  const other = [
    '',
    ' a',
    'a ',
    'a&b',
    '<',
    'a>',
    'a\nb',
    '\u00a0',
    'a\u00a0b',
    '\u3000a',
    'a\u3000',
    'a\u2003',
    '\ufeffa',
    '\u1680',
  ];
  for (const text of [...plain, ...other]) {
    const bytes = Buffer.from(`x${text}x`);
    const traits = textTraits(bytes, 1, bytes.length - 1);
    assert.equal((traits & PLAIN) !== 0, plain.includes(text), JSON.stringify(text));
    // The width of a text that is looked at again does not matter.
    if (plain.includes(text)) assert.equal((traits & WIDE) !== 0, /[^\0-\u007f]/.test(text));
    assert.equal(countCharacters(bytes, 1, bytes.length - 1), text.length);
  }
});
