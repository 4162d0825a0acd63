import type { Random } from '../../pages/random.ts';

/**
 * How some kind of text sounds. Sentences are patterns with names in braces: `{noun}` takes a word of `words.noun`;
 * `{count}`, `{share}`, `{amount}`, `{year}`, `{date}` make numbers as the language writes them.
 */
export interface Register {
  words: Readonly<Record<string, readonly string[]>>;
  sentences: readonly string[];
  /** Titles of sections. */
  headings: readonly string[];
  /** Short phrases, for items of lists and cells. */
  phrases: readonly string[];
  numbers: NumberStyle;
  /** Between sentences; empty for scripts without blanks. */
  gap: string;
}

export interface NumberStyle {
  decimal: string;
  thousands: string;
  currency: (amount: string) => string;
  months: readonly string[];
  date: (day: number, month: string, year: number) => string;
}

/** Fills in a pattern. */
function fill(pattern: string, register: Register, random: Random): string {
  const text = pattern.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name, register, random));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function sentence(register: Register, random: Random): string {
  return fill(random.pick(register.sentences), register, random);
}

export function sentences(register: Register, random: Random, min: number, max: number): string {
  return Array.from({ length: random.int(min, max) }, () => sentence(register, random)).join(register.gap);
}

export function phrase(register: Register, random: Random): string {
  return fill(random.pick(register.phrases), register, random);
}

/** A whole number with separators. */
export function writeNumber(value: number, { decimal, thousands }: NumberStyle, digits = 0): string {
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${value < 0 ? '-' : ''}${grouped}${fraction === '' ? '' : decimal + fraction}`;
}

function valueOf(name: string, register: Register, random: Random): string {
  const { numbers } = register;
  switch (name) {
    case 'count':
      return writeNumber(random.int(2, 9_800), numbers);
    case 'share':
      return `${writeNumber(random.int(3, 970) / 10, numbers, 1)}${numbers.decimal === ',' ? '\u00a0%' : '%'}`;
    case 'amount':
      return numbers.currency(writeNumber(random.int(120, 9_900_000) / 100, numbers, 2));
    case 'year':
      return `${random.int(1962, 2025)}`;
    case 'date':
      return numbers.date(random.int(1, 28), random.pick(numbers.months), random.int(2011, 2025));
    default: {
      const list = register.words[name];
      if (list === undefined) throw new Error(`No words are named ${name}`);
      return random.pick(list);
    }
  }
}
