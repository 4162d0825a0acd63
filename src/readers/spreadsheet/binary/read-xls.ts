import { ByteView } from '../../cfb/byte-view.ts';
import { openCfb, type CompoundFile } from '../../cfb/open-cfb.ts';
import { encodingOfCodePage } from '../../office/code-pages.ts';
import { readSummary } from '../../cfb/summary.ts';
import { DocumentError } from '../../document-error.ts';
import { builtInFormat, NumberFormatter } from '../number-formatter.ts';
import { MAX_SHEETS } from '../sheet-parts.ts';
import { SharedTexts } from '../shared-texts.ts';
import { Utf8Writer } from '../utf8-writer.ts';
import type { CellBudget, Sheet, Workbook } from '../workbook.ts';
import { CONTINUE_TYPE, EOF_TYPE, versionAt, walkBiff, type BiffVersion } from './biff-records.ts';
import { readBiffSheet, type BiffContext } from './biff-sheet.ts';
import { biffText, readSharedTexts, withLineFeeds } from './biff-strings.ts';

const COMPOUND_FILE = 0xd0;
const BOF_LOW_BYTE = 0x09;
const BOF_HIGH_BYTES = new Set([0x00, 0x02, 0x04, 0x08]);
/** Types of records ([MS-XLS] 2.3). */
const DATE_MODE = 0x0022;
const FILE_PASS = 0x002f;
const CODE_PAGE = 0x0042;
const SHEET = 0x0085;
const SHARED_TEXTS = 0x00fc;
const OLD_FORMAT = 0x001e;
const FORMAT = 0x041e;
/** Styles of Excel 3, 4, and those since; Excel 2 has no use for them. */
const STYLE_3 = 0x0243;
const STYLE_4 = 0x0443;
const STYLE = 0x00e0;
const WORKSHEET = 0;
const WINDOWS_LATIN = 1252;
const MAX_STYLES = 100_000;

/** A workbook of Excel 2 to 2003, or a compound file, which may hold one. */
export function isXls(bytes: Uint8Array): boolean {
  return bytes[0] === COMPOUND_FILE || (bytes[0] === BOF_LOW_BYTE && BOF_HIGH_BYTES.has(bytes[1] ?? -1));
}

/**
 * Reads `.xls` of Excel 2 to 2003 ([MS-XLS]). Throws SCRAPE_DOCUMENT_ENCRYPTED for files with a password, which may be
 * those of a later Excel, and SCRAPE_DOCUMENT_DAMAGED for what is no workbook.
 */
export function readXls(bytes: Uint8Array, budget: CellBudget): Workbook {
  const container = openCfb(bytes);
  const stream = workbookStream(bytes, container);
  const version = versionAt(stream, 0);
  if (version === undefined) throw damaged('its workbook does not begin as one');
  const globals = readGlobals(stream, version);
  const text = biffText(version === 8, encodingOfCodePage(globals.codePage) ?? 'windows-1252');
  const { codes, styles } = globals;
  const formatter = new NumberFormatter(globals.has1904Dates);
  const texts = new Utf8Writer();
  const sharedTexts = new SharedTexts();
  for (const shared of readSharedTexts(globals.sharedTexts))
    sharedTexts.addText(texts, withLineFeeds(shared));
  const context: BiffContext = {
    version,
    text,
    sharedTexts,
    formatOf(style) {
      const id = version === 2 ? style : (styles[style] ?? 0);
      const code = codes.get(id);
      return formatter.of(
        code === undefined ? builtInFormat(id) : text.read(code.content, code.at, code.lengthBytes),
      );
    },
    budget,
    texts,
  };
  return {
    sheets: readSheets(stream, globals, context),
    properties: readSummary(container, 0),
    warnings: [],
  };
}

function workbookStream(bytes: Uint8Array, container: CompoundFile | undefined): ByteView {
  if (container === undefined) return new ByteView(bytes);
  const stream = container.stream('Workbook') ?? container.stream('Book');
  if (stream !== undefined) return new ByteView(stream);
  if (container.stream('EncryptedPackage') !== undefined) throw encrypted();
  throw damaged('it has no workbook');
}

interface CodeText {
  content: ByteView;
  at: number;
  lengthBytes: 1 | 2;
}

/** The tables that all sheets share. */
interface Globals {
  has1904Dates: boolean;
  codePage: number;
  tabs: Array<{ content: ByteView; start: number }>;
  sharedTexts: ByteView[];
  codes: Map<number, CodeText>;
  /** Number of the format of each style. */
  styles: number[];
}

/** Up to the end of the first part of the stream; before Excel 5 that is the one sheet itself. */
function readGlobals(stream: ByteView, version: BiffVersion): Globals {
  const globals: Globals = {
    has1904Dates: false,
    codePage: WINDOWS_LATIN,
    tabs: [],
    sharedTexts: [],
    codes: new Map(),
    styles: [],
  };
  let previous = 0;
  walkBiff(stream, 0, (type, content) => {
    if (type === FILE_PASS) throw encrypted();
    if (type === DATE_MODE) globals.has1904Dates = content.u16(0) === 1;
    else if (type === CODE_PAGE) globals.codePage = content.u16(0);
    else if (type === SHARED_TEXTS || (type === CONTINUE_TYPE && previous === SHARED_TEXTS)) {
      globals.sharedTexts.push(content);
    } else if (type === SHEET && content.u8(5) === WORKSHEET && (content.u8(4) & 3) === 0) {
      globals.tabs.push({ content, start: content.u32(0) });
    } else if (globals.styles.length < MAX_STYLES && globals.codes.size < MAX_STYLES) {
      noteFormat(globals, type, content, version);
    }
    if (type !== CONTINUE_TYPE) previous = type;
    return type !== EOF_TYPE;
  });
  return globals;
}

/** Before Excel 5 formats are numbered in their order. */
function noteFormat({ codes, styles }: Globals, type: number, content: ByteView, version: BiffVersion): void {
  if (type === OLD_FORMAT) codes.set(codes.size, { content, at: 0, lengthBytes: 1 });
  else if (type === FORMAT && version < 5) codes.set(codes.size, { content, at: 2, lengthBytes: 1 });
  else if (type === FORMAT) {
    codes.set(content.u16(0), { content, at: 2, lengthBytes: version === 8 ? 2 : 1 });
  } else if (type === STYLE_3 || type === STYLE_4) styles.push(content.u8(1));
  else if (type === STYLE) styles.push(content.u16(2));
}

function readSheets(stream: ByteView, globals: Globals, context: BiffContext): Sheet[] {
  if (globals.tabs.length === 0) {
    return context.version < 5 ? [{ name: 'Sheet1', ...readBiffSheet(stream, 0, context) }] : [];
  }
  const starts = new Set<number>();
  const sheets: Sheet[] = [];
  for (const { content, start } of globals.tabs.slice(0, MAX_SHEETS)) {
    // The sheet that is cut off says so.
    if (context.budget.cellsLeft <= 0 && sheets.at(-1)?.isCut === true) break;
    // Two tabs with one place are a trick.
    if (starts.has(start) || versionAt(stream, start) === undefined) continue;
    starts.add(start);
    sheets.push({ name: context.text.read(content, 6, 1), ...readBiffSheet(stream, start, context) });
  }
  return sheets;
}

function encrypted(): DocumentError {
  return new DocumentError('SCRAPE_DOCUMENT_ENCRYPTED', 'The file is protected with a password');
}

function damaged(what: string): DocumentError {
  return new DocumentError('SCRAPE_DOCUMENT_DAMAGED', `The file is damaged: ${what}`);
}
