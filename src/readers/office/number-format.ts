/** Ways to write a number; the rarer ones of office files are written as decimal numbers. */
export type CounterFormat =
  | 'decimal'
  | 'decimalZero'
  | 'upperRoman'
  | 'lowerRoman'
  | 'upperLetter'
  | 'lowerLetter'
  | 'ordinal'
  | 'circled'
  | 'bullet'
  | 'none';

const ROMAN: ReadonlyArray<readonly [value: number, letters: string]> = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];
const MAX_ROMAN = 32_767;
/** After z come aa, bb and so on; nobody has more. */
const MAX_LETTERS = 30;

/** Formats by their names in Office Open XML (ECMA-376 part 1, section 17.18.59). */
const NAMES: ReadonlyMap<string, CounterFormat> = new Map([
  ['decimalZero', 'decimalZero'],
  ['upperRoman', 'upperRoman'],
  ['lowerRoman', 'lowerRoman'],
  ['upperLetter', 'upperLetter'],
  ['lowerLetter', 'lowerLetter'],
  ['ordinal', 'ordinal'],
  ['decimalEnclosedCircle', 'circled'],
  ['decimalEnclosedCircleChinese', 'circled'],
  ['bullet', 'bullet'],
  ['none', 'none'],
]);

/** Formats by their numbers in older files of Word ([MS-OSHARED] 2.2.1.3, MSONFC). */
const CODES: ReadonlyMap<number, CounterFormat> = new Map([
  [1, 'upperRoman'],
  [2, 'lowerRoman'],
  [3, 'upperLetter'],
  [4, 'lowerLetter'],
  [5, 'ordinal'],
  [18, 'circled'],
  [22, 'decimalZero'],
  [23, 'bullet'],
  [255, 'none'],
]);

/** Values of `type` of `ol`. */
const LIST_TYPES: ReadonlyMap<CounterFormat, string> = new Map([
  ['lowerLetter', 'a'],
  ['upperLetter', 'A'],
  ['lowerRoman', 'i'],
  ['upperRoman', 'I'],
]);

export function formatNamed(name: string): CounterFormat {
  return NAMES.get(name) ?? 'decimal';
}

export function formatWithCode(code: number): CounterFormat {
  return CODES.get(code) ?? 'decimal';
}

/** Gives the `type` of `ol` for a format; undefined for decimal numbers. */
export function listTypeOf(format: CounterFormat): string | undefined {
  return LIST_TYPES.get(format);
}

/** A number as it is shown; '' in a format without numbers. Values that a format has no sign for are decimal. */
export function formatNumber(value: number, format: CounterFormat): string {
  switch (format) {
    case 'upperRoman':
      return toRoman(value);
    case 'lowerRoman':
      return toRoman(value).toLowerCase();
    case 'upperLetter':
      return toLetters(value, 65);
    case 'lowerLetter':
      return toLetters(value, 97);
    case 'decimalZero':
      return value < 10 && value >= 0 ? `0${value}` : String(value);
    case 'ordinal':
      return `${value}${ordinalEnding(value)}`;
    case 'circled':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x245f + value) : String(value);
    case 'bullet':
    case 'none':
      return '';
    case 'decimal':
      return String(value);
  }
}

/** Reads a number as `formatNumber` writes it; undefined for anything else. */
export function numberIn(text: string, format: CounterFormat): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const letters = text.toUpperCase();
  const value = format.endsWith('Roman') ? romanIn(letters) : lettersIn(letters);
  return formatNumber(value, format) === text ? value : undefined;
}

function romanIn(letters: string): number {
  const values = Array.from(letters, (letter) => ROMAN.find(([, sign]) => sign === letter)?.[0] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

function lettersIn(letters: string): number {
  return (letters.length - 1) * 26 + (letters.charCodeAt(0) - 64);
}

function toRoman(value: number): string {
  if (value < 1 || value > MAX_ROMAN) return String(value);
  let rest = value;
  let text = '';
  for (const [step, letters] of ROMAN) {
    const times = Math.floor(rest / step);
    text += letters.repeat(times);
    rest -= step * times;
  }
  return text;
}

function toLetters(value: number, first: number): string {
  const times = Math.floor((value - 1) / 26) + 1;
  if (value < 1 || times > MAX_LETTERS) return String(value);
  return String.fromCharCode(first + ((value - 1) % 26)).repeat(times);
}

function ordinalEnding(value: number): string {
  if (value % 100 >= 11 && value % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
}
