import type { ItemMark } from '../text-document/list-item.ts';
import { LEVELS } from '../text-document/list-level.ts';
import { markOf } from '../text-document/list-mark.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { type ListStyles, readWholeNumber } from './list-styles.ts';

/** The numbers of one list. */
export interface Counters {
  list: string;
  /** Last number of each level. */
  numbers: number[];
}

/** Numbers of items and headings: those of the list that they are in, or those of the outline. */
export class ItemNumbers {
  readonly #styles: ListStyles;
  readonly #outline: Counters = { list: 'outline', numbers: [] };
  readonly #byId = new Map<string, Counters>();
  readonly #byStyle = new Map<string, Counters>();
  #lists = 0;

  constructor(styles: ListStyles) {
    this.#styles = styles;
  }

  /** Counters of an outermost list: those of the list that it continues (ODF 1.3 part 3, 19.780, 19.781), else new ones. */
  countersOf({ attributes }: XmlElement): Counters {
    const style = attributes['text:style-name'] ?? '';
    const continued = attributes['text:continue-list'];
    const counters = (continued === undefined ? undefined : this.#byId.get(continued)) ??
      (attributes['text:continue-numbering'] === 'true' ? this.#byStyle.get(style) : undefined) ?? {
        list: String(++this.#lists),
        numbers: [],
      };
    const id = attributes['xml:id'] ?? attributes['text:id'];
    if (id !== undefined) this.#byId.set(id, counters);
    this.#byStyle.set(style, counters);
    return counters;
  }

  /** Counts a heading of the outline (section 5.1.2); undefined when its level shows no number. */
  ofOutline({ attributes }: XmlElement, level: number): ItemMark | undefined {
    if (attributes['text:is-list-header'] === 'true') return undefined;
    const { numbers } = this.#outline;
    const restart = attributes['text:restart-numbering'] === 'true';
    const start = readWholeNumber(attributes['text:start-value']);
    if (restart) numbers.length = Math.min(numbers.length, level - 1);
    return this.#next(this.#styles.outline, level, this.#outline, restart ? start : undefined);
  }

  /** Counts an item of a list; `level` is how deep it is nested, from 1. Undefined when it shows nothing before its text. */
  ofItem(
    item: XmlElement,
    style: string | undefined,
    level: number,
    counters: Counters,
  ): ItemMark | undefined {
    return this.#next(style, level, counters, readWholeNumber(item.attributes['text:start-value']));
  }

  /** Whether headings in such a list are numbered with the other headings. */
  isOutline(style: string | undefined): boolean {
    return style === this.#styles.outline;
  }

  #next(
    style: string | undefined,
    wanted: number,
    { list, numbers }: Counters,
    given: number | undefined,
  ): ItemMark | undefined {
    const level = Math.min(wanted, LEVELS) - 1;
    const last = numbers[level];
    const levels = this.#styles.levels(style);
    const value = given ?? (last === undefined ? levels[level]!.start : last + 1);
    numbers.length = Math.min(numbers.length, level);
    numbers[level] = value;
    return markOf({ list, level, value, levels, counts: numbers });
  }
}
