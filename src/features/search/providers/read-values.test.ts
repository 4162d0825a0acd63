import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../../../test/support/assert-linear.ts';
import { loosePixels, looseText, looseTitle, looseUrl } from './read-values.ts';

test('a text loses marks, entities, lines and what is beyond its limit', () => {
  const texts: Array<[unknown, string]> = [
    ['Tom &amp; <strong>Jerry</strong>&#x27;s\n\u0000  day', "Tom & Jerry's day"],
    ['one<br/>two<p>three</p>', 'one two three'],
    ['<a href="https://a.test" class=x>link</a> text', 'link text'],
    ['Array<string> and a < b, c > d', 'Array<string> and a < b, c > d'],
    // What turns a line round, or hides words in it.
    ['\u202Emoc.elgoog\u202C a\u200Bb\u{E0041}\u00ADc &#x202E;d', 'moc.elgoog abc d'],
    [42, '42'],
    [null, ''],
    [{ a: 1 }, ''],
  ];
  for (const [given, expected] of texts) assert.equal(looseTitle.parse(given), expected);
  const long = looseTitle.parse('x'.repeat(1_000_000));
  assert.equal(long.length, 500);
  assert.ok(long.endsWith('…'));
  // A pair of surrogates is not cut in half.
  assert.ok(looseText.parse('\u{1F600}'.repeat(3_000)).isWellFormed());
});

test('a URL is one of the web, without user and password', () => {
  const urls: Array<[unknown, string | undefined]> = [
    ['https://a.test/b?c=1#d', 'https://a.test/b?c=1#d'],
    ['https://user:secret@a.test/b', 'https://a.test/b'],
    [' https://a.test/b c', 'https://a.test/b%20c'],
    ['javascript:alert(1)', undefined],
    ['file:///etc/passwd', undefined],
    ['data:text/html,x', undefined],
    ['/relative', undefined],
    ['', undefined],
    [`https://a.test/${'x'.repeat(9_000)}`, undefined],
    [null, undefined],
    [7, undefined],
  ];
  for (const [given, expected] of urls) assert.equal(looseUrl.parse(given), expected);
});

test('sizes are whole numbers, also where they are texts', () => {
  const sizes: Array<[unknown, number | undefined]> = [
    [1920, 1920],
    ['1080', 1080],
    [0, undefined],
    [-1, undefined],
    [1.5, undefined],
    ['1e9', undefined],
    [1e9, undefined],
    [null, undefined],
  ];
  for (const [given, expected] of sizes) assert.equal(loosePixels.parse(given), expected);
});

test('a text is read in one pass, whatever it repeats', async () => {
  for (const piece of ['![', '<a ', '&amp', '&#x', '\u200B', ' \n', '</b'])
    await assertLinear(8_000, (size) => {
      const text = piece.repeat(size / piece.length);
      return () => {
        for (let times = 0; times < 50; times++) looseText.parse(text);
      };
    });
});
