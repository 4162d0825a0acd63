import type { DocumentKind, ReadDocument } from '../document.ts';

/** The reader of each kind; loaded in the process that reads, never in the service itself. */
export const DOCUMENT_READERS: Readonly<Record<DocumentKind, () => Promise<ReadDocument>>> = {
  pdf: async () => (await import('../pdf/read-pdf.ts')).readPdf,
  docx: async () => (await import('../docx/read-docx.ts')).readDocx,
  doc: async () => (await import('../doc/read-doc.ts')).readDoc,
  odt: async () => (await import('../odt/read-odt.ts')).readOdt,
  rtf: async () => (await import('../rtf/read-rtf.ts')).readRtf,
  xlsx: readSpreadsheet,
  xls: readSpreadsheet,
  ods: readSpreadsheet,
  pptx: async () => (await import('../pptx/read-pptx.ts')).readPptx,
  epub: async () => (await import('../epub/read-epub.ts')).readEpub,
  image: async () => (await import('../image/read-image.ts')).readImage,
};

async function readSpreadsheet(): Promise<ReadDocument> {
  return (await import('../spreadsheet/read-spreadsheet.ts')).readSpreadsheet;
}
