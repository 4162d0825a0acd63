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
  close(): void;
}

/** FPDF_GetLastError. */
const PASSWORD_NEEDED = 4;
const UNKNOWN_PROTECTION = 5;
const NO_FORM = 0;

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
    const close = (): void => {
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
      close: () => guardPdfium(close),
    };
  });
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
