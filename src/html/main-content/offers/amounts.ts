/** Digits with separators; a space separates only groups of three. */
const NUMBER = /\d+(?:[.,'’]\d+|[ \u00a0\u202f]\d{3}(?!\d))*/g;
const MAX_DIGITS = 12;

/** The first amount of money in a short text, in hundredths; undefined when there is no number. */
export function amountOf(text: string): number | undefined {
  return amountsIn(text)[0];
}

/** All numbers in a short text read as amounts of money, in hundredths: `1.299,00`, `1,299`, `79.9`, `1 299`. */
export function amountsIn(text: string): number[] {
  return Array.from(text.matchAll(NUMBER), ([number]) => number)
    .filter((number) => number.length <= MAX_DIGITS)
    .map(hundredths);
}

/** One or two digits after the last separator are a fraction, three are a group. */
function hundredths(number: string): number {
  const { length } = number;
  let value = 0;
  let fraction = 0;
  for (let at = 0; at < length; at++) {
    const digit = number.charCodeAt(at) - 0x30;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (at >= length - 3 && (number[at] === '.' || number[at] === ',')) fraction = length - 1 - at;
  }
  return fraction === 0 ? value * 100 : fraction === 1 ? value * 10 : value;
}
