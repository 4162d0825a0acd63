import { formatNumber } from '../office/number-format.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import type { Counters } from './list-numbers.ts';
import { MAX_LEVEL, wholeNumber, type ListStyles } from './list-styles.ts';

/** The numbers of headings: those of the outline, or of the list that a heading is an item of. */
export class HeadingNumbers {
  readonly #styles: ListStyles;
  readonly #outline: Counters = [];

  constructor(styles: ListStyles) {
    this.#styles = styles;
  }

  /** Counts a heading of the outline (ODF 1.3 part 3, section 5.1.2); '' when its level shows no number. */
  ofOutline({ attributes }: XmlElement, level: number): string {
    if (attributes['text:is-list-header'] === 'true') return '';
    const restart = attributes['text:restart-numbering'] === 'true';
    const start = wholeNumber(attributes['text:start-value']);
    if (restart) this.#outline.length = Math.min(this.#outline.length, level);
    return this.#next(this.#styles.outline, level, this.#outline, restart ? start : undefined);
  }

  /** Counts a heading that is an item of a list; `level` is how deep the item is nested, from 1. */
  ofItem(item: XmlElement, style: string | undefined, level: number, counters: Counters): string {
    return this.#next(style, level, counters, wholeNumber(item.attributes['text:start-value']));
  }

  /** Whether items of such a list are numbered with the other headings. */
  isOutline(style: string | undefined): boolean {
    return style === this.#styles.outline;
  }

  #next(style: string | undefined, wanted: number, counters: Counters, start: number | undefined): string {
    const level = Math.min(wanted, MAX_LEVEL);
    const last = counters[level];
    counters.length = Math.min(counters.length, level);
    counters[level] = start ?? (last === undefined ? this.#styles.level(style, level).start : last + 1);
    return this.#label(style, level, counters);
  }

  /** A level that has not been used yet shows what it begins with. */
  #label(style: string | undefined, level: number, counters: Counters): string {
    const { isNumbered, prefix, suffix, shown } = this.#styles.level(style, level);
    if (!isNumbered) return '';
    const numbers: string[] = [];
    for (let one = Math.max(1, level - shown + 1); one <= level; one += 1) {
      const { format, start } = this.#styles.level(style, one);
      const number = formatNumber(counters[one] ?? start, format);
      if (number !== '') numbers.push(number);
    }
    return (prefix + numbers.join('.') + suffix).trim();
  }
}
