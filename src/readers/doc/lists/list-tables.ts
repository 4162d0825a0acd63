import type { ByteView } from '../../cfb/byte-view.ts';
import type { Fib } from '../fib.ts';
import { formatWithCode } from '../../office/number-format.ts';
import { LEVELS, type ListLevel, type ResolvedList } from '../../text-document/list-level.ts';
import { applyParagraphSprms, DEFAULT_PARAGRAPH } from '../formatting/paragraph-properties.ts';
import { readSprms } from '../formatting/sprm.ts';

const LIST_LENGTH = 28;
const LEVEL_LENGTH = 28;
const OVERRIDE_LENGTH = 16;
const SIMPLE = 1;
const LEGAL = 4;
const NO_RESTART = 8;
const HAS_START = 0x10;
const HAS_LEVEL = 0x20;

const NEVER = 0;
/** Levels that the file does not have. */
const BULLET: ListLevel = {
  start: 1,
  format: 'bullet',
  text: '•',
  restartsAfter: undefined,
  isLegal: false,
  isJoined: false,
  style: undefined,
  indent: undefined,
};

/** Lists by the number that paragraphs name them by, from 1 (2.9.131 PlfLst, 2.9.132 PlfLfo). */
export function readLists(table: ByteView, fib: Fib): Map<string, ResolvedList> {
  const definitions = readDefinitions(table, fib);
  const { at, length } = fib.listOverrides;
  const lists = new Map<string, ResolvedList>();
  if (length < 4) return lists;
  // The data of the overrides follow them, and may lie behind the stated length.
  const bytes = table.part(at, table.length);
  const count = Math.min(bytes.u32(0), Math.floor(Math.min(length, bytes.length) / OVERRIDE_LENGTH));
  let next = 4 + count * OVERRIDE_LENGTH;
  for (let i = 0; i < count; i++) {
    const entry = 4 + i * OVERRIDE_LENGTH;
    const id = bytes.i32(entry);
    const defined = definitions.get(id) ?? [];
    const levels = Array.from({ length: LEVELS }, (_, level) => defined[level] ?? BULLET);
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
    lists.set(String(i + 1), { counter: String(id), levels, starts });
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
    text: labelOf(bytes.utf16(textAt + 2, Math.min(textLength, 255))),
    restartsAfter: (flags & NO_RESTART) === 0 ? undefined : NEVER,
    isLegal: (flags & LEGAL) !== 0,
    isJoined: false,
    style: undefined,
    indent: readLeftIndent(bytes.part(paragraphAt, paragraphLength)),
  };
  return { level, end: textAt + 2 + textLength * 2 };
}

/** Characters 0 to 8 stand for the number of that level, which is `%1` to `%9` elsewhere. */
function labelOf(template: string): string {
  return Array.from(template, (character) => {
    const code = character.charCodeAt(0);
    return code < LEVELS ? `%${code + 1}` : character;
  }).join('');
}

function readLeftIndent(modifiers: ByteView): number | undefined {
  return applyParagraphSprms(DEFAULT_PARAGRAPH, readSprms(modifiers, 'word97')).leftIndent;
}
