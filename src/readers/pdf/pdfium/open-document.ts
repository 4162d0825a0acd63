import { DocumentError } from '../../document-error.ts';
import type { Pointer } from './pdfium-exports.ts';
import { guardPdfium, type Pdfium } from './pdfium-instance.ts';

/** A PDF that PDFium has opened. Ends with `close`, unless its PDFium has crashed. */
export interface OpenDocument {
  readonly pdfium: Pdfium;
  readonly document: Pointer;
  readonly pageCount: number;
  /** The environment for forms; 0 for a document without. */
  readonly form: Pointer;
  /** It says that its structure tree can be relied on (ISO 32000-1, 14.8). */
  readonly isTagged: boolean;
  /**
   * Closes a page after some more have been closed this way: fonts and pictures are only kept while a page that uses them is
   * open, and reading those of the next page again takes a third of the time of opening it.
   */
  closeLater(page: Pointer): void;
  close(): void;
}

/** FPDF_GetLastError. */
const PASSWORD_NEEDED = 4;
const UNKNOWN_PROTECTION = 5;
const NO_FORM = 0;
/** Pages that stay open, and how many objects these may have together; each takes some hundred bytes and more. */
const MAX_OPEN_PAGES = 4;
const MAX_OPEN_OBJECTS = 20_000;

/**
 * Throws SCRAPE_DOCUMENT_ENCRYPTED when it takes a password, SCRAPE_DOCUMENT_EMPTY when there is nothing in it, else
 * SCRAPE_DOCUMENT_DAMAGED; and a PdfiumCrash.
 */
export function openDocument(pdfium: Pdfium, bytes: Uint8Array): OpenDocument {
  if (bytes.length === 0) throw new DocumentError('SCRAPE_DOCUMENT_EMPTY', 'The file is empty');
  return guardPdfium(() => {
    const { api, memory } = pdfium;
    const content = memory.copyIn(bytes);
    const document = api.FPDF_LoadMemDocument(content, bytes.length, 0);
    if (document === 0) {
      memory.free(content);
      throw openError(api.FPDF_GetLastError());
    }
    const pageCount = api.FPDF_GetPageCount(document);
    const info = api.FPDF_GetFormType(document) === NO_FORM ? 0 : api.PDFiumExt_OpenFormFillInfo();
    const form = info === 0 ? 0 : api.PDFiumExt_InitFormFillEnvironment(document, info);
    const pages = new OpenPages(pdfium);
    const close = (): void => {
      pages.close();
      if (form !== 0) api.PDFiumExt_ExitFormFillEnvironment(form);
      if (info !== 0) api.PDFiumExt_CloseFormFillInfo(info);
      api.FPDF_CloseDocument(document);
      memory.free(content);
    };
    if (pageCount <= 0) {
      close();
      throw new DocumentError('SCRAPE_DOCUMENT_EMPTY', 'The PDF has no pages');
    }
    return {
      pdfium,
      document,
      pageCount,
      form,
      isTagged: api.FPDFCatalog_IsTagged(document) !== 0,
      closeLater: (page) => pages.closeLater(page),
      close: () => guardPdfium(close),
    };
  });
}

class OpenPages {
  readonly #pdfium: Pdfium;
  readonly #pages: Array<{ page: Pointer; objects: number }> = [];
  #objects = 0;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  closeLater(page: Pointer): void {
    const objects = Math.max(0, this.#pdfium.api.FPDFPage_CountObjects(page));
    this.#pages.push({ page, objects });
    this.#objects += objects;
    while (this.#pages.length > MAX_OPEN_PAGES || this.#objects > MAX_OPEN_OBJECTS) {
      if (!this.#closeFirst()) break;
    }
  }

  close(): void {
    while (this.#closeFirst());
  }

  #closeFirst(): boolean {
    const first = this.#pages.shift();
    if (first === undefined) return false;
    this.#objects -= first.objects;
    this.#pdfium.api.FPDF_ClosePage(first.page);
    return true;
  }
}

function openError(code: number): DocumentError {
  if (code === PASSWORD_NEEDED) {
    return new DocumentError('SCRAPE_DOCUMENT_ENCRYPTED', 'The PDF is protected with a password');
  }
  if (code === UNKNOWN_PROTECTION) {
    return new DocumentError(
      'SCRAPE_DOCUMENT_ENCRYPTED',
      'The PDF is protected in a way that is not supported',
    );
  }
  return new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is damaged: it cannot be read as a PDF');
}
