/** Signs of other scripts for digits, by the first one of each. */
const DIGIT_ROWS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/g;
const PLAIN = /\d+(?:[.,]\d+)*/g;
const SPACED = /(?<!\d)\d{1,3}(?:[ \u00a0\u202f\u2009'’]\d{3})+(?:[.,]\d+)?(?!\d)/g;
const SCALE =
  /^[ \u00a0\u202f-]?(?:(%|percent|prozent)|(k|tsd|thousand|tausend|mille|mil|тыс)|(m|mn|mio|mln|millions?|millionen|millones|млн)|(b|bn|mrd|billions?|milliarden?|milliards?|млрд))(?![\p{L}\d])/iu;
const SCALES = [0.01, 1e3, 1e6, 1e9];
/** Longer runs are no numbers. */
const MAX_LENGTH = 40;
const WORDS: ReadonlyMap<string, number> = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve',
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    'zéro une deux trois quatre cinq six sept huit neuf dix onze douze',
    'cero una dos tres cuatro cinco seis siete ocho nueve diez once doce',
  ].flatMap((line) => line.split(' ').map((word, value) => [word, value] as const)),
);
const WORD = /\p{L}{3,6}/gu;

/** A number that stands in a text, and where. */
export type SeeNumber = (value: number, at: number) => void;

/** Gives every number of a text in each way that it can be read: `1.299` is 1.299 and 1299, `1.2 million` also 1200000. */
export function eachNumber(text: string, see: SeeNumber): void {
  const western = text.replace(OTHER_DIGIT, westernDigit);
  for (const { 0: run, index } of western.matchAll(PLAIN)) {
    if (run.length > MAX_LENGTH) continue;
    const scale = SCALE.exec(western.slice(index + run.length, index + run.length + 16));
    const times = scale ? SCALES[scale.slice(1).findIndex((part) => part !== undefined)]! : undefined;
    for (const value of readings(run)) {
      see(value, index);
      // The last digits of 3.7 × 10^6 are those of the binary form.
      if (times !== undefined) see(Number((value * times).toPrecision(12)), index);
    }
  }
  for (const { 0: run, index } of western.matchAll(SPACED)) {
    if (run.length <= MAX_LENGTH) see(Number(run.replace(/[^\d.,]/g, '').replace(',', '.')), index);
  }
  for (const { 0: word, index } of western.matchAll(WORD)) {
    const value = WORDS.get(word.toLowerCase());
    if (value !== undefined) see(value, index);
  }
}

function westernDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const first = DIGIT_ROWS.findLast((row) => code >= row) ?? code;
  return String(code - first);
}

function readings(run: string): number[] {
  const signs = run.replace(/\d/g, '');
  if (signs === '') return [Number(run)];
  const last = Math.max(run.lastIndexOf('.'), run.lastIndexOf(','));
  const whole = run.slice(0, last).replace(/[.,]/g, '');
  const rest = run.slice(last + 1);
  const asDecimal = Number(`${whole}.${rest}`);
  const asGroups = Number(whole + rest);
  const isMixed = signs.includes('.') && signs.includes(',');
  if (isMixed) return [asDecimal];
  if (signs.length > 1) return [asGroups];
  return rest.length === 3 ? [asGroups, asDecimal] : [asDecimal];
}
