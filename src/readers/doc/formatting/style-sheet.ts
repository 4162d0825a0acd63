import { ByteView } from '../../cfb/byte-view.ts';
import { meaningOfStyle } from '../../office/style-names.ts';
import type { Fib } from '../fib.ts';
import { readSprms, type Sprm } from './sprm.ts';

export interface Style {
  /** Number of a built-in style, the same in every language ([MS-DOC] 2.9.260): 0 Normal, 1 to 9 Heading, 62 Title. */
  builtIn: number;
  name: string;
  /** Index of the style that it is based on; undefined for none. */
  base: number | undefined;
  isCharacterStyle: boolean;
  paragraphSprms: readonly Sprm[];
  characterSprms: readonly Sprm[];
}

/** Styles by the index that the text names them by, and the font of text that says nothing. */
export interface WordStyleSheet {
  styles: ReadonlyArray<Style | undefined>;
  defaultFont: number;
}

const NO_BASE = 0xfff;
const PARAGRAPH = 1;
const CHARACTER = 2;
const USER_DEFINED = 0xffe;

/** Reads the style sheet (2.9.271, STSH). */
export function readStyleSheet(table: ByteView, fib: Fib): WordStyleSheet {
  const bytes = table.part(fib.styleSheet.at, fib.styleSheet.length);
  const headerLength = bytes.u16(0);
  const header = bytes.part(2, headerLength);
  const baseLength = header.u16(2);
  const styles: Array<Style | undefined> = [];
  let at = 2 + headerLength;
  while (at + 2 <= bytes.length && styles.length < header.u16(0)) {
    const length = bytes.u16(at);
    const style = bytes.part(at + 2, length);
    styles.push(length === 0 ? undefined : readStyle(style, baseLength, fib));
    // A style begins at an even offset.
    at += 2 + length + (length & 1);
  }
  return { styles, defaultFont: header.u16(12) };
}

function readStyle(style: ByteView, baseLength: number, fib: Fib): Style {
  const isWord97 = fib.generation === 'word97';
  const kind = style.u16(2) & 0xf;
  const base = style.u16(2) >> 4;
  const nameLength = isWord97 ? style.u16(baseLength) : style.u8(baseLength);
  const name = isWord97
    ? style.utf16(baseLength + 2, nameLength)
    : Buffer.from(style.part(baseLength + 1, nameLength).bytes).toString('latin1');
  // The name ends with a null character.
  const afterName = isWord97 ? baseLength + 2 + nameLength * 2 + 2 : baseLength + 1 + nameLength + 1;
  const updates = readUpdates(style, afterName, style.u16(4) & 0xf);
  const sprmsOf = (update: ByteView): Sprm[] => readSprms(update, fib.generation);
  const nothing = new ByteView(new Uint8Array());
  const [first = nothing, second = nothing] = updates;
  return {
    builtIn: builtInOf(style.u16(0) & 0xfff, name),
    name,
    base: base === NO_BASE ? undefined : base,
    isCharacterStyle: kind === CHARACTER,
    // A paragraph style repeats its own index before its modifiers.
    paragraphSprms: kind === PARAGRAPH ? sprmsOf(first.part(2, first.length)) : [],
    characterSprms: kind === PARAGRAPH ? sprmsOf(second) : kind === CHARACTER ? sprmsOf(first) : [],
  };
}

function readUpdates(style: ByteView, start: number, count: number): ByteView[] {
  const updates: ByteView[] = [];
  let at = start + (start & 1);
  for (let i = 0; i < count && at < style.length; i++) {
    const length = style.u16(at);
    updates.push(style.part(at + 2, length));
    at += 2 + length + (length & 1);
  }
  return updates;
}

const TITLE = 62;
const SUBTITLE = 74;

/** Some writers give built-in styles as ones of the user. */
function builtInOf(stated: number, name: string): number {
  if (stated !== USER_DEFINED) return stated;
  const meaning = meaningOfStyle(name);
  if (meaning?.type === 'heading') return meaning.level;
  if (meaning?.type === 'title') return TITLE;
  return meaning?.type === 'text' ? SUBTITLE : stated;
}
