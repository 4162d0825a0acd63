import { formatNumber, listTypeOf } from '../office/number-format.ts';
import type { ItemMark } from './list-item.ts';
import { LEVELS, type ListLevel, type ResolvedList } from './list-level.ts';

/** How a paragraph of a list begins. */
export interface ListMark extends ItemMark {
  /** The text around its numbers, as the list has it. */
  template: string;
  /** Twentieths of a point. */
  indent: number | undefined;
}

/** The lists that paragraphs refer to. */
interface Lists {
  /** Undefined when there is none. */
  get(list: string): ResolvedList | undefined;
}

/** A label that a numbered list shows by itself: one number, with no more than punctuation around it. */
const PLAIN_LABEL = /^[\s(["'-]*%(\d)[\s.):\]"'\u2013-]*$/;
const BOXES: Readonly<Record<string, boolean>> = { '☐': false, '☑': true, '☒': true };

/** Counts the paragraphs of lists, in the order in which they come. */
export class ListCounters {
  readonly #lists: Lists;
  /** Last numbers by level, of lists that count on from each other. */
  readonly #counts = new Map<string, (number | undefined)[]>();
  /** Lists and levels that have begun. */
  readonly #begun = new Set<string>();

  constructor(lists: Lists) {
    this.#lists = lists;
  }

  /** Level that a paragraph style stands for in a list. */
  levelOfStyle(list: string, style: string): number | undefined {
    const level = this.#lists.get(list)?.levels.findIndex((one) => one?.style === style);
    return level === undefined || level === -1 ? undefined : level;
  }

  /** Counts a paragraph; undefined when there is no such list, or it shows nothing before the text. */
  next(list: string, wanted: number): ListMark | undefined {
    const definition = this.#lists.get(list);
    if (definition === undefined) return undefined;
    const level = Math.min(Math.max(wanted, 0), LEVELS - 1);
    const shown = definition.levels[level];
    if (shown === undefined) return undefined;
    const counts = this.#countsOf(definition.counter);
    const value = this.#count(counts, list, level, shown.start, definition.starts);
    for (let below = level + 1; below < LEVELS; below++) {
      const restartsAfter = definition.levels[below]?.restartsAfter;
      if (restartsAfter === undefined || level < restartsAfter) counts[below] = undefined;
    }
    const kind = kindOf(shown, level);
    if (kind === undefined) return undefined;
    return {
      kind,
      list,
      level,
      value,
      label: kind === 'bullet' ? '' : labelOf(definition.levels, level, counts),
      type: listTypeOf(shown.format),
      isJoined: shown.isJoined,
      box: kind === 'bullet' ? BOXES[shown.text] : undefined,
      template: shown.text,
      indent: shown.indent,
    };
  }

  #countsOf(counter: string): (number | undefined)[] {
    let counts = this.#counts.get(counter);
    if (counts === undefined) {
      counts = [];
      this.#counts.set(counter, counts);
    }
    return counts;
  }

  #count(
    counts: (number | undefined)[],
    list: string,
    level: number,
    start: number,
    starts: ReadonlyMap<number, number>,
  ): number {
    const key = `${list}/${level}`;
    const override = this.#begun.has(key) ? undefined : starts.get(level);
    this.#begun.add(key);
    const last = counts[level];
    const value = override ?? (last === undefined ? (starts.get(level) ?? start) : last + 1);
    counts[level] = value;
    return value;
  }
}

function kindOf(level: ListLevel, index: number): ListMark['kind'] | undefined {
  const { format, text } = level;
  if (text.trim() === '') return undefined;
  if (format === 'bullet') return 'bullet';
  const plain = PLAIN_LABEL.exec(text)?.[1];
  return format !== 'none' && plain === String(index + 1) ? 'number' : 'label';
}

/** `%1.%2` with the numbers of these levels; a level that has not been used yet shows what it begins with. */
function labelOf(
  levels: readonly (ListLevel | undefined)[],
  level: number,
  counts: readonly (number | undefined)[],
): string {
  const isLegal = levels[level]?.isLegal === true;
  const text = levels[level]?.text ?? '';
  return text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      const shown = levels[index];
      if (shown === undefined || shown.format === 'bullet') return '';
      return formatNumber(counts[index] ?? shown.start, isLegal ? 'decimal' : shown.format);
    })
    .trim();
}
