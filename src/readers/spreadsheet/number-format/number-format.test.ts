import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format as formatNumber, isDateFormat } from 'numfmt';
import { pickSize } from '../../../../test/support/pick-size.ts';
import { builtInFormat, NumberFormatter } from '../number-formatter.ts';
import { PLAIN, textTraits } from '../text-traits.ts';
import { Utf8Writer } from '../utf8-writer.ts';
import { NOT_WRITTEN } from './decimal-format.ts';

/** Formats that are written without the library. */
const COMMON = [
  '0',
  '0.00',
  '#,##0',
  '#,##0.00',
  '0%',
  '0.0%',
  '#,##0.000',
  '"$"#,##0.00',
  '$#,##0',
  '[$€-407] #,##0.00',
  '#,##0.00\\ "€"',
  '#,##0 ;(#,##0)',
  '#,##0.00;[Red](#,##0.00)',
  '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
  '_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-',
  '+0;-0;0',
  '0 "kg"',
  'yyyy-mm-dd',
  'm/d/yyyy',
  'dd/mm/yyyy hh:mm',
  'd-mmm-yy',
  'mmmm d, yyyy',
  'h:mm:ss',
  'h:mm AM/PM',
  'm/d/yyyy hh:mm:ss AM/PM',
  'yyyy-mm-dd\\Thh:mm:ss',
];
/** Formats that are left to it, or some of their numbers. */
const RARE = [
  '# ?/?',
  '0.00E+00',
  '[h]:mm',
  '[>9]0.0;0.00',
  '0,',
  '??0',
  'h:mm A/P',
  'mm:ss.0',
  ';;;',
  '0/0',
  '"a"',
];
const VALUES = [
  0, -0, 1, -1, 0.5, -0.5, 1.005, -1.005, 2.5, -2.5, 0.995, 999.995, -0.004, 1e9, 1e15, 1e16, -1e20, 1e-7,
];
const SERIALS = [
  59, 60, 61, 61.5, 36_525, 36_526.25, 36_526.999_999_9, 45_351, 45_352.123_456, 2_958_465, 2_958_466,
];

/** The numbers that are written are five times as many. */
const STEPS = pickSize(60, 120);
/** Days from one date that is tested to the next: fewer than a month has. */
const DAYS = pickSize(25, 13);

const AS_EXCEL = { locale: 'en-US', dateSpanLarge: false };

function numbers(): number[] {
  const values = [...VALUES, ...SERIALS];
  for (let index = 1; index < STEPS; index++) {
    values.push(index * 137.13, -index / 7, (index * 7_919) / 86_400, index * 101, index + 0.005);
  }
  return values;
}

/** The library takes the points and commas of a currency's language. */
function inEnglish(code: string): string {
  return code.replace('-407]', ']');
}

test('what is written is what the library says', () => {
  for (const has1904Dates of [false, true]) {
    const formatter = new NumberFormatter(has1904Dates);
    for (const code of [...COMMON, ...RARE]) {
      const format = formatter.of(code);
      let written = 0;
      for (const value of numbers()) {
        const out = new Utf8Writer();
        const traits = format.write(out, value);
        if (traits === NOT_WRITTEN) {
          assert.equal(out.length, 0);
          continue;
        }
        written++;
        const expected = formatNumber(
          inEnglish(code),
          has1904Dates && isDateFormat(code) ? value + 1_462 : value,
          AS_EXCEL,
        ).trim();
        assert.equal(out.toText(), expected, `${code} of ${value}`);
        assert.equal(traits, textTraits(out.bytes, 0, out.length));
        assert.equal(traits & PLAIN, PLAIN);
      }
      if (COMMON.includes(code)) assert.ok(written > 2 * STEPS, `${code}: ${written}`);
    }
  }
});

test('days of each month have their dates', () => {
  const format = new NumberFormatter(false).of('yyyy-mm-dd');
  for (let serial = 61; serial < 2_958_465; serial += DAYS) {
    const out = new Utf8Writer();
    format.write(out, serial);
    const date = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000);
    const [written, expected] = [out.toText(), date.toISOString().slice(0, 10)];
    if (written !== expected) assert.equal(written, expected);
  }
});

test('where other libraries are wrong: numbers beyond all dates, halves, signs', () => {
  for (const code of ['m/d/yyyy', 'h:mm', '[h]:mm', 'd. mmmm yyyy']) {
    const format = new NumberFormatter(false).of(code);
    assert.equal(format.show(-1.5), '-1.5', code);
    assert.equal(format.show(3_000_000), '3000000', code);
  }
  assert.equal(new NumberFormatter(true).of('d. mmmm yyyy').show(0), '1. January 1904');
  assert.equal(new NumberFormatter(false).of('0.00').show(1.005), '1.01');
  assert.equal(new NumberFormatter(false).of('0').show(-2.5), '-3');
  assert.equal(new NumberFormatter(false).of('000-00-0000').show(-1), '-000-00-0001');
});

test('formats that have a number alone', () => {
  const codes = [0, 4, 14, 46, 81, 82, 163, 4_000].map(builtInFormat);
  assert.deepEqual(codes.slice(0, 4), ['General', '#,##0.00', 'm/d/yyyy', '[h]:mm:ss']);
  assert.deepEqual(codes.slice(5), ['General', 'General', 'General']);
});

test('points in dates, and languages', () => {
  const formatter = new NumberFormatter(false);
  const show = (code: string, value: number): string => {
    const out = new Utf8Writer();
    formatter.of(code).write(out, value);
    return out.toText();
  };
  assert.equal(show('dd.mm.yyyy', 45_351), '29.02.2024');
  assert.equal(show('[$-409]0.00', 1.5), '1.50');
  assert.equal(formatter.of('[$-409]0.00').show(1.5), '1.50');
  assert.equal(formatter.of('[$€-407] #,##0.00').show(1234.5), '€ 1,234.50');
});
