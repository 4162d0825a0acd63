import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
import type { Contender } from './contender.ts';

const BYTES_PER_CHARACTER = 2;

/** The text of each page as PDFium gives it: nothing can be faster that is built on it. */
export const pdfium: Contender = {
  async open() {
    const file = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
    const wasm = await readFile(file);
    const library = await init({
      wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length),
    });
    // Emscripten's views of its memory: not in the package's types.
    const memory = library.pdfium as typeof library.pdfium & { HEAPU8: Uint8Array };
    library.FPDF_InitLibrary();
    return (bytes) => {
      const copy = memory.wasmExports.malloc(bytes.length);
      memory.HEAPU8.set(bytes, copy);
      const document = library.FPDF_LoadMemDocument(copy, bytes.length, '');
      try {
        if (document === 0) throw new Error(`PDFium cannot open it (${library.FPDF_GetLastError()})`);
        const pages = Array.from({ length: library.FPDF_GetPageCount(document) }, (_, index) =>
          readPage(document, index),
        );
        return pages.join('\n\n');
      } finally {
        if (document !== 0) library.FPDF_CloseDocument(document);
        memory.wasmExports.free(copy);
      }
    };

    function readPage(document: number, index: number): string {
      const page = library.FPDF_LoadPage(document, index);
      const text = library.FPDFText_LoadPage(page);
      const count = library.FPDFText_CountChars(text);
      const buffer = memory.wasmExports.malloc((count + 1) * BYTES_PER_CHARACTER);
      const written = library.FPDFText_GetText(text, 0, count, buffer);
      const end = buffer + Math.max(0, written - 1) * BYTES_PER_CHARACTER;
      const content = Buffer.from(memory.HEAPU8.slice(buffer, end)).toString('utf16le');
      memory.wasmExports.free(buffer);
      library.FPDFText_ClosePage(text);
      library.FPDF_ClosePage(page);
      return escapeMarkdown(content);
    }
  },
};

/** Text is not to be read as markup when it is compared. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/[\\`*_{}[\]<>#+\-.!|~&$=:]/g, '\\$&')
    .replace(/^[ \t]+/gm, '');
}
