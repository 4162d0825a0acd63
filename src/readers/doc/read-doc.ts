import { LEFT_OUT_OBJECTS } from '../office/left-out.ts';
import { ByteView } from '../cfb/byte-view.ts';
import { openCfb, type CompoundFile } from '../cfb/open-cfb.ts';
import { DocumentError } from '../document-error.ts';
import type { DocumentContent, DocumentSource } from '../document.ts';
import { OutputBudget } from '../html-writer/output-budget.ts';
import { ListCounters } from '../text-document/list-counters.ts';
import { readBookmarks } from './text/bookmarks.ts';
import { encodingOfLanguage } from './text/code-page.ts';
import type { DocumentContext } from './document-context.ts';
import { readDrawings } from './drawings/drawings.ts';
import { type Fib, readFib } from './fib.ts';
import { findMainStream } from './find-main-stream.ts';
import { readFonts } from './text/fonts.ts';
import type { FormatSource } from './formatting/formatted-pages.ts';
import { Formatting } from './formatting/formatting.ts';
import { readLists } from './lists/list-tables.ts';
import { surveyText } from './text/survey-text.ts';
import { readNotes } from './text/notes.ts';
import { Pictures } from './drawings/pictures.ts';
import { readPieceTable } from './text/piece-table.ts';
import { readSummary } from '../cfb/summary.ts';
import { readTextBoxes } from './drawings/text-boxes.ts';
import { WordText } from './text/word-text.ts';
import { writeDocument } from './write/write-document.ts';

const NOTHING = new ByteView(new Uint8Array());

/**
 * Reads a binary Word file ([MS-DOC]): Word 97 to 2003 whole, Word 6 and 95 without their pictures and text boxes, of
 * Word 2 the text. Throws SCRAPE_DOCUMENT_ENCRYPTED for one with a password and SCRAPE_DOCUMENT_DAMAGED for one without
 * text that can be found.
 */
export function readDoc({ bytes, hasImages }: Pick<DocumentSource, 'bytes' | 'hasImages'>): DocumentContent {
  const container = openCfb(bytes);
  const found = findMainStream(bytes, container);
  const main = new ByteView(found?.bytes ?? new Uint8Array());
  const fib = readFib(main);
  if (found === undefined || fib === undefined) throw damaged();
  if (fib.isEncrypted) {
    throw new DocumentError('SCRAPE_DOCUMENT_ENCRYPTED', 'The Word file is protected with a password');
  }
  const table = fib.generation === 'word97' ? tableStream(fib, container) : main;
  const data =
    fib.generation === 'word97' ? new ByteView(container?.stream('Data') ?? new Uint8Array()) : main;
  const context = openContext({ fib, main, table, data }, hasImages);
  context.losses.text ||= found.isGuessed;
  const html = writeDocument(context);
  if (html === '' && context.losses.text) throw damaged();
  return {
    html,
    properties: readSummary(container, context.survey.language),
    warnings: warningsOf(context),
  };
}

/** The FIB names one of two; a damaged one may name the other. */
function tableStream(fib: Fib, container: CompoundFile | undefined): ByteView {
  const other = fib.tableStream === '0Table' ? '1Table' : '0Table';
  const stream = container?.stream(fib.tableStream) ?? container?.stream(other);
  return stream === undefined ? NOTHING : new ByteView(stream);
}

function openContext(source: FormatSource, hasImages: boolean): DocumentContext {
  const { fib, main, table, data } = source;
  const pieces = readPieceTable(main, table, fib);
  const formatting = new Formatting(source);
  const drawings = readDrawings(main, table, fib);
  const budget = new OutputBudget();
  const fonts = readFonts(table, fib);
  const text = new WordText(pieces, formatting);
  return {
    fib,
    data,
    text,
    fonts,
    encoding: fib.characterSet === 256 ? 'macintosh' : encodingOfLanguage(fib.lid),
    lists: new ListCounters(readLists(table, fib)),
    notes: readNotes(table, fib),
    drawings,
    pictures: new Pictures(data, drawings, hasImages, budget),
    textBoxes: readTextBoxes(table, fib, drawings),
    bookmarks: readBookmarks(table, fib, pieces.text),
    survey: surveyText(text, fib.lengths.main, fonts, fib.generation !== 'word97'),
    budget,
    losses: { equations: 0, objects: false, text: pieces.isCut },
  };
}

function damaged(): DocumentError {
  return new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'No text can be found in the Word file: it is damaged');
}

function warningsOf({ losses, budget, pictures }: DocumentContext): string[] {
  const warnings: string[] = [];
  if (losses.text) warnings.push('The file is damaged: some of its text may be missing.');
  if (budget.isExceeded) warnings.push('The document is too long: its end was left out.');
  if (losses.equations > 0) {
    warnings.push(
      losses.equations === 1
        ? 'One equation is an embedded object and was left out.'
        : `${losses.equations} equations are embedded objects and were left out.`,
    );
  }
  if (losses.objects) warnings.push(LEFT_OUT_OBJECTS);
  if (pictures.leftOut > 0) {
    warnings.push(
      pictures.leftOut === 1
        ? 'One picture is in a format that cannot be shown and was left out.'
        : `${pictures.leftOut} pictures are in a format that cannot be shown and were left out.`,
    );
  }
  return warnings;
}
