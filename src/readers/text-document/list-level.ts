import type { CounterFormat } from '../office/number-format.ts';

/** Levels that a list has (ECMA-376 part 1, section 17.9.6). */
export const LEVELS = 9;

/** One level of a list. */
export interface ListLevel {
  start: number;
  format: CounterFormat;
  /** `%1.%2` stands for the numbers of the first two levels. */
  text: string;
  /** Number of levels above whose use starts this one again; 0 for never; undefined for any. */
  restartsAfter: number | undefined;
  /** All numbers of the label are decimal. */
  isLegal: boolean;
  /** No space stands between the label and the text. */
  isJoined: boolean;
  /** Id of the paragraph style that stands for this level. */
  style: string | undefined;
  /** Twentieths of a point. */
  indent: number | undefined;
}

/** A list with its levels, as paragraphs of it need it. */
export interface ResolvedList {
  /** Lists with the same one count on from each other. */
  counter: string;
  levels: readonly (ListLevel | undefined)[];
  /** Number that a level begins with when this list comes to it for the first time. */
  starts: ReadonlyMap<number, number>;
}
