import type { ByteView } from '../cfb/byte-view.ts';

/** A record of a drawing ([MS-ODRAW] 2.2.1). */
export interface DrawingRecord {
  type: number;
  /** The offset of the record's content. */
  at: number;
  length: number;
  isContainer: boolean;
  instance: number;
}

export const RECORD = {
  drawingGroup: 0xf000,
  pictureStore: 0xf001,
  drawing: 0xf002,
  shapeGroup: 0xf003,
  pictureEntry: 0xf007,
  shape: 0xf00a,
  options: 0xf00b,
  secondOptions: 0xf121,
  thirdOptions: 0xf122,
} as const;

const HEADER_LENGTH = 8;
const CONTAINER = 0xf;
const MAX_RECORDS = 500_000;

/** The records of a drawing in their order, those within containers after them. */
export function* drawingRecords(bytes: ByteView): Generator<DrawingRecord> {
  let at = 0;
  for (let count = 0; at + HEADER_LENGTH <= bytes.length && count < MAX_RECORDS; count++) {
    const version = bytes.u16(at);
    const isContainer = (version & 0xf) === CONTAINER;
    const length = Math.min(bytes.u32(at + 4), bytes.length - at - HEADER_LENGTH);
    yield {
      type: bytes.u16(at + 2),
      at: at + HEADER_LENGTH,
      length,
      isContainer,
      instance: version >> 4,
    };
    at += HEADER_LENGTH + (isContainer ? 0 : length);
  }
}

/** Options of a shape: numbers, and texts for those that have one (2.3.1). */
interface ShapeOptions {
  numbers: Map<number, number>;
  texts: Map<number, string>;
}

const OPTION_LENGTH = 6;
const HAS_DATA = 0x80_00;
const ID = 0x3f_ff;
export const OPTION_RECORD = { textId: 0x80, wordArt: 0xc0, picture: 0x104, description: 0x381 } as const;
const TEXTS: ReadonlySet<number> = new Set([OPTION_RECORD.wordArt, OPTION_RECORD.description]);

export function readShapeOptions(bytes: ByteView, count: number): ShapeOptions {
  const options: ShapeOptions = { numbers: new Map(), texts: new Map() };
  let dataAt = count * OPTION_LENGTH;
  for (let i = 0; i < count && i * OPTION_LENGTH < bytes.length; i++) {
    const id = bytes.u16(i * OPTION_LENGTH);
    const value = bytes.u32(i * OPTION_LENGTH + 2);
    if ((id & HAS_DATA) === 0) {
      options.numbers.set(id & ID, value);
      continue;
    }
    if (TEXTS.has(id & ID)) {
      options.texts.set(id & ID, bytes.utf16(dataAt, value >> 1).replace(/\0.*$/s, ''));
    }
    dataAt += value;
  }
  return options;
}
