import type { ByteView } from '../cfb/byte-view.ts';

/** A record of a presentation ([MS-PPT] 2.3.1) or of a drawing in it ([MS-ODRAW] 2.2.1). */
export interface PptRecord {
  type: number;
  instance: number;
  /** The offset of its content. */
  at: number;
  /** The length of its content, which ends with the record that holds it at the latest. */
  length: number;
}

/** Types of records ([MS-PPT] 2.13.24, [MS-ODRAW] 2.13.2). */
export const PPT_RECORD = {
  document: 1000,
  slide: 1006,
  slideAtom: 1007,
  notes: 1008,
  slidePersist: 1011,
  mainMaster: 1016,
  slideShowInfo: 1017,
  externalObjects: 1033,
  drawingGroup: 1035,
  drawing: 1036,
  slideList: 4080,
  externalObjectRef: 3009,
  placeholder: 3011,
  outlineTextRef: 3998,
  textHeader: 3999,
  textChars: 4000,
  textStyle: 4001,
  masterTextStyle: 4003,
  textBytes: 4008,
  textStyle9: 4012,
  string: 4026,
  hyperlinkAtom: 4051,
  hyperlink: 4055,
  textLinkRange: 4063,
  link: 4082,
  linkAtom: 4083,
  userEdit: 4085,
  programTags: 5000,
  programTag: 5002,
  programTagData: 5003,
  persistDirectory: 6002,
  drawingGroupContainer: 0xf000,
  pictureStore: 0xf001,
  drawingContainer: 0xf002,
  shapeGroup: 0xf003,
  shape: 0xf004,
  pictureEntry: 0xf007,
  shapeAtom: 0xf00a,
  options: 0xf00b,
  textbox: 0xf00d,
  childAnchor: 0xf00f,
  anchor: 0xf010,
  clientData: 0xf011,
  tertiaryOptions: 0xf122,
} as const;

const HEADER_LENGTH = 8;
/** Records of one file that are looked at, however often parts of it are named. */
const MAX_RECORDS = 3_000_000;
/** Bytes of all texts, also of those that are read again. */
const MAX_TEXT_BYTES = 200_000_000;

/** The stream `PowerPoint Document` as records. */
export class Records {
  readonly view: ByteView;
  #left = MAX_RECORDS;
  #textLeft = MAX_TEXT_BYTES;
  #isCut = false;

  constructor(view: ByteView) {
    this.view = view;
  }

  /** Some record ends behind the end of what holds it, or something was passed over. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** The record that begins at an offset; undefined where there is no room for one. */
  at(offset: number, end = this.view.length): PptRecord | undefined {
    if (offset < 0 || offset + HEADER_LENGTH > end) return undefined;
    if (this.#left <= 0) {
      this.#isCut = true;
      return undefined;
    }
    this.#left--;
    const at = offset + HEADER_LENGTH;
    const stated = this.view.u32(offset + 4);
    if (stated > end - at) this.#isCut = true;
    return {
      type: this.view.u16(offset + 2),
      instance: this.view.u16(offset) >> 4,
      at,
      length: Math.min(stated, end - at),
    };
  }

  /** The records in a stretch of the stream. */
  *between(start: number, end: number): Generator<PptRecord> {
    let record = this.at(start, end);
    while (record !== undefined) {
      yield record;
      record = this.at(record.at + record.length, end);
    }
  }

  within(holder: PptRecord): Generator<PptRecord> {
    return this.between(holder.at, holder.at + holder.length);
  }

  /** The first record of a type right in another one. */
  find(holder: PptRecord | undefined, type: number): PptRecord | undefined {
    if (holder === undefined) return undefined;
    for (const record of this.within(holder)) if (record.type === type) return record;
    return undefined;
  }

  /** Notes that something was passed over. */
  noteLoss(): void {
    this.#isCut = true;
  }

  /** True when so many bytes of text more may be read. */
  takeText({ length }: PptRecord): boolean {
    this.#textLeft -= length;
    this.#isCut ||= this.#textLeft < 0;
    return this.#textLeft >= 0;
  }

  content(record: PptRecord): ByteView {
    return this.view.part(record.at, record.length);
  }
}
