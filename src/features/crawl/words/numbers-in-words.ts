const WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  single: 1,
  two: 2,
  couple: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  dozen: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  hundred: 100,
  thousand: 1_000,
  ein: 1,
  eine: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  zehn: 10,
  hundert: 100,
};

/** A number in figures or in English or some German words, as the source of a regular expression without groups. */
export const NUMBER = String.raw`(?:\d[\d.,']{0,12}\s?k\b|\d[\d.,']{0,12}|(?:(?:${Object.keys(WORDS).join('|')})\b[ -]?){1,3})`;

/** The number that a match of `NUMBER` says; undefined when it is none after all. */
export function readNumber(text: string): number | undefined {
  const figures = text.trim().replace(/[.,']$/, '');
  if (/^\d/.test(figures)) return readFigures(figures);
  const parts = figures.split(/[ -]+/).map((word) => WORDS[word]);
  let sum: number | undefined;
  for (const part of parts) {
    if (part === undefined) return undefined;
    const isFactor = sum !== undefined && part >= 12 && part > sum;
    sum = isFactor ? sum! * part : (sum ?? 0) + part;
  }
  return sum;
}

function readFigures(text: string): number | undefined {
  const isThousands = text.endsWith('k');
  const plain = text
    .replace(/\s?k$/, '')
    .replaceAll(/[.,'](?=\d{3}(?!\d))/g, '')
    .replace(',', '.');
  const value = Number(plain) * (isThousands ? 1_000 : 1);
  return Number.isFinite(value) ? value : undefined;
}
