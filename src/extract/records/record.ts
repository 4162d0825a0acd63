import type { Fact } from '../facts/fact.ts';

/** Things of one kind that a page lists: the rows of a table, cards, entries of its data for machines. */
export interface RecordGroup {
  /** The facts of each, in the order of the page. */
  readonly records: readonly (readonly Fact[])[];
  /** The words of the heading or caption above; '' when there is none. */
  readonly title: string;
  readonly kind: 'table' | 'cards' | 'json-ld';
}

/** A list is read so far. */
export const MOST_RECORDS = 500;
/** Fewer look-alikes are no list. */
export const LEAST_RECORDS = 3;
