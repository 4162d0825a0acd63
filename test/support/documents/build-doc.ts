import CFB from 'cfb';
import { formattedPages, type PageEntry } from './build-doc-pages.ts';

/** Characters of one look. */
export interface DocRun {
  text: string;
  /** Character modifiers, as bytes. */
  sprms?: readonly number[];
}

/** A paragraph with the character that ends it. */
export interface DocParagraph {
  runs: readonly DocRun[];
  /** 0x0d for a paragraph, 0x07 for a cell or a row. */
  mark?: number;
  markSprms?: readonly number[];
  /** Index of its style. */
  style?: number;
  /** Paragraph and table modifiers. */
  sprms?: readonly number[];
}

/** A part of the text that is stored in one stretch. */
export interface DocPiece {
  length: number;
  /** Two bytes for each character. */
  isWide: boolean;
  /** Modifiers for the whole piece. */
  sprms?: readonly number[];
}

export interface DocStyle {
  name: string;
  builtIn: number;
  base?: number;
  isCharacterStyle?: boolean;
  paragraphSprms?: readonly number[];
  characterSprms?: readonly number[];
}

export interface DocOptions {
  paragraphs: readonly DocParagraph[];
  /** Stored in the reverse of this order. Word 97: one wide piece when not given. Earlier: no piece table. */
  pieces?: readonly DocPiece[];
  generation?: 'word6' | 'word97';
  /** Lengths of main text, footnotes, headers, macros, annotations, endnotes, text boxes, header text boxes. */
  lengths?: readonly number[];
  styles?: readonly DocStyle[];
  fonts?: ReadonlyArray<{ name: string; characterSet?: number }>;
  /** Further structures of the table stream by their place in the FIB, from 0. */
  extents?: ReadonlyMap<number, readonly number[]>;
  /** Bytes behind a structure that its stated length does not count. */
  unlisted?: ReadonlyMap<number, readonly number[]>;
  /** Bits of the FIB beside those that the rest implies. */
  flags?: number;
  lid?: number;
  tableStream?: '0Table' | '1Table';
  data?: readonly number[];
  streams?: ReadonlyMap<string, Uint8Array>;
}

const TEXT_AT = 0x800;
const PAGE = 512;
const STYLE_SHEET = 1;
const CHARACTER_PAGES = 12;
const PARAGRAPH_PAGES = 13;
const FONTS = 15;
const PIECE_TABLE = 33;
const EXTENT_COUNT = 93;
const WORD6_EXTENTS = 0x58;

export function u16(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff];
}

export function u32(value: number): number[] {
  return [...u16(value & 0xff_ff), ...u16(value >>> 16)];
}

export function utf16(text: string): number[] {
  return [...Buffer.from(text, 'utf16le')];
}

/** A modifier of Word 97: its code and the bytes behind it. */
export function sprm(code: number, ...operand: number[]): number[] {
  return [...u16(code), ...operand];
}

/** A binary Word file with what the options say and no more. Bytes are what Word writes, by [MS-DOC]. */
export function buildDoc(options: DocOptions): Uint8Array {
  const { main, table } = buildStreams(options);
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, 'WordDocument', Buffer.from(main));
  if (options.generation !== 'word6') {
    CFB.utils.cfb_add(file, options.tableStream ?? '1Table', Buffer.from(table));
    if (options.data !== undefined) CFB.utils.cfb_add(file, 'Data', Buffer.from(options.data));
  }
  for (const [name, bytes] of options.streams ?? []) CFB.utils.cfb_add(file, name, Buffer.from(bytes));
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Buffer);
}

interface Span {
  start: number;
  end: number;
  style: number;
  sprms: readonly number[];
}

function buildStreams(options: DocOptions): { main: Uint8Array; table: Uint8Array } {
  const isWord6 = options.generation === 'word6';
  const { text, paragraphs, characters } = layOut(options.paragraphs);
  const pieces = options.pieces ?? [{ length: text.length, isWide: !isWord6 }];
  const placed = placePieces(pieces);
  const end = Math.max(...placed.map(({ end: last }) => last));
  const main: number[] = Array.from({ length: end }, () => 0);
  let at = 0;
  for (const { offset, isWide, length } of placed) {
    const bytes = isWide
      ? utf16(text.slice(at, at + length))
      : [...Buffer.from(text.slice(at, at + length), 'latin1')];
    main.splice(offset, bytes.length, ...bytes);
    at += length;
  }
  while (main.length % PAGE !== 0) main.push(0);
  const addPages = (spans: readonly Span[], kind: 'paragraph' | 'character'): number[] => {
    const { pages, starts } = formattedPages(entriesOf(spans, placed), kind, isWord6);
    const first = main.length / PAGE;
    for (const page of pages) main.push(...page);
    const numbers = pages.flatMap((_, i) => (isWord6 ? u16(first + i) : u32(first + i)));
    return [...starts.flatMap((start) => u32(start)), ...numbers];
  };
  const extents = new Map<number, readonly number[]>([
    [CHARACTER_PAGES, addPages(characters, 'character')],
    [PARAGRAPH_PAGES, addPages(paragraphs, 'paragraph')],
    [STYLE_SHEET, styleSheet(options.styles ?? [{ name: 'Normal', builtIn: 0 }], isWord6)],
    [FONTS, fontTable(options.fonts ?? [{ name: 'Times New Roman' }], isWord6)],
    ...(isWord6 && options.pieces === undefined ? [] : [[PIECE_TABLE, pieceTable(placed, isWord6)] as const]),
    ...(options.extents ?? []),
  ]);
  const lengths = options.lengths ?? [text.length];
  if (isWord6) return { main: withWord6Fib(main, extents, lengths, options), table: new Uint8Array() };
  const table: number[] = [];
  const fib = word97Fib(extents, table, lengths, options);
  main.splice(0, fib.length, ...fib);
  return { main: Uint8Array.from(main), table: Uint8Array.from(table) };
}

function layOut(all: readonly DocParagraph[]): { text: string; paragraphs: Span[]; characters: Span[] } {
  let text = '';
  const paragraphs: Span[] = [];
  const characters: Span[] = [];
  for (const { runs, mark = 0x0d, markSprms = [], style = 0, sprms = [] } of all) {
    const start = text.length;
    for (const run of [...runs, { text: String.fromCharCode(mark), sprms: markSprms }]) {
      characters.push({
        start: text.length,
        end: text.length + run.text.length,
        style: 0,
        sprms: run.sprms ?? [],
      });
      text += run.text;
    }
    paragraphs.push({ start, end: text.length, style, sprms });
  }
  return { text, paragraphs, characters };
}

interface PlacedPiece extends DocPiece {
  start: number;
  offset: number;
  end: number;
}

function placePieces(pieces: readonly DocPiece[]): PlacedPiece[] {
  let offset = TEXT_AT;
  const placed: PlacedPiece[] = [];
  let start = pieces.reduce((sum, { length }) => sum + length, 0);
  for (const piece of pieces.toReversed()) {
    start -= piece.length;
    const end = offset + piece.length * (piece.isWide ? 2 : 1);
    placed.unshift({ ...piece, start, offset, end });
    offset = end + (end % 2);
  }
  return placed;
}

function entriesOf(spans: readonly Span[], pieces: readonly PlacedPiece[]): PageEntry[] {
  const entries = pieces.flatMap((piece) =>
    spans.flatMap((span) => {
      const from = Math.max(span.start, piece.start);
      const to = Math.min(span.end, piece.start + piece.length);
      if (from >= to) return [];
      const width = piece.isWide ? 2 : 1;
      return [
        {
          start: piece.offset + (from - piece.start) * width,
          end: piece.offset + (to - piece.start) * width,
          style: span.style,
          sprms: span.sprms,
        },
      ];
    }),
  );
  return entries.toSorted((a, b) => a.start - b.start);
}

function pieceTable(pieces: readonly PlacedPiece[], isWord6: boolean): number[] {
  const lists = pieces.filter(({ sprms }) => sprms !== undefined);
  const properties = lists.flatMap(({ sprms }) => [1, ...u16(sprms!.length), ...sprms!]);
  const positions = [0, ...pieces.map(({ start, length }) => start + length)].flatMap((position) =>
    u32(position),
  );
  const entries = pieces.flatMap((piece) => {
    const place = isWord6 || piece.isWide ? piece.offset : ((piece.offset * 2) | 0x40_00_00_00) >>> 0;
    const index = lists.indexOf(piece);
    return [0, 0, ...u32(place), ...u16(index === -1 ? 0 : (index << 1) | 1)];
  });
  return [...properties, 2, ...u32(positions.length + entries.length), ...positions, ...entries];
}

function styleSheet(styles: readonly DocStyle[], isWord6: boolean): number[] {
  const baseLength = isWord6 ? 8 : 10;
  const header = [...u16(styles.length), ...u16(baseLength), ...u16(1), ...u16(91), ...u16(15), ...u16(0)];
  const entries = styles.flatMap((style, index) => {
    const { name, builtIn, base = 0xfff, isCharacterStyle = false } = style;
    const kind = isCharacterStyle ? 2 : 1;
    const head = [...u16(builtIn), ...u16((base << 4) | kind), ...u16(isCharacterStyle ? 1 : 2), ...u16(0)];
    const title = isWord6
      ? [name.length, ...Buffer.from(name, 'latin1'), 0]
      : [...u16(name.length), ...utf16(name), 0, 0];
    const body = [...head, ...Array.from({ length: baseLength - 8 }, () => 0), ...title];
    const updates = isCharacterStyle
      ? [style.characterSprms ?? []]
      : [[...u16(index), ...(style.paragraphSprms ?? [])], style.characterSprms ?? []];
    for (const update of updates) {
      if (body.length % 2 === 1) body.push(0);
      body.push(...u16(update.length), ...update);
    }
    if (body.length % 2 === 1) body.push(0);
    return [...u16(body.length), ...body];
  });
  // Its length stands before the header, which Word pads to 18 bytes.
  return [...u16(18), ...header, ...u16(0), ...u16(0), ...u16(0), ...entries];
}

function fontTable(fonts: NonNullable<DocOptions['fonts']>, isWord6: boolean): number[] {
  const entries = fonts.flatMap(({ name, characterSet = 0 }) => {
    const head = [0, ...u16(400), characterSet, 0];
    const rest = isWord6
      ? [...Buffer.from(name, 'latin1'), 0]
      : [...Array.from({ length: 34 }, () => 0), ...utf16(name), 0, 0];
    return [head.length + rest.length, ...head, ...rest];
  });
  return isWord6 ? [...u16(entries.length + 2), ...entries] : [...u16(fonts.length), ...u16(0), ...entries];
}

function word97Fib(
  extents: ReadonlyMap<number, readonly number[]>,
  table: number[],
  lengths: readonly number[],
  options: DocOptions,
): number[] {
  const tableFlag = (options.tableStream ?? '1Table') === '1Table' ? 0x0200 : 0;
  const flags = (options.flags ?? 0) | tableFlag | 0x1000;
  const base = [0xec, 0xa5, ...u16(0xc1), 0, 0, ...u16(options.lid ?? 0x409), 0, 0, ...u16(flags)];
  const textLength = lengths.reduce((sum, length) => sum + length, 0);
  const fib = [
    ...base,
    ...Array.from({ length: 12 }, () => 0),
    ...u32(TEXT_AT),
    ...u32(TEXT_AT + textLength * 2),
  ];
  fib.push(...u16(14), ...Array.from({ length: 28 }, () => 0), ...u16(22));
  const longs = Array.from({ length: 22 }, () => 0);
  lengths.forEach((length, i) => (longs[3 + i] = length));
  fib.push(...longs.flatMap((value) => u32(value)), ...u16(EXTENT_COUNT));
  for (let i = 0; i < EXTENT_COUNT; i++) {
    const bytes = extents.get(i) ?? [];
    fib.push(...u32(bytes.length === 0 ? 0 : table.length), ...u32(bytes.length));
    for (const byte of [...bytes, ...(options.unlisted?.get(i) ?? [])]) table.push(byte);
  }
  return fib;
}

function withWord6Fib(
  main: number[],
  extents: ReadonlyMap<number, readonly number[]>,
  lengths: readonly number[],
  options: DocOptions,
): Uint8Array {
  const textEnd = TEXT_AT + lengths.reduce((sum, length) => sum + length, 0);
  const put = (at: number, bytes: readonly number[]): void => {
    main.splice(at, bytes.length, ...bytes);
  };
  put(0, [0xdc, 0xa5, ...u16(0x65), 0, 0, ...u16(options.lid ?? 0x409), 0, 0, ...u16(options.flags ?? 0)]);
  put(0x18, [...u32(TEXT_AT), ...u32(textEnd)]);
  put(
    0x34,
    lengths.flatMap((length) => u32(length)),
  );
  for (const [index, bytes] of extents) {
    put(WORD6_EXTENTS + index * 8, [...u32(main.length), ...u32(bytes.length)]);
    main.push(...bytes);
  }
  return Uint8Array.from(main);
}
