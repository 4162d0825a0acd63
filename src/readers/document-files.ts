import type { ReadDocument } from './document.ts';
import type { DocumentFile } from './reader.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';
/** The brands of pictures among ISO base media files (ISO/IEC 14496-12 4.3). */
const ISO_IMAGE_BRANDS = ['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'mif1', 'msf1'];

/**
 * Every kind of file that is read in a process of its own: its names, how it is told from others, and its reader. Each
 * entry is all that the service knows of its kind. The first of two with the same mark counts.
 */
export const DOCUMENT_FILES = {
  pdf: {
    label: 'PDF files',
    mediaTypes: ['application/pdf', 'application/x-pdf'],
    extensions: ['pdf'],
    signatures: [{ bytes: '%PDF-' }],
    canLookLikeText: true,
    load: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  },
  docx: {
    label: 'Word documents',
    mediaTypes: [
      `${OFFICE}.wordprocessingml.document`,
      `${OFFICE}.wordprocessingml.template`,
      'application/vnd.ms-word.document.macroenabled.12',
      'application/vnd.ms-word.template.macroenabled.12',
    ],
    extensions: ['docx', 'docm', 'dotx', 'dotm'],
    zip: { folder: 'word/' },
    load: async () => (await import('./docx/read-docx.ts')).readDocx,
  },
  doc: {
    label: 'Word 97 documents',
    mediaTypes: ['application/msword'],
    extensions: ['doc', 'dot'],
    oleStreams: ['WordDocument'],
    load: async () => (await import('./doc/read-doc.ts')).readDoc,
  },
  odt: {
    label: 'OpenDocument texts',
    mediaTypes: [`${OPEN_DOCUMENT}.text`, `${OPEN_DOCUMENT}.text-template`, `${OPEN_DOCUMENT}.text-flat-xml`],
    extensions: ['odt', 'ott', 'fodt'],
    zip: { mimetype: `${OPEN_DOCUMENT}.text` },
    load: async () => (await import('./odt/read-odt.ts')).readOdt,
  },
  rtf: {
    label: 'RTF documents',
    mediaTypes: ['application/rtf', 'text/rtf', 'application/x-rtf', 'text/richtext'],
    extensions: ['rtf'],
    signatures: [{ bytes: '{\\rtf' }],
    canLookLikeText: true,
    load: async () => (await import('./rtf/read-rtf.ts')).readRtf,
  },
  xlsx: {
    label: 'Excel workbooks',
    mediaTypes: [
      `${OFFICE}.spreadsheetml.sheet`,
      `${OFFICE}.spreadsheetml.template`,
      'application/vnd.ms-excel.sheet.macroenabled.12',
      'application/vnd.ms-excel.sheet.binary.macroenabled.12',
    ],
    extensions: ['xlsx', 'xlsm', 'xlsb', 'xltx', 'xltm'],
    zip: { folder: 'xl/' },
    load: loadSpreadsheet,
  },
  xls: {
    label: 'Excel 97 workbooks',
    mediaTypes: ['application/vnd.ms-excel', 'application/msexcel', 'application/x-msexcel'],
    extensions: ['xls', 'xlt'],
    oleStreams: ['Workbook', 'Book'],
    load: loadSpreadsheet,
  },
  ods: {
    label: 'OpenDocument spreadsheets',
    mediaTypes: [
      `${OPEN_DOCUMENT}.spreadsheet`,
      `${OPEN_DOCUMENT}.spreadsheet-template`,
      `${OPEN_DOCUMENT}.spreadsheet-flat-xml`,
    ],
    extensions: ['ods', 'ots', 'fods'],
    zip: { mimetype: `${OPEN_DOCUMENT}.spreadsheet` },
    load: loadSpreadsheet,
  },
  pptx: {
    label: 'PowerPoint presentations',
    mediaTypes: [
      `${OFFICE}.presentationml.presentation`,
      `${OFFICE}.presentationml.slideshow`,
      `${OFFICE}.presentationml.template`,
      'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    ],
    extensions: ['pptx', 'pptm', 'ppsx', 'potx'],
    zip: { folder: 'ppt/' },
    load: async () => (await import('./pptx/read-pptx.ts')).readPptx,
  },
  ppt: {
    label: 'PowerPoint 97 presentations',
    mediaTypes: ['application/vnd.ms-powerpoint', 'application/mspowerpoint', 'application/x-mspowerpoint'],
    extensions: ['ppt', 'pps', 'pot'],
    oleStreams: ['PowerPoint Document'],
    load: async () => (await import('./ppt/read-ppt.ts')).readPpt,
  },
  odp: {
    label: 'OpenDocument presentations',
    mediaTypes: [
      `${OPEN_DOCUMENT}.presentation`,
      `${OPEN_DOCUMENT}.presentation-template`,
      `${OPEN_DOCUMENT}.presentation-flat-xml`,
    ],
    extensions: ['odp', 'otp', 'fodp'],
    zip: { mimetype: `${OPEN_DOCUMENT}.presentation` },
    load: async () => (await import('./odt/slides/read-odp.ts')).readOdp,
  },
  epub: {
    label: 'EPUB books',
    mediaTypes: ['application/epub+zip'],
    extensions: ['epub'],
    zip: { mimetype: 'application/epub+zip' },
    load: async () => (await import('./epub/read-epub.ts')).readEpub,
  },
  /** Media types `image/*` beside those listed count as well; SVG is XML. */
  image: {
    label: 'images',
    mediaTypes: ['application/x-icon'],
    extensions: [
      'png',
      'jpg',
      'jpeg',
      'gif',
      'webp',
      'avif',
      'bmp',
      'tif',
      'tiff',
      'ico',
      'heic',
      'heif',
      'jxl',
    ],
    signatures: [
      { bytes: '\x89PNG\r\n\x1A\n' },
      { bytes: 'GIF87a' },
      { bytes: 'GIF89a' },
      { bytes: '\xFF\xD8\xFF' },
      { bytes: '\x00\x00\x01\x00' },
      { bytes: 'II*\x00' },
      { bytes: 'MM\x00*' },
      { bytes: 'II+\x00' },
      { bytes: 'MM\x00+' },
      { bytes: '\x00\x00\x00\x0CJXL \r\n' },
      { bytes: '\x00\x00\x00\x0CjP  \r\n' },
      // "BM" alone begins many a sentence: the four reserved bytes of the file header must be zero as well.
      { bytes: 'BM', also: { bytes: '\0\0\0\0', offset: 6 } },
      { bytes: 'RIFF', also: { bytes: 'WEBP', offset: 8 } },
      ...ISO_IMAGE_BRANDS.map((brand) => ({ bytes: `ftyp${brand}`, offset: 4 })),
    ],
    load: async () => (await import('./image/read-image.ts')).readImage,
  },
} as const satisfies Record<string, DocumentFile>;

export type DocumentKind = keyof typeof DOCUMENT_FILES;

async function loadSpreadsheet(): Promise<ReadDocument> {
  return (await import('./spreadsheet/read-spreadsheet.ts')).readSpreadsheet;
}
