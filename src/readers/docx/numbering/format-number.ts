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

/** A number in one of the formats of ECMA-376 part 1, section 17.18.59; those that are not known are decimal. */
export function formatNumber(value: number, format: string): string {
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
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x245f + value) : String(value);
    case 'none':
      return '';
    default:
      return String(value);
  }
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
