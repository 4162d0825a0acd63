import { DocumentError } from '../document-error.ts';
import { extractPage, type ExtractedPage } from './extract/extract-page.ts';
import { openDocument, type OpenDocument } from './pdfium/open-document.ts';
import { forgetPdfium, PdfiumCrash, returnPdfium, takePdfium } from './pdfium/pdfium-instance.ts';
import { renderPage, type PageRaster } from './pdfium/render-page.ts';
import { rebuildPdf } from './repair/rebuild-pdf.ts';

/** A page that ends PDFium may be an accident; a file that ends it again and again is not worth more. */
const MAX_CRASHES = 4;

/**
 * A PDF that survives PDFium: when a page ends it, the file is opened again in a new one, and that page counts as
 * unreadable.
 */
export class PdfSession {
  readonly pageCount: number;
  /** The file was damaged: its pages are those that were found in it. */
  readonly isRebuilt: boolean;
  readonly #bytes: Uint8Array;
  /** Undefined after PDFium has ended for good. */
  #open: OpenDocument | undefined;
  #crashes = 0;

  private constructor(bytes: Uint8Array, open: OpenDocument, isRebuilt: boolean) {
    this.pageCount = open.pageCount;
    this.isRebuilt = isRebuilt;
    this.#bytes = bytes;
    this.#open = open;
  }

  /** Throws a DocumentError for a file that cannot be opened. */
  static async open(bytes: Uint8Array): Promise<PdfSession> {
    try {
      return new PdfSession(bytes, await openSafely(bytes), false);
    } catch (error) {
      if (!(error instanceof DocumentError) || error.code === 'SCRAPE_DOCUMENT_ENCRYPTED') throw error;
      return await PdfSession.#rebuild(bytes, error);
    }
  }

  /** Throws the first error again when nothing can be found in the file. */
  static async #rebuild(bytes: Uint8Array, error: DocumentError): Promise<PdfSession> {
    const rebuilt = rebuildPdf(bytes);
    if (rebuilt === undefined) throw error;
    try {
      return new PdfSession(rebuilt, await openSafely(rebuilt), true);
    } catch (second) {
      if (!(second instanceof DocumentError)) throw second;
      throw second.code === 'SCRAPE_DOCUMENT_ENCRYPTED' ? second : error;
    }
  }

  /** PDFium has ended over this file. */
  get hasCrashed(): boolean {
    return this.#crashes > 0;
  }

  /** Pages are counted from 0. Undefined for a page that cannot be read. */
  extract(index: number): Promise<ExtractedPage | undefined> {
    return this.#survive((open) => extractPage(open, index));
  }

  render(index: number, dpi: number): Promise<PageRaster | undefined> {
    return this.#survive((open) => renderPage(open, index, dpi));
  }

  /** Reads a fact of the whole document; `fallback` when PDFium ends over it. */
  async ask<Answer>(read: (open: OpenDocument) => Answer, fallback: Answer): Promise<Answer> {
    return (await this.#survive(read)) ?? fallback;
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (open !== undefined) await closeSafely(open);
  }

  async #survive<Result>(run: (open: OpenDocument) => Result): Promise<Result | undefined> {
    const outcome = this.#attempt(run);
    if (outcome !== 'crash') return outcome?.result;
    this.#crashes++;
    await forgetPdfium();
    if (this.#crashes < MAX_CRASHES) this.#open = await this.#reopen();
    return undefined;
  }

  /** On its own, so that nothing of a crash is still referred to while its memory is freed. */
  #attempt<Result>(run: (open: OpenDocument) => Result): { result: Result } | undefined | 'crash' {
    if (this.#open === undefined) return undefined;
    try {
      return { result: run(this.#open) };
    } catch (error) {
      if (!(error instanceof PdfiumCrash)) throw error;
      this.#open = undefined;
      return 'crash';
    }
  }

  async #reopen(): Promise<OpenDocument | undefined> {
    try {
      return await openSafely(this.#bytes);
    } catch (error) {
      // The pages that have been read so far are worth more than this failure.
      if (error instanceof DocumentError) return undefined;
      throw error;
    }
  }
}

async function closeSafely({ close, pdfium }: OpenDocument): Promise<void> {
  try {
    close();
  } catch (error) {
    if (!(error instanceof PdfiumCrash)) throw error;
    return forgetPdfium();
  }
  await returnPdfium(pdfium);
}

async function openSafely(bytes: Uint8Array): Promise<OpenDocument> {
  const pdfium = await takePdfium();
  try {
    return openDocument(pdfium, bytes);
  } catch (error) {
    if (!(error instanceof PdfiumCrash)) {
      await returnPdfium(pdfium);
      throw error;
    }
  }
  await forgetPdfium();
  throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is damaged: it cannot be read as a PDF');
}
