import { LEVELS, type ResolvedList } from './list-level.ts';
import { type ListMark, markOf } from './list-mark.ts';

/** The lists that paragraphs refer to. */
interface Lists {
  /** Undefined when there is none. */
  get(list: string): ResolvedList | undefined;
}

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
    const start = definition.starts.get(level);
    const override = this.#begin(list, level) ? start : undefined;
    const value = override ?? numberAfter(counts[level], start ?? shown.start);
    counts[level] = value;
    for (let below = level + 1; below < LEVELS; below++) {
      const restartsAfter = definition.levels[below]?.restartsAfter;
      if (restartsAfter === undefined || level < restartsAfter) counts[below] = undefined;
    }
    return markOf({ list, level, value, levels: definition.levels, counts });
  }

  #countsOf(counter: string): (number | undefined)[] {
    let counts = this.#counts.get(counter);
    if (counts === undefined) {
      counts = [];
      this.#counts.set(counter, counts);
    }
    return counts;
  }

  /** True when this level of the list has not begun before. */
  #begin(list: string, level: number): boolean {
    const key = `${list}/${level}`;
    if (this.#begun.has(key)) return false;
    this.#begun.add(key);
    return true;
  }
}

function numberAfter(last: number | undefined, start: number): number {
  return last === undefined ? start : last + 1;
}
