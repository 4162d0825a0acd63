import { PPT_RECORD, type PptRecord, type Records } from './records.ts';
import { readTextStyle, type TextFormatting } from './text-style.ts';

/** Types of text ([MS-PPT] 2.13.33). */
const TITLES: ReadonlySet<number> = new Set([0, 6]);
/** Records that put a number, a date or a footer in the place of a character ([MS-PPT] 2.9.49 to 2.9.54). */
const FIELDS: ReadonlySet<number> = new Set([4056, 4087, 4088, 4089, 4090, 4117]);

/** A link over a part of a text. */
export interface TextLink {
  start: number;
  end: number;
  href: string;
}

/** A text of a slide with all that is said of it. */
export interface TextBlock {
  /** As the file numbers it; body text when it says nothing. */
  type: number;
  /** Paragraphs end with a carriage return, lines with a vertical tab. */
  text: string;
  style: TextFormatting;
  links: TextLink[];
  /** Places of characters that stand for a number or date. */
  fields: Set<number>;
  /** Number of a text in the list of slides that this one is. */
  outline: number | undefined;
}

/** Addresses of the links of a file by their id. */
export type LinkTargets = ReadonlyMap<number, string>;

export function isTitleText({ type }: TextBlock): boolean {
  return TITLES.has(type);
}

/** Collects texts from the records that follow each other in a text box, or in the list of slides. */
export class TextCollector {
  readonly blocks: TextBlock[] = [];
  readonly #records: Records;
  readonly #targets: LinkTargets;
  #link: number | undefined;

  constructor(records: Records, targets: LinkTargets) {
    this.#records = records;
    this.#targets = targets;
  }

  add(record: PptRecord): void {
    const { view } = this.#records;
    if (record.type === PPT_RECORD.textHeader) this.blocks.push(emptyBlock(view.u32(record.at)));
    else if (record.type === PPT_RECORD.outlineTextRef) {
      this.blocks.push({ ...emptyBlock(1), outline: view.u32(record.at) });
    } else if (record.type === PPT_RECORD.link) {
      const atom = this.#records.find(record, PPT_RECORD.linkAtom);
      this.#link = atom === undefined ? undefined : view.u32(atom.at + 4);
    } else this.#addTo(this.blocks.at(-1), record);
  }

  #addTo(block: TextBlock | undefined, record: PptRecord): void {
    if (block === undefined) return;
    const { view } = this.#records;
    const isText = record.type === PPT_RECORD.textChars || record.type === PPT_RECORD.textBytes;
    if (isText && !this.#records.takeText(record)) return;
    if (record.type === PPT_RECORD.textChars) block.text = view.utf16(record.at, record.length >> 1);
    // Bytes are the lower halves of characters, in no code page.
    else if (record.type === PPT_RECORD.textBytes)
      block.text = latin1(view.part(record.at, record.length).bytes);
    else if (record.type === PPT_RECORD.textStyle)
      block.style = readTextStyle(this.#records.content(record), block.text.length);
    else if (record.type === PPT_RECORD.textLinkRange) {
      const href = this.#targets.get(this.#link ?? -1);
      if (href !== undefined)
        block.links.push({ start: view.i32(record.at), end: view.i32(record.at + 4), href });
    } else if (FIELDS.has(record.type)) block.fields.add(view.i32(record.at));
  }
}

function emptyBlock(type: number): TextBlock {
  return {
    type,
    text: '',
    style: { paragraphs: [], characters: [] },
    links: [],
    fields: new Set(),
    outline: undefined,
  };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
