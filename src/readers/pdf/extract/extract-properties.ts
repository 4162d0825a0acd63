import type { DocumentProperties } from '../../document.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import { guardPdfium } from '../pdfium/pdfium-instance.ts';
import { readPdfDate } from './pdf-date.ts';
import { compactProperties } from '../../compact-properties.ts';

const MAX_LENGTH = 5_000;
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/** Reads the document's information dictionary (ISO 32000-1, 14.3.3), and its language. */
export function extractProperties(open: OpenDocument): DocumentProperties {
  return guardPdfium(() => {
    const { pdfium, document } = open;
    const { api, memory } = pdfium;
    const entry = (name: string): string | undefined => {
      const text = memory
        .utf16((buffer, size) => api.FPDF_GetMetaText(document, memory.name(name), buffer, size))
        .replaceAll(/[\0-\x1f\x7f\s]+/gu, ' ')
        .trim()
        .slice(0, MAX_LENGTH);
      return text === '' ? undefined : text;
    };
    const language = memory
      .utf16((buffer, size) => api.FPDFCatalog_GetLanguage(document, buffer, size))
      .trim()
      .replaceAll('_', '-');
    return compactProperties({
      title: entry('Title'),
      author: entry('Author'),
      subject: entry('Subject'),
      keywords: entry('Keywords'),
      language: LANGUAGE.test(language) ? language : undefined,
      createdAt: readPdfDate(entry('CreationDate')),
      modifiedAt: readPdfDate(entry('ModDate')),
      generator: entry('Producer') ?? entry('Creator'),
    });
  });
}
