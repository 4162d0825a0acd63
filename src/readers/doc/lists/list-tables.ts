import type { ByteView } from '../../cfb/byte-view.ts';
import type { Fib } from '../fib.ts';
import { formatWithCode, type NumberFormat } from '../../office/number-format.ts';
import { applyParagraphSprms, DEFAULT_PARAGRAPH } from '../formatting/paragraph-properties.ts';
import { readSprms } from '../formatting/sprm.ts';

/** One level of a list ([MS-DOC] 2.9.150, LVL). */
export interface ListLevel {
  start: number;
  format: NumberFormat;
  /** Text around the numbers: characters 0 to 8 stand for the number of that level. */
  template: string;
  /** Numbers of the higher levels are shown as Arabic ones. */
  isLegal: boolean;
  /** It goes on counting after an item of a higher level. */
  isContinuous: boolean;
  /** Where its text begins, twips; undefined when the level does not say. */
  leftIndent: number | undefined;
}

/** A list that paragraphs can name. Several may share one count. */
export interface List {
  /** What it shares with the lists that count on with it. */
  id: number;
  levels: readonly ListLevel[];
  /** Numbers that levels begin with here, in place of their own. */
  starts: ReadonlyMap<number, number>;
}

const LIST_LENGTH = 28;
const LEVEL_LENGTH = 28;
const OVERRIDE_LENGTH = 16;
const LEVELS = 9;
const SIMPLE = 1;
const LEGAL = 4;
const NO_RESTART = 8;
const HAS_START = 0x10;
const HAS_LEVEL = 0x20;

/** Lists by the number that paragraphs name them by, less one (2.9.131 PlfLst, 2.9.132 PlfLfo). */
export function readLists(table: ByteView, fib: Fib): List[] {
  const definitions = readDefinitions(table, fib);
  const { at, length } = fib.listOverrides;
  if (length < 4) return [];
  // What belongs to the overrides follows them, and may lie behind the stated length.
  const bytes = table.part(at, table.length);
  const count = Math.min(bytes.u32(0), Math.floor(Math.min(length, bytes.length) / OVERRIDE_LENGTH));
  const lists: List[] = [];
  let next = 4 + count * OVERRIDE_LENGTH;
  for (let i = 0; i < count; i++) {
    const entry = 4 + i * OVERRIDE_LENGTH;
    const id = bytes.i32(entry);
    const levels = [...(definitions.get(id) ?? [])];
    const starts = new Map<number, number>();
    next += 4;
    for (let j = 0; j < bytes.u8(entry + 12) && j < LEVELS && next < bytes.length; j++) {
      const flags = bytes.u32(next + 4);
      const level = flags & 0xf;
      if ((flags & HAS_START) !== 0 && (flags & HAS_LEVEL) === 0) starts.set(level, bytes.i32(next));
      next += 8;
      if ((flags & HAS_LEVEL) !== 0) {
        const read = readLevel(bytes, next);
        levels[level] = read.level;
        if ((flags & HAS_START) !== 0) starts.set(level, read.level.start);
        next = read.end;
      }
    }
    lists.push({ id, levels, starts });
  }
  return lists;
}

function readDefinitions(table: ByteView, { lists }: Fib): Map<number, ListLevel[]> {
  const definitions = new Map<number, ListLevel[]>();
  if (lists.length < 2) return definitions;
  const bytes = table.part(lists.at, table.length);
  const count = Math.min(bytes.u16(0), Math.floor(Math.min(lists.length, bytes.length) / LIST_LENGTH));
  // The levels lie behind what the FIB states as the length.
  let at = 2 + count * LIST_LENGTH;
  for (let i = 0; i < count; i++) {
    const entry = 2 + i * LIST_LENGTH;
    const levels: ListLevel[] = [];
    const levelCount = (bytes.u8(entry + 26) & SIMPLE) === 0 ? LEVELS : 1;
    for (let j = 0; j < levelCount && at < bytes.length; j++) {
      const { level, end } = readLevel(bytes, at);
      levels.push(level);
      at = end;
    }
    definitions.set(bytes.i32(entry), levels);
  }
  return definitions;
}

function readLevel(bytes: ByteView, at: number): { level: ListLevel; end: number } {
  const flags = bytes.u8(at + 5);
  const characterLength = bytes.u8(at + 24);
  const paragraphLength = bytes.u8(at + 25);
  const paragraphAt = at + LEVEL_LENGTH;
  const textAt = paragraphAt + paragraphLength + characterLength;
  const textLength = bytes.u16(textAt);
  const level = {
    start: bytes.i32(at),
    format: formatWithCode(bytes.u8(at + 4)),
    template: bytes.utf16(textAt + 2, Math.min(textLength, 255)),
    isLegal: (flags & LEGAL) !== 0,
    isContinuous: (flags & NO_RESTART) !== 0,
    leftIndent: readLeftIndent(bytes.part(paragraphAt, paragraphLength)),
  };
  return { level, end: textAt + 2 + textLength * 2 };
}

function readLeftIndent(modifiers: ByteView): number | undefined {
  return applyParagraphSprms(DEFAULT_PARAGRAPH, readSprms(modifiers, 'word97')).leftIndent;
}
