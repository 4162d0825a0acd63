import type { ByteView } from '../cfb/byte-view.ts';

/** Word 97 changed nearly every structure; Word 6 and 95 are one format. */
export type WordGeneration = 'word2' | 'word6' | 'word97';

/** A structure that the FIB points to, in the table stream (Word 97) or the main stream (before). */
export interface Extent {
  at: number;
  length: number;
}

/** Characters in each part of the text; the parts follow each other in this order ([MS-DOC] 2.4.1). */
interface StoryLengths {
  main: number;
  footnotes: number;
  headers: number;
  macros: number;
  annotations: number;
  endnotes: number;
  textBoxes: number;
  headerTextBoxes: number;
}

/** The file information block, [MS-DOC] 2.5.1: where everything else is. */
export interface Fib {
  generation: WordGeneration;
  isEncrypted: boolean;
  /** Name of the stream with most structures, Word 97 and later. */
  tableStream: '0Table' | '1Table';
  /** Language of the program that wrote it, a Windows LCID. */
  lid: number;
  /** Windows or Macintosh characters (256); before Word 97. */
  characterSet: number;
  /** Where the text lies when there is no piece table. */
  textStart: number;
  textEnd: number;
  isComplex: boolean;
  lengths: StoryLengths;
  styleSheet: Extent;
  footnoteReferences: Extent;
  footnoteTexts: Extent;
  endnoteReferences: Extent;
  endnoteTexts: Extent;
  characterPages: Extent;
  paragraphPages: Extent;
  fonts: Extent;
  bookmarkNames: Extent;
  bookmarkStarts: Extent;
  pieceTable: Extent;
  shapeAnchors: Extent;
  drawings: Extent;
  textBoxTexts: Extent;
  lists: Extent;
  listOverrides: Extent;
}

export const WORD2_SIGNATURE = 0xa5_db;
const ENCRYPTED = 0x01_00;
const COMPLEX = 0x00_04;
const TABLE_1 = 0x02_00;
/** Word 97 betas wrote 0xC0. */
const FIRST_WORD97 = 0xc0;
const MACINTOSH = 256;
const NOTHING: Extent = { at: 0, length: 0 };

/** Reads the FIB at the beginning of the main stream; undefined when the stream is too short for one. */
export function readFib(main: ByteView): Fib | undefined {
  if (main.length < 0x60) return undefined;
  const version = main.u16(2);
  if (main.u16(0) === WORD2_SIGNATURE) return readWord2(main);
  return version >= FIRST_WORD97 || version === 0 ? readWord97(main) : readWord6(main);
}

function readWord97(main: ByteView): Fib {
  const flags = main.u16(10);
  // The parts before the table of extents state their own sizes (2.5.1).
  const longs = 34 + main.u16(32) * 2 + 2;
  const extents = longs + main.u16(longs - 2) * 4 + 2;
  const count = main.u16(extents - 2);
  const extent = (index: number): Extent =>
    index < count
      ? { at: main.u32(extents + index * 8), length: main.u32(extents + index * 8 + 4) }
      : NOTHING;
  return {
    ...base(main, 'word97'),
    tableStream: (flags & TABLE_1) === 0 ? '0Table' : '1Table',
    lengths: readLengths(main, longs + 12, 4),
    ...firstExtents(extent),
    shapeAnchors: extent(40),
    endnoteReferences: extent(46),
    endnoteTexts: extent(47),
    drawings: extent(50),
    textBoxTexts: extent(56),
    lists: extent(73),
    listOverrides: extent(74),
  };
}

/** Word 6 and 95 order the first extents as Word 97 does, from another offset. */
function readWord6(main: ByteView): Fib {
  const extentAt = (at: number): Extent => ({ at: main.u32(at), length: main.u32(at + 4) });
  return {
    ...base(main, 'word6'),
    lengths: readLengths(main, 0x34, 0),
    ...firstExtents((index) => extentAt(0x58 + index * 8)),
    shapeAnchors: NOTHING,
    endnoteReferences: extentAt(0x1d2),
    endnoteTexts: extentAt(0x1da),
    drawings: NOTHING,
    textBoxTexts: NOTHING,
    lists: NOTHING,
    listOverrides: NOTHING,
  };
}

/** Reads the header of Word 2, of which only the text is read. Lengths of its extents have 16 bits. */
function readWord2(main: ByteView): Fib {
  return {
    ...base(main, 'word2'),
    lengths: { ...readLengths(main, 0x34, 0), endnotes: 0, textBoxes: 0, headerTextBoxes: 0 },
    ...firstExtents(() => NOTHING),
    pieceTable: { at: main.u32(0x11e), length: main.u16(0x122) },
    shapeAnchors: NOTHING,
    endnoteReferences: NOTHING,
    endnoteTexts: NOTHING,
    drawings: NOTHING,
    textBoxTexts: NOTHING,
    lists: NOTHING,
    listOverrides: NOTHING,
  };
}

function base(main: ByteView, generation: WordGeneration) {
  const flags = main.u16(10);
  return {
    generation,
    isEncrypted: (flags & ENCRYPTED) !== 0,
    isComplex: (flags & COMPLEX) !== 0,
    tableStream: '0Table' as const,
    lid: main.u16(6),
    characterSet: generation === 'word97' ? 0 : main.u16(20) === MACINTOSH ? MACINTOSH : 0,
    textStart: main.u32(24),
    textEnd: main.u32(28),
  };
}

/** `gap`: bytes between the headers' length and the macros'; Word 97 has none left of the latter. */
function readLengths(main: ByteView, at: number, gap: 0 | 4): StoryLengths {
  // A negative length would move all that follows.
  const length = (index: number): number => Math.max(main.i32(at + index * 4), 0);
  return {
    main: length(0),
    footnotes: length(1),
    headers: length(2),
    macros: gap === 0 ? length(3) : 0,
    annotations: length(4),
    endnotes: length(5),
    textBoxes: length(6),
    headerTextBoxes: length(7),
  };
}

function firstExtents(extent: (index: number) => Extent) {
  return {
    styleSheet: extent(1),
    footnoteReferences: extent(2),
    footnoteTexts: extent(3),
    characterPages: extent(12),
    paragraphPages: extent(13),
    fonts: extent(15),
    bookmarkNames: extent(21),
    bookmarkStarts: extent(22),
    pieceTable: extent(33),
  };
}
