import type { ByteView } from '../cfb/byte-view.ts';

/** Formatting of paragraphs up to a place in the text. */
export interface ParagraphRun {
  end: number;
  level: number;
  /** Undefined when it is left to the master. */
  hasBullet: boolean | undefined;
}

/** Formatting of characters up to a place in the text. */
export interface CharacterRun {
  end: number;
  isBold: boolean;
  isItalic: boolean;
  /** Above 0 for raised text, below for lowered. */
  position: number;
  /** Number of the further properties of its paragraph. */
  extension: number;
}

export interface TextFormatting {
  paragraphs: ParagraphRun[];
  characters: CharacterRun[];
}

/** Runs of one text; a run takes 10 bytes. */
const MAX_RUNS = 500_000;
/** Bits of a mask and the bytes of the field that each has, in the order of the fields ([MS-PPT] 2.9.20). */
const PARAGRAPH_FIELDS: ReadonlyArray<readonly [mask: number, length: number]> = [
  [0xf, 2],
  [1 << 7, 2],
  [1 << 4, 2],
  [1 << 6, 2],
  [1 << 5, 4],
  [1 << 11, 2],
  [1 << 12, 2],
  [1 << 13, 2],
  [1 << 14, 2],
  [1 << 8, 2],
  [1 << 10, 2],
  [1 << 15, 2],
];
const TAB_STOPS = 1 << 20;
const LAST_PARAGRAPH_FIELDS: typeof PARAGRAPH_FIELDS = [
  [1 << 16, 2],
  [0xe << 16, 2],
  [1 << 21, 2],
];
/** Style of a font before the other fields ([MS-PPT] 2.9.13). */
const FONT_STYLE = 0x3e_b7;
const CHARACTER_FIELDS: typeof PARAGRAPH_FIELDS = [
  [1 << 16, 2],
  [1 << 21, 2],
  [1 << 22, 2],
  [1 << 23, 2],
  [1 << 17, 2],
  [1 << 18, 4],
];
const POSITION = 1 << 19;

/** Reads the formatting of a text of this length ([MS-PPT] 2.9.44): paragraphs first, then characters. */
export function readTextStyle(style: ByteView, length: number): TextFormatting {
  const read: TextFormatting = { paragraphs: [], characters: [] };
  const cursor = { at: 0 };
  // The end of the text counts as a character.
  for (let end = 0; end <= length && cursor.at < style.length && read.paragraphs.length < MAX_RUNS;) {
    end += style.u32(cursor.at);
    const level = Math.min(style.u16(cursor.at + 4), 8);
    cursor.at += 6;
    read.paragraphs.push({ end, level, hasBullet: readParagraph(style, cursor) });
  }
  for (let end = 0; end <= length && cursor.at < style.length && read.characters.length < MAX_RUNS;) {
    end += style.u32(cursor.at);
    cursor.at += 4;
    read.characters.push({ end, ...readCharacters(style, cursor) });
  }
  return read;
}

/** Goes over the properties of a paragraph; gives whether they have a bullet, undefined when they do not say. */
export function readParagraph(style: ByteView, cursor: { at: number }): boolean | undefined {
  const mask = style.u32(cursor.at);
  cursor.at += 4;
  const flags = (mask & 0xf) === 0 ? 0 : style.u16(cursor.at);
  skip(PARAGRAPH_FIELDS, mask, cursor);
  if ((mask & TAB_STOPS) !== 0) cursor.at += 2 + style.u16(cursor.at) * 4;
  skip(LAST_PARAGRAPH_FIELDS, mask, cursor);
  return (mask & 1) === 0 ? undefined : (flags & 1) !== 0;
}

/** Goes over the properties of characters. */
export function readCharacters(style: ByteView, cursor: { at: number }): Omit<CharacterRun, 'end'> {
  const mask = style.u32(cursor.at);
  cursor.at += 4;
  let font = 0;
  if ((mask & FONT_STYLE) !== 0) {
    font = style.u16(cursor.at);
    cursor.at += 2;
  }
  skip(CHARACTER_FIELDS, mask, cursor);
  let position = 0;
  if ((mask & POSITION) !== 0) {
    position = style.i16(cursor.at);
    cursor.at += 2;
  }
  return {
    isBold: (mask & font & 1) !== 0,
    isItalic: (mask & font & 2) !== 0,
    position,
    extension: (font >> 10) & 0xf,
  };
}

function skip(fields: typeof PARAGRAPH_FIELDS, mask: number, cursor: { at: number }): void {
  for (const [bit, length] of fields) if ((mask & bit) !== 0) cursor.at += length;
}

/** How a paragraph is numbered. */
export interface AutoNumber {
  start: number;
}

const BLIP_BULLET = 1 << 23;
const NUMBER_SCHEME = 1 << 24;
const HAS_NUMBER = 1 << 25;
const LANGUAGE_FIELDS: ReadonlyArray<readonly [mask: number, length: number]> = [
  [1, 2],
  [2, 2],
  [4, 2],
  [1 << 5, 4],
  [1 << 6, 2],
];
const RUN_ID = 1 << 20;

/** Reads the numbering in properties that PowerPoint 2000 added ([MS-PPT] 2.9.67), in the order of the extensions. */
export function readNumberings(style: ByteView): Array<AutoNumber | undefined> {
  const read: Array<AutoNumber | undefined> = [];
  const cursor = { at: 0 };
  while (cursor.at + 4 <= style.length && read.length < 16) {
    const mask = style.u32(cursor.at);
    cursor.at += 4;
    if ((mask & BLIP_BULLET) !== 0) cursor.at += 2;
    const hasNumber = (mask & HAS_NUMBER) !== 0 && style.u16(cursor.at) !== 0;
    if ((mask & HAS_NUMBER) !== 0) cursor.at += 2;
    const start = (mask & NUMBER_SCHEME) === 0 ? 1 : style.u16(cursor.at + 2);
    if ((mask & NUMBER_SCHEME) !== 0) cursor.at += 4;
    read.push(hasNumber ? { start: Math.max(start, 1) } : undefined);
    const characters = style.u32(cursor.at);
    cursor.at += 4;
    if ((characters & RUN_ID) !== 0) cursor.at += 4;
    const language = style.u32(cursor.at);
    cursor.at += 4;
    skip(LANGUAGE_FIELDS, language, cursor);
  }
  return read;
}
