import type { ListItem } from './listed-blocks.ts';
import type { ListTables } from './list-tables.ts';
import type { ParagraphState } from './rtf-state.ts';

/** What files without tables of lists say of a paragraph: `\pn` (RTF 1.9.1, "Bullets and Numbering"). */
export interface OldNumbering {
  isNumbered: boolean;
  /** From 0. */
  level: number;
}

/** Old numbering, and paragraphs that only have the text of a mark, are lists of their own. */
const NO_LIST = -1;
const MAX_LEVEL = 8;

/** Finds out which paragraphs are items, and numbers them. */
export class ListCounter {
  readonly #tables: ListTables;
  readonly #numbers = new Map<number, number[]>();

  constructor(tables: ListTables) {
    this.#tables = tables;
  }

  /** `mark` is the text that a program has put before the paragraph for those who know no lists. */
  itemOf(paragraph: ParagraphState, mark: string, old: OldNumbering | undefined): ListItem | undefined {
    if (paragraph.list > 0) {
      const { list, listLevel } = paragraph;
      const known = this.#tables.level(list, listLevel);
      if (known?.mark === 'none' && mark.trim() === '') return undefined;
      const isNumbered = known === undefined ? isNumber(mark) : known.mark === 'number';
      return this.#count(
        this.#tables.listOf(list),
        listLevel,
        isNumbered,
        numberIn(mark) ?? { start: known?.start ?? 1 },
      );
    }
    if (old === undefined && mark.trim() === '') return undefined;
    const isNumbered = old?.isNumbered ?? isNumber(mark);
    return this.#count(NO_LIST, old?.level ?? 0, isNumbered, numberIn(mark) ?? { start: 1 });
  }

  #count(list: number, listLevel: number, isNumbered: boolean, given: number | { start: number }): ListItem {
    const level = Math.min(MAX_LEVEL, Math.max(0, listLevel));
    const numbers = this.#numbers.get(list) ?? [];
    this.#numbers.set(list, numbers);
    const last = numbers[level];
    const counted = typeof given === 'number' ? given : last === undefined ? given.start : last + 1;
    numbers.length = Math.min(numbers.length, level);
    numbers[level] = counted;
    return { list, level, isNumbered, number: counted };
  }
}

function isNumber(mark: string): boolean {
  return /\d|^\s*\(?[a-z]{1,4}[.)]/i.test(mark);
}

/** The last part of a number such as `1.2.3.`; undefined for letters. */
function numberIn(mark: string): number | undefined {
  const digits = /^\D{0,5}(?:\d{1,9}\.)*(\d{1,9})\D{0,5}$/.exec(mark.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}
