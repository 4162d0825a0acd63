import { formatNumber } from '../../office/number-format.ts';
import type { List, ListLevel } from './list-tables.ts';

/** What stands before an item. */
export interface ListNumber {
  /** `label` is what the number of an HTML list cannot be, such as `2.1` or `Article 3`. */
  kind: 'bullet' | 'number' | 'label' | 'none';
  /** The item's own number in its level; 0 for a bullet. */
  value: number;
  /** As it is shown, such as `2.1.`; empty for a bullet. */
  text: string;
}

const MAX_LEVEL = 8;
/** One number with no more than punctuation around it. */
const PLAIN = /^[\s(["'-]*([\0-\u0008])[\s.):\]"'\u2013-]*$/;

/** Counts the items of all lists of a document, in the order of its text. */
export class ListCounter {
  /** Current numbers by list and level; undefined for a level that has not begun. */
  readonly #counts = new Map<number, Array<number | undefined>>();
  /** Lists whose own start numbers have been used. */
  readonly #started = new Set<string>();

  /** The number of the next item at `level` of the list with that `index`. */
  next(list: List, index: number, level: number): ListNumber {
    const format = list.levels[level];
    if (format === undefined) return { kind: 'bullet', value: 0, text: '' };
    const counts = this.#countsOf(list.id);
    const value = this.#count(list, index, level, counts, format);
    if (format.format === 'bullet') return { kind: 'bullet', value: 0, text: '' };
    const text = showNumber(list, format, counts);
    if (text === '') return { kind: 'none', value, text };
    const isPlain = format.format !== 'none' && PLAIN.exec(format.template)?.[1]?.charCodeAt(0) === level;
    return { kind: isPlain ? 'number' : 'label', value, text };
  }

  #countsOf(id: number): Array<number | undefined> {
    let counts = this.#counts.get(id);
    if (counts === undefined) this.#counts.set(id, (counts = []));
    return counts;
  }

  #count(
    list: List,
    index: number,
    level: number,
    counts: Array<number | undefined>,
    format: ListLevel,
  ): number {
    const key = `${index}/${level}`;
    const start = this.#started.has(key) ? undefined : list.starts.get(level);
    this.#started.add(key);
    const value = start ?? (counts[level] === undefined ? format.start : counts[level] + 1);
    counts[level] = value;
    // A deeper level begins anew, and a higher one that was skipped has begun.
    for (let i = level + 1; i <= MAX_LEVEL; i++) {
      if (list.levels[i]?.isContinuous !== true) counts[i] = undefined;
    }
    for (let i = 0; i < level; i++) counts[i] ??= list.levels[i]?.start ?? 1;
    return value;
  }
}

function showNumber(list: List, format: ListLevel, counts: ReadonlyArray<number | undefined>): string {
  let text = '';
  for (const character of format.template) {
    const level = character.charCodeAt(0);
    if (level > MAX_LEVEL) text += character;
    else {
      const kind = format.isLegal ? 'decimal' : (list.levels[level]?.format ?? 'decimal');
      text += formatNumber(counts[level] ?? list.levels[level]?.start ?? 1, kind);
    }
  }
  return text.trim();
}
