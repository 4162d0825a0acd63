import type { PdfLink, PdfPage } from '../pdf-page.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import { geometryOf, type PageGeometry } from '../pdfium/page-geometry.ts';
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
      : extractWords({ pdfium, geometry, marks }, text);
  const { stats, isCut } = found;
  const words = [...addDrawnBullets(found.words, dots), ...extractNotes(open, page, geometry)];
  return {
    page: {
      number: index + 1,
      width: geometry.width,
      height: geometry.height,
      words,
      ...drawings,
      links: allLinks(open, {
        page,
        text,
        geometry,
        hasAddress: words.some((word) => ADDRESS.test(word.text)),
      }),
      fields: extractFields(open, page, geometry),
      tags: extractTags(pdfium, page),
    },
    stats,
    curves,
    isPartial: isCut,
  };
}

interface LinkPlace {
  page: Pointer;
  text: Pointer;
  geometry: PageGeometry;
  hasAddress: boolean;
}

/** Annotations first: what their author linked counts more than what looks like an address. */
function allLinks(open: OpenDocument, { page, text, geometry, hasAddress }: LinkPlace): PdfLink[] {
  const links = extractLinks(open, page, geometry);
  return text === 0 || !hasAddress ? links : [...links, ...extractWebLinks(open, text, geometry)];
}
