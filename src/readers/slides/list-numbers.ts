import type { ItemMark } from '../text-document/list-item.ts';

/** Numbers of the items in one text of a slide. */
export class ListNumbers {
  /** Last numbers by level; bullets have none. */
  readonly #numbers: (number | undefined)[] = [];

  /** The mark of the next paragraph with text; undefined for one that is no item. `start`: the number that a list begins with. */
  next(kind: 'ul' | 'ol' | 'none', level: number, start: number): ItemMark | undefined {
    this.#numbers.length = Math.min(this.#numbers.length, kind === 'none' ? 0 : level + 1);
    const last = this.#numbers[level];
    const value = last === undefined ? start : last + 1;
    this.#numbers[level] = kind === 'ol' ? value : undefined;
    return kind === 'none' ? undefined : markOf(kind, level, value);
  }
}

function markOf(kind: 'ul' | 'ol', level: number, value: number): ItemMark {
  return {
    kind: kind === 'ol' ? 'number' : 'bullet',
    list: 'body',
    level,
    value,
    label: '',
    type: undefined,
    isJoined: false,
    box: undefined,
  };
}
