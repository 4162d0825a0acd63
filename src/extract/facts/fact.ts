/** The place that a page states a fact in, and how far it is believed: machine-readable data first, guesses last. */
export const TRUST = {
  'json-ld': 1,
  microdata: 0.97,
  /** The title of the page, where its head has the same words. */
  title: 0.99,
  heading: 0.93,
  /** An item of JSON-LD that describes the page and not the thing on it. */
  'page-item': 0.88,
  meta: 0.9,
  price: 0.85,
  byline: 0.85,
  time: 0.82,
  pair: 0.8,
  section: 0.75,
  address: 0.7,
  /** Money without a word to it, near the title. */
  amount: 0.68,
  /** A fact of another thing on the page than the one that it is about. */
  aside: 0.55,
} as const;

export type FactSource = keyof typeof TRUST;

/** A value as a page states it: text where it is shown, any JSON where it is written for machines. */
export type FactValue = unknown;

/** One thing that a page states: a name, its value, and where it stands. */
export interface Fact {
  /** Words in lower case with one space between: `date published`. */
  readonly name: string;
  readonly value: FactValue;
  readonly source: FactSource;
  /** The node that shows it; -1 when it stands in data for machines. */
  readonly node: number;
}

/** A page has so many facts at most; later ones are passed over. */
const MAX_FACTS = 4_000;
/** Text of a fact is kept so far. */
export const LONGEST_VALUE = 2_000;
const LONGEST_NAME = 60;

/** The words of a name, however it is written: `datePublished`, `date_published`, `Date published:`. */
export function factName(written: string): string {
  return written
    .slice(0, 2 * LONGEST_NAME)
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
}

/** Facts in the order in which they were found, up to the most that a page may have. */
export class FactList {
  readonly facts: Fact[] = [];

  add(name: string, value: FactValue, source: FactSource, node = -1): void {
    if (this.facts.length >= MAX_FACTS || value === undefined || value === null || value === '') return;
    const words = factName(name);
    if (words !== '') this.facts.push({ name: words, value, source, node });
  }
}
