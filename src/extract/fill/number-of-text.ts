/** Digits with separators: of groups of three, and before a fraction. */
const NUMBER = /[-−]?\d+(?:[.,'’ \u00a0\u202f]\d+)*/g;
/** A text with more around its number says more than the number. */
const LONGEST = 60;
const FRACTION_OF = /^([\d.,]+)\s*(?:\/|out of|of|von|sur|de)\s*\d+/i;
const FACTORS: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['mio', 1e6],
  ['million', 1e6],
  ['b', 1e9],
  ['bn', 1e9],
  ['billion', 1e9],
]);

/** The one number of a short text: `1.299,00 €` is 1299, `4.5 out of 5` is 4.5; undefined when there are several. */
export function numberOfText(text: string): number | undefined {
  if (text.length > LONGEST) return undefined;
  const share = FRACTION_OF.exec(text.trim());
  if (share?.[1] !== undefined) return readNumber(share[1]);
  const numbers = text.match(NUMBER) ?? [];
  const [only] = numbers;
  if (only === undefined || numbers.length > 1) return undefined;
  const number = readNumber(only);
  const unit = /^\s*([a-z]+)/i.exec(text.slice(text.indexOf(only) + only.length))?.[1]?.toLowerCase();
  const factor = unit === undefined ? undefined : FACTORS.get(unit);
  return number === undefined ? undefined : number * (factor ?? 1);
}

/** The last separator is that of a fraction, unless exactly three digits follow or it stands more than once. */
function readNumber(written: string): number | undefined {
  const plain = written.replaceAll(/['’ \u00a0\u202f]/g, '').replace('−', '-');
  const separators = plain.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return finite(plain);
  const isRepeated = separators.filter((separator) => separator === last).length > 1;
  const isMixed = new Set(separators).size > 1;
  const after = plain.length - plain.lastIndexOf(last) - 1;
  const isGroup = isRepeated || (!isMixed && after === 3 && !/^-?0/.test(plain));
  const whole = isGroup
    ? plain.replaceAll(/[.,]/g, '')
    : plain.replaceAll(last === ',' ? '.' : ',', '').replace(last, '.');
  return finite(whole);
}

function finite(text: string): number | undefined {
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? undefined : number;
}
