import type { ByteView } from '../../cfb/byte-view.ts';
import { linkAddress } from '../../html-writer/link-address.ts';
import { BoxTexts } from '../box-texts.ts';
import type { NumberFormat } from '../number-formatter.ts';
import { RowCollector } from '../row-collector.ts';
import type { SharedTexts } from '../shared-texts.ts';
import type { Utf8Writer } from '../utf8-writer.ts';
import { MAX_MERGES, type CellBudget, type MergedRange, type Sheet } from '../workbook.ts';
import { BiffBoxes } from './biff-boxes.ts';
import { linkTarget } from './biff-link.ts';
import { BOF_TYPES, EOF_TYPE, walkBiff, type BiffVersion } from './biff-records.ts';
import { type BiffText, withLineFeeds } from './biff-strings.ts';
import { doubleAt, errorName, rkAt } from './cell-values.ts';

/** The kind of a formula's value that is no number ([MS-XLS] 2.5.133). */
const TEXT_VALUE = 0;
const BOOLEAN_VALUE = 1;
const ERROR_VALUE = 2;
const RK_LENGTH = 6;

export interface BiffContext {
  version: BiffVersion;
  text: BiffText;
  sharedTexts: SharedTexts;
  /** Gives the format of a cell's style; in Excel 2, of the number of the format itself. */
  formatOf(style: number): NumberFormat;
  budget: CellBudget;
  texts: Utf8Writer;
}

/** Reads the cells of the sheet whose BOF record stands at `start` ([MS-XLS] 2.1.7.20.6). */
export function readBiffSheet(stream: ByteView, start: number, context: BiffContext): Omit<Sheet, 'name'> {
  const reader = new BiffSheetReader(context);
  const boxes = new BoxTexts(context.budget);
  const shapes = new BiffBoxes(boxes);
  let depth = 0;
  walkBiff(stream, start, (type, content) => {
    // Charts in a sheet are sheets of their own inside of it.
    if (BOF_TYPES.has(type)) depth++;
    else if (type === EOF_TYPE) depth--;
    else if (depth === 1) {
      reader.see(type, content);
      if (context.version === 8) shapes.see(type, content);
    }
    return depth > 0;
  });
  return {
    cells: reader.cells.finish(),
    merges: reader.merges,
    boxTexts: boxes.paragraphs,
    isCut: reader.cells.isCut || boxes.isCut,
  };
}

class BiffSheetReader {
  readonly cells: RowCollector;
  readonly merges: MergedRange[] = [];
  readonly #context: BiffContext;
  /** The place of the value in the cell that is being read, behind row, column and style. */
  #valueAt = 6;
  /** The formula whose text comes in the next record. */
  #textCell: { row: number; column: number } | undefined;

  constructor(context: BiffContext) {
    this.#context = context;
    this.cells = new RowCollector(context.budget, context.texts);
  }

  see(type: number, content: ByteView): void {
    // Records of Excel 2, which some programs write into later files, have a style of three bytes.
    this.#valueAt = type < 0x0006 || (type === 0x0006 && this.#context.version === 2) ? 7 : 6;
    const at = this.#valueAt;
    switch (type) {
      case 0x00fd:
        return this.#addShared(content, content.u32(at));
      case 0x0002:
        return this.#addNumber(content, content.u16(at));
      case 0x0003:
      case 0x0203:
        return this.#addNumber(content, doubleAt(content, at));
      case 0x027e:
        return this.#addNumber(content, rkAt(content, at));
      case 0x00bd:
        return this.#addNumbers(content);
      case 0x0004:
        return this.#addText(content, this.#context.text.read(content, at, 1));
      case 0x0204:
      case 0x00d6:
        return this.#addText(content, this.#context.text.read(content, at, 2));
      case 0x0005:
      case 0x0205:
        return this.#addFlag(content, content.u8(at), content.u8(at + 1) !== 0);
      case 0x0006:
      case 0x0206:
      case 0x0406:
        return this.#addFormula(content);
      case 0x0007:
      case 0x0207:
        return this.#addFormulaText(this.#context.text.read(content, 0, type === 0x0007 ? 1 : 2));
      case 0x00e5:
        return this.#addMerges(content);
      case 0x01b8:
        return this.#addLink(content);
      default:
    }
  }

  #addShared(content: ByteView, index: number): void {
    this.cells.addShared(content.u16(0), content.u16(2), this.#context.sharedTexts, index);
  }

  #addText(content: ByteView, text: string): void {
    this.cells.add(content.u16(0), content.u16(2), 'text', withLineFeeds(text));
  }

  #addNumber(content: ByteView, value: number): void {
    // Excel 2 names the format in the cell, and has no style that all share.
    const style = this.#valueAt === 7 ? content.u8(5) & 0x3f : content.u16(4);
    this.#show(content.u16(0), content.u16(2), style, value);
  }

  #show(row: number, column: number, style: number, value: number): void {
    if (Number.isFinite(value)) this.cells.addNumber(row, column, this.#context.formatOf(style), value);
  }

  /** Numbers side by side ([MS-XLS] 2.4.175). */
  #addNumbers(content: ByteView): void {
    const row = content.u16(0);
    let column = content.u16(2);
    for (let at = 4; at + RK_LENGTH <= content.length - 2; at += RK_LENGTH) {
      this.#show(row, column++, content.u16(at), rkAt(content, at + 2));
    }
  }

  #addFlag(content: ByteView, value: number, isError: boolean): void {
    const text = isError ? errorName(value) : value === 0 ? 'FALSE' : 'TRUE';
    this.cells.add(content.u16(0), content.u16(2), isError ? 'error' : 'boolean', text);
  }

  #addFormula(content: ByteView): void {
    const at = this.#valueAt;
    this.#textCell = undefined;
    if (content.u16(at + 6) !== 0xff_ff) {
      this.#addNumber(content, doubleAt(content, at));
      return;
    }
    const kind = content.u8(at);
    if (kind === TEXT_VALUE) this.#textCell = { row: content.u16(0), column: content.u16(2) };
    else if (kind === BOOLEAN_VALUE || kind === ERROR_VALUE) {
      this.#addFlag(content, content.u8(at + 2), kind === ERROR_VALUE);
    }
  }

  #addFormulaText(text: string): void {
    if (this.#textCell === undefined) return;
    const { row, column } = this.#textCell;
    this.cells.add(row, column, 'text', withLineFeeds(text));
    this.#textCell = undefined;
  }

  #addMerges(content: ByteView): void {
    for (let at = 2; at + 8 <= content.length && this.merges.length < MAX_MERGES; at += 8) {
      this.merges.push(rangeAt(content, at));
    }
  }

  #addLink(content: ByteView): void {
    const href = linkAddress(linkTarget(content) ?? '');
    if (href !== undefined) this.cells.link(rangeAt(content, 0), href);
  }
}

function rangeAt(content: ByteView, at: number): MergedRange {
  return {
    firstRow: content.u16(at),
    lastRow: content.u16(at + 2),
    firstColumn: content.u16(at + 4),
    lastColumn: content.u16(at + 6),
  };
}
