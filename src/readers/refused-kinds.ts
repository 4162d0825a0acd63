import type { RefusedKind } from './reader.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

export const pdf: RefusedKind = {
  label: 'PDF files',
  mediaTypes: ['application/pdf', 'application/x-pdf'],
  extensions: ['pdf'],
  refusal: 'FEATURE_NOT_AVAILABLE',
};

export const docx: RefusedKind = {
  label: 'Word documents',
  mediaTypes: [
    `${OFFICE}.wordprocessingml.document`,
    `${OFFICE}.wordprocessingml.template`,
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.ms-word.template.macroenabled.12',
  ],
  extensions: ['docx', 'docm', 'dotx', 'dotm'],
  refusal: 'FEATURE_NOT_AVAILABLE',
};

export const doc: RefusedKind = {
  label: 'Word 97 documents',
  mediaTypes: ['application/msword'],
  extensions: ['doc', 'dot'],
  refusal: 'FEATURE_NOT_AVAILABLE',
};

export const odt: RefusedKind = {
  label: 'OpenDocument texts',
  mediaTypes: [`${OPEN_DOCUMENT}.text`, `${OPEN_DOCUMENT}.text-template`],
  extensions: ['odt', 'ott'],
  refusal: 'FEATURE_NOT_AVAILABLE',
};

export const rtf: RefusedKind = {
  label: 'RTF documents',
  mediaTypes: ['application/rtf', 'text/rtf', 'application/x-rtf', 'text/richtext'],
  extensions: ['rtf'],
  refusal: 'FEATURE_NOT_AVAILABLE',
};

export const xlsx: RefusedKind = {
  label: 'Excel workbooks',
  mediaTypes: [
    `${OFFICE}.spreadsheetml.sheet`,
    `${OFFICE}.spreadsheetml.template`,
    'application/vnd.ms-excel.sheet.macroenabled.12',
    'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  ],
  extensions: ['xlsx', 'xlsm', 'xlsb', 'xltx', 'xltm'],
  refusal: 'FEATURE_NOT_AVAILABLE',
};

export const xls: RefusedKind = {
  label: 'Excel 97 workbooks',
  mediaTypes: ['application/vnd.ms-excel', 'application/msexcel', 'application/x-msexcel'],
  extensions: ['xls', 'xlt'],
  refusal: 'FEATURE_NOT_AVAILABLE',
};

export const ods: RefusedKind = {
  label: 'OpenDocument spreadsheets',
  mediaTypes: [`${OPEN_DOCUMENT}.spreadsheet`, `${OPEN_DOCUMENT}.spreadsheet-template`],
  extensions: ['ods', 'ots'],
  refusal: 'FEATURE_NOT_AVAILABLE',
};

export const pptx: RefusedKind = {
  label: 'PowerPoint presentations',
  mediaTypes: [
    `${OFFICE}.presentationml.presentation`,
    `${OFFICE}.presentationml.slideshow`,
    `${OFFICE}.presentationml.template`,
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ],
  extensions: ['pptx', 'pptm', 'ppsx', 'potx'],
  refusal: 'FEATURE_NOT_AVAILABLE',
};

export const epub: RefusedKind = {
  label: 'EPUB books',
  mediaTypes: ['application/epub+zip'],
  extensions: ['epub'],
  refusal: 'FEATURE_NOT_AVAILABLE',
};

/** Media types `image/*` beside those listed count as well; SVG is XML. */
export const image: RefusedKind = {
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
  refusal: 'FEATURE_NOT_AVAILABLE',
};

/** Media types `audio/*` beside those listed count as well. */
export const audio: RefusedKind = {
  label: 'audio files',
  mediaTypes: ['application/ogg'],
  extensions: ['mp3', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'flac', 'wav', 'aif', 'aiff', 'mid', 'wma'],
  refusal: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
};

/** Media types `video/*` beside those listed count as well. */
export const video: RefusedKind = {
  label: 'video files',
  mediaTypes: ['application/vnd.apple.mpegurl', 'application/x-mpegurl', 'application/dash+xml'],
  extensions: ['mp4', 'm4v', 'webm', 'mkv', 'mov', 'avi', 'mpg', 'mpeg', 'ogv', 'flv', 'wmv', 'm3u8'],
  refusal: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
};

export const archive: RefusedKind = {
  label: 'archives',
  mediaTypes: [
    'application/zip',
    'application/x-zip-compressed',
    'application/gzip',
    'application/x-gzip',
    'application/x-tar',
    'application/x-bzip2',
    'application/x-xz',
    'application/zstd',
    'application/x-7z-compressed',
    'application/vnd.rar',
    'application/x-rar-compressed',
    'application/java-archive',
    'application/vnd.android.package-archive',
  ],
  extensions: ['zip', 'gz', 'tgz', 'tar', 'bz2', 'xz', 'zst', '7z', 'rar', 'jar', 'apk', 'whl'],
  refusal: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
};

export const binary: RefusedKind = {
  label: 'binary files',
  mediaTypes: [
    'application/wasm',
    'application/x-msdownload',
    'application/x-executable',
    'application/x-sqlite3',
  ],
  extensions: [
    'exe',
    'dll',
    'so',
    'bin',
    'dmg',
    'iso',
    'msi',
    'deb',
    'rpm',
    'wasm',
    'ttf',
    'otf',
    'woff',
    'woff2',
  ],
  refusal: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
};
