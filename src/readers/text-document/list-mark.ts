import { formatNumber, listTypeOf } from '../office/number-format.ts';
import type { ItemMark } from './list-item.ts';
import type { ListLevel } from './list-level.ts';

/** How a paragraph of a list begins. */
export interface ListMark extends ItemMark {
  /** The text around its numbers, as the list has it. */
  template: string;
  /** Twentieths of a point. */
  indent: number | undefined;
}

/** An item that has been counted; levels from 0. */
export interface CountedItem {
  list: string;
  level: number;
  value: number;
  levels: readonly (ListLevel | undefined)[];
  /** Last numbers by level; undefined for those that have not been used. */
  counts: readonly (number | undefined)[];
}

/** A label that a numbered list shows by itself: one number, with no more than punctuation around it. */
const PLAIN_LABEL = /^[\s(["'-]*%(\d)[\s.):\]"'\u2013-]*$/;
const BOXES: Readonly<Record<string, boolean>> = { '☐': false, '☑': true, '☒': true };

/** How an item begins; undefined when it shows nothing before the text. */
export function markOf({ list, level, value, levels, counts }: CountedItem): ListMark | undefined {
  const shown = levels[level];
  const kind = shown === undefined ? undefined : kindOf(shown, level);
  if (shown === undefined || kind === undefined) return undefined;
  return {
    kind,
    list,
    level,
    value,
    label: kind === 'bullet' ? '' : labelOf(levels, level, counts),
    type: listTypeOf(shown.format),
    isJoined: shown.isJoined,
    box: kind === 'bullet' ? BOXES[shown.text] : undefined,
    template: shown.text,
    indent: shown.indent,
  };
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
