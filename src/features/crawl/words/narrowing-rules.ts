import type { PathIndex } from './path-index.ts';
import { escapePattern } from './prefix-pattern.ts';
import type { PromptReading } from './prompt-reading.ts';

/** The end of a pattern for addresses of a section: a year, a topic or a kind of file. */
export interface Narrowing {
  readonly pattern: string;
  readonly isNegative: boolean;
}

const YEAR = String.raw`(?:19|20)\d{2}`;
const FIRST_YEAR = 1990;

/** Takes years, kinds of files and topics. */
export function readNarrowings(reading: PromptReading, index: PathIndex, thisYear: number): Narrowing[] {
  const found: Narrowing[] = [];
  readYears(reading, thisYear, (years, at) => {
    const known = years.filter((year) => index.some(new RegExp(String.raw`[/_.-]${year}(?:[/_.-]|$)`)));
    if (known.length === 0) {
      reading.warnings.push(`No known address holds the year ${spanOf(years)}: years were left out.`);
      return;
    }
    found.push({
      pattern: String.raw`[/_.-](?:${known.join('|')})(?:[/_.-]|$)`,
      isNegative: reading.isNegated(at),
    });
  });
  reading.take(
    /(?<![\p{L}\p{N}])(?:\.?(pdf|docx|xlsx|pptx)s?(?: (?:files?|documents?))?|\.?(docx?|xlsx?|pptx?|csv|xml|json) files?)(?![\p{L}\p{N}])/gu,
    ({ 1: kind, 2: other = '', index: at }) => {
      found.push({ pattern: String.raw`\.(?i:${kind ?? other})$`, isNegative: reading.isNegated(at) });
    },
  );
  reading.take(
    /(?<![\p{L}\p{N}])(?:about|regarding|concerning|mentioning|related to|containing|named|called|with the words?) (?!us(?![\p{L}]))["'“]?([\p{L}\p{N}][\p{L}\p{N}+#-]{2,40})["'”]?(?![\p{L}\p{N}])/gu,
    ({ 1: topic = '', index: at }) => {
      const word = escapePattern(topic);
      if (!index.some(new RegExp(`[/_.-]${word}(?:[/_.-]|$)`, 'iu'))) return false;
      found.push({ pattern: String.raw`[/_.-](?i:${word})(?:[/_.-]|$)`, isNegative: reading.isNegated(at) });
      return true;
    },
  );
  return found;
}

function spanOf(years: readonly number[]): string {
  return years.length === 1 ? `${years[0]}` : `${years[0]} to ${years.at(-1)}`;
}

function readYears(
  reading: PromptReading,
  thisYear: number,
  use: (years: readonly number[], at: number) => void,
): void {
  const range = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  const rules: ReadonlyArray<readonly [RegExp, (first: number, second: number) => number[]]> = [
    [
      new RegExp(
        String.raw`(?:from |between )(?:the years? )?(${YEAR}) (?:to|until|till|and|through|-|–) (${YEAR})|\b(${YEAR}) ?(?:-|–|to) ?(${YEAR})\b`,
        'gu',
      ),
      range,
    ],
    [
      new RegExp(
        String.raw`(?:since|after|newer than|from|starting (?:in|from|with)) (?:the year )?(${YEAR})(?: (?:on|onwards?|and (?:later|newer|after)))|(?:since) (?:the year )?(${YEAR})|(${YEAR}) (?:and|or) (?:later|newer)`,
        'gu',
      ),
      (year) => range(year, thisYear),
    ],
    [
      new RegExp(String.raw`(?:after|newer than) (?:the year )?(${YEAR})`, 'gu'),
      (year) => range(year + 1, thisYear),
    ],
    [
      new RegExp(String.raw`(?:before|older than) (?:the year )?(${YEAR})`, 'gu'),
      (year) => range(FIRST_YEAR, year - 1),
    ],
    [
      new RegExp(
        String.raw`(?:until|up to) (?:the year )?(${YEAR})|(${YEAR}) (?:and|or) (?:older|earlier)`,
        'gu',
      ),
      (year) => range(FIRST_YEAR, year),
    ],
    [
      new RegExp(
        String.raw`(?:from|in|of|for|dated?)? ?(?:the years? )?\b(${YEAR})(?:(?:,? and|,|,? or| &) (${YEAR}))*\b`,
        'gu',
      ),
      () => [],
    ],
  ];
  for (const [pattern, years] of rules)
    reading.take(pattern, (match) => {
      const numbers = Array.from(match[0].matchAll(new RegExp(YEAR, 'g')), ([year]) => Number(year));
      const meant = years(numbers[0]!, numbers[1] ?? numbers[0]!);
      use(meant.length === 0 ? numbers : meant, match.index);
    });
  reading.take(/(?<!\p{L})(?:from |in |of )?(this|last) year(?!\p{L})/gu, ({ 1: which, index: at }) =>
    use([which === 'this' ? thisYear : thisYear - 1], at),
  );
}
