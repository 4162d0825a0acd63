import { formatNumber, listTypeOf, numberIn, type CounterFormat } from '../office/number-format.ts';
import type { ItemMark } from '../text-document/list-item.ts';
import type { ListTables } from './list-tables.ts';
import type { ParagraphState } from './rtf-state.ts';

/** The numbering of a paragraph in files without tables of lists: `\pn` (RTF 1.9.1, "Bullets and Numbering"). */
export interface OldNumbering {
  format: CounterFormat;
  /** From 0. */
  level: number;
}

/** Old numbering, and paragraphs that only have the text of a mark, are lists of their own. */
const NO_LIST = -1;
const MAX_LEVEL = 8;
/** One number with no more than punctuation around it. */
const PLAIN = /^[\s(["'-]*(\d{1,9}|[a-z]{1,9})[\s.):\]"'\u2013-]*$/i;
const SIGN = /[\p{L}\p{N}]/u;

/** Where a paragraph stands in a list. */
interface ListPlace {
  reference: number;
  /** References to the same one count on from each other. */
  list: number;
  level: number;
  /** Undefined when the file does not say. */
  format: CounterFormat | undefined;
  start: number;
  /** Without the text of a mark it is no item. */
  isPlain: boolean;
}

/** Finds out which paragraphs are items, and numbers them. */
export class ListCounter {
  readonly #tables: ListTables;
  readonly #numbers = new Map<number, number[]>();

  constructor(tables: ListTables) {
    this.#tables = tables;
  }

  /** `mark` is the text that a program has put before the paragraph for those who know no lists. */
  itemOf(paragraph: ParagraphState, mark: string, old: OldNumbering | undefined): ItemMark | undefined {
    const place = this.#placeOf(paragraph, old);
    const text = mark.trim();
    return place.isPlain && text === '' ? undefined : this.#count(place, text);
  }

  #placeOf({ list: reference, listLevel }: ParagraphState, old: OldNumbering | undefined): ListPlace {
    if (reference <= 0) {
      const level = clampLevel(old?.level ?? 0);
      return {
        reference: NO_LIST,
        list: NO_LIST,
        level,
        format: old?.format,
        start: 1,
        isPlain: old === undefined,
      };
    }
    const known = this.#tables.level(reference, listLevel);
    const list = this.#tables.listOf(reference);
    const { format, start = 1 } = known ?? {};
    return { reference, list, level: clampLevel(listLevel), format, start, isPlain: format === 'none' };
  }

  #count({ reference, list, level, format: stated, start }: ListPlace, text: string): ItemMark {
    const numbers = this.#numbersOf(list);
    const last = numbers[level];
    const counted = last === undefined ? start : last + 1;
    const sign = PLAIN.exec(text)?.[1];
    const format = stated ?? formatOf(text, sign, counted);
    const value = (sign === undefined ? undefined : numberIn(sign, format)) ?? counted;
    numbers.length = Math.min(numbers.length, level);
    numbers[level] = value;
    const kind = kindOf(text, sign, format);
    const label = kind === 'bullet' || !SIGN.test(text) ? '' : text;
    const type = listTypeOf(format);
    return { kind, list: String(reference), level, value, label, type, isJoined: false, box: undefined };
  }

  #numbersOf(list: number): number[] {
    let numbers = this.#numbers.get(list);
    if (numbers === undefined) {
      numbers = [];
      this.#numbers.set(list, numbers);
    }
    return numbers;
  }
}

function clampLevel(level: number): number {
  return Math.min(MAX_LEVEL, Math.max(0, level));
}

function kindOf(text: string, sign: string | undefined, format: CounterFormat): ItemMark['kind'] {
  if (format === 'bullet' || (format === 'none' && !SIGN.test(text))) return 'bullet';
  return format !== 'none' && (sign !== undefined || !SIGN.test(text)) ? 'number' : 'label';
}

/** Tells from a mark how its list is numbered, where the file does not say. */
function formatOf(text: string, sign: string | undefined, counted: number): CounterFormat {
  if (sign === undefined) return /\d/.test(text) ? 'decimal' : 'bullet';
  if (/\d/.test(sign)) return 'decimal';
  const isLower = sign === sign.toLowerCase();
  const roman = isLower ? 'lowerRoman' : 'upperRoman';
  if (formatNumber(counted, roman) === sign) return roman;
  // A letter alone may be a bullet of a font of pictures.
  return sign !== text && sign.length === 1 ? (isLower ? 'lowerLetter' : 'upperLetter') : 'bullet';
}
