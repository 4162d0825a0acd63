import type { PdfPage, PdfWord } from '../pdf-page.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import { geometryOf } from '../pdfium/page-geometry.ts';
import { guardPdfium } from '../pdfium/pdfium-instance.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import { addDrawnBullets } from './add-drawn-bullets.ts';
import { ContentMarks } from './content-marks.ts';
import { extractDrawings } from './extract-drawings.ts';
import { extractFields } from './extract-fields.ts';
import { extractLinks, extractWebLinks } from './extract-links.ts';
import { extractNotes } from './extract-notes.ts';
import { extractTags } from './extract-tags.ts';
import { extractWords, type PageText } from './extract-words.ts';
import { readSymbolLetters } from './symbol-letters.ts';
import { TextStats } from './text-stats.ts';

export interface ExtractedPage {
  page: PdfPage;
  stats: TextStats;
  /** Shapes with curves, among them letters that are drawn as outlines. */
  curves: number;
  /** Not all of it could be read. */
  isPartial: boolean;
}

/** Only pages whose text looks like it holds an address are searched for one. */
const ADDRESS = /https?:|www\.|@/i;

/** Everything that stands on a page, from 0. Undefined when it cannot be opened. Throws a PdfiumCrash. */
export function extractPage(open: OpenDocument, index: number): ExtractedPage | undefined {
  return guardPdfium(() => {
    const { api } = open.pdfium;
    const page = api.FPDF_LoadPage(open.document, index);
    if (page === 0) return undefined;
    const text = api.FPDFText_LoadPage(page);
    try {
      return readPage(open, { index, page, text });
    } finally {
      if (text !== 0) api.FPDFText_ClosePage(text);
      open.closeLater(page);
    }
  });
}

interface LoadedPage {
  index: number;
  page: Pointer;
  /** 0 when PDFium could make no text of it. */
  text: Pointer;
}

function readPage(open: OpenDocument, { index, page, text }: LoadedPage): ExtractedPage {
  const { pdfium } = open;
  const geometry = geometryOf(pdfium, page);
  const marks = new ContentMarks(pdfium);
  const { curves, dots, ...drawings } = extractDrawings({ pdfium, geometry, marks }, page);
  const found: PageText =
    text === 0
      ? { words: [], stats: new TextStats(), isCut: true }
      : extractWords({ pdfium, geometry, marks, page }, text);
  const { stats, isCut } = found;
  readSymbolLetters(found.words);
  const { links, count } = extractLinks(open, page, geometry);
  // Opening an annotation takes longer than reading a line, and nearly all are links.
  const hasOthers = pdfium.api.FPDFPage_GetAnnotCount(page) > count;
  const words = addDrawnBullets(found.words, dots);
  if (hasOthers) for (const word of extractNotes(open, page, geometry)) words.push(word);
  return {
    page: {
      number: index + 1,
      width: geometry.width,
      height: geometry.height,
      words,
      ...drawings,
      // Annotations first: what their author linked counts more than what looks like an address.
      links:
        stats.mayHaveAddress && hasAddress(words)
          ? [...links, ...extractWebLinks(open, text, geometry)]
          : links,
      fields: hasOthers ? extractFields(open, page, geometry) : [],
      tags: extractTags(pdfium, page),
    },
    stats,
    curves,
    isPartial: isCut,
  };
}

function hasAddress(words: readonly PdfWord[]): boolean {
  return words.some(({ text }) => ADDRESS.test(text));
}
