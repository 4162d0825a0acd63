import type { DocumentFile } from './reader.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

export const pdf: DocumentFile = {
  label: 'PDF files',
  mediaTypes: ['application/pdf', 'application/x-pdf'],
  extensions: ['pdf'],
  isDocument: true,
};

export const docx: DocumentFile = {
  label: 'Word documents',
  mediaTypes: [
    `${OFFICE}.wordprocessingml.document`,
    `${OFFICE}.wordprocessingml.template`,
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.ms-word.template.macroenabled.12',
  ],
  extensions: ['docx', 'docm', 'dotx', 'dotm'],
  isDocument: true,
};

export const doc: DocumentFile = {
  label: 'Word 97 documents',
  mediaTypes: ['application/msword'],
  extensions: ['doc', 'dot'],
  isDocument: true,
};

export const odt: DocumentFile = {
  label: 'OpenDocument texts',
  mediaTypes: [`${OPEN_DOCUMENT}.text`, `${OPEN_DOCUMENT}.text-template`],
  extensions: ['odt', 'ott'],
  isDocument: true,
};

export const rtf: DocumentFile = {
  label: 'RTF documents',
  mediaTypes: ['application/rtf', 'text/rtf', 'application/x-rtf', 'text/richtext'],
  extensions: ['rtf'],
  isDocument: true,
};

export const xlsx: DocumentFile = {
  label: 'Excel workbooks',
  mediaTypes: [
    `${OFFICE}.spreadsheetml.sheet`,
    `${OFFICE}.spreadsheetml.template`,
    'application/vnd.ms-excel.sheet.macroenabled.12',
    'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  ],
  extensions: ['xlsx', 'xlsm', 'xlsb', 'xltx', 'xltm'],
  isDocument: true,
};

export const xls: DocumentFile = {
  label: 'Excel 97 workbooks',
  mediaTypes: ['application/vnd.ms-excel', 'application/msexcel', 'application/x-msexcel'],
  extensions: ['xls', 'xlt'],
  isDocument: true,
};

export const ods: DocumentFile = {
  label: 'OpenDocument spreadsheets',
  mediaTypes: [`${OPEN_DOCUMENT}.spreadsheet`, `${OPEN_DOCUMENT}.spreadsheet-template`],
  extensions: ['ods', 'ots'],
  isDocument: true,
};

export const pptx: DocumentFile = {
  label: 'PowerPoint presentations',
  mediaTypes: [
    `${OFFICE}.presentationml.presentation`,
    `${OFFICE}.presentationml.slideshow`,
    `${OFFICE}.presentationml.template`,
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ],
  extensions: ['pptx', 'pptm', 'ppsx', 'potx'],
  isDocument: true,
};

export const epub: DocumentFile = {
  label: 'EPUB books',
  mediaTypes: ['application/epub+zip'],
  extensions: ['epub'],
  isDocument: true,
};

/** Media types `image/*` beside those listed count as well; SVG is XML. */
export const image: DocumentFile = {
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
  isDocument: true,
};
