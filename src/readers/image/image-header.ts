import { DocumentError } from '../document-error.ts';
import { findGifFrame } from './gif-frame.ts';
import { readTiffPages } from './tiff-pages.ts';

export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'bmp' | 'tiff' | 'webp';

/** The facts of a picture that are known before it is decoded. */
export interface ImageHeader {
  format: ImageFormat;
  /** The width of the largest page, pixels. */
  width: number;
  height: number;
}

/** Formats that cannot be decoded here, by their first bytes. */
const UNREADABLE: ReadonlyArray<readonly [name: string, offset: number, signature: string]> = [
  ['AVIF', 4, 'ftypavif'],
  ['AVIF', 4, 'ftypavis'],
  ['HEIC', 4, 'ftyphei'],
  ['HEIF', 4, 'ftypmif1'],
  ['HEIF', 4, 'ftypmsf1'],
  ['JPEG XL', 4, 'JXL '],
  ['JPEG XL', 0, '\xFF\x0A'],
  ['JPEG 2000', 4, 'jP  '],
  ['JPEG 2000', 0, '\xFF\x4F\xFF\x51'],
  ['icon', 0, '\0\0\x01\0'],
  ['BigTIFF', 0, 'II+\0'],
  ['BigTIFF', 0, 'MM\0+'],
  ['Photoshop', 0, '8BPS'],
  ['EMF', 40, ' EMF'],
  ['WMF', 0, '\xD7\xCD\xC6\x9A'],
  ['SVG', 0, '<svg'],
  ['SVG', 0, '<?xml'],
];

/** For messages. */
export const READABLE_FORMATS = 'PNG, JPEG, GIF, WebP, BMP and TIFF';

/**
 * Throws SCRAPE_UNSUPPORTED_FILE_ERROR for formats that are not decoded here, and SCRAPE_DOCUMENT_DAMAGED for what is no
 * picture or is cut off before its size.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(64, bytes.length)).toString('latin1');
  const unreadable = UNREADABLE.find(([, offset, signature]) => start.startsWith(signature, offset));
  if (unreadable !== undefined) {
    throw new DocumentError(
      'SCRAPE_UNSUPPORTED_FILE_ERROR',
      `Text in ${unreadable[0]} pictures cannot be read; ${READABLE_FORMATS} can`,
    );
  }
  try {
    const found = readSize(start, view, bytes);
    if (found !== undefined && found.width > 0 && found.height > 0) return found;
  } catch (error) {
    // A DataView throws it for what is not there any more.
    if (!(error instanceof RangeError)) throw error;
  }
  throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is no picture, or its beginning is missing');
}

function readSize(start: string, view: DataView, bytes: Uint8Array): ImageHeader | undefined {
  // Portable Network Graphics 11.2.2: IHDR is the first chunk.
  if (start.startsWith('\x89PNG\r\n\x1A\n')) {
    return { format: 'png', width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (start.startsWith('\xFF\xD8\xFF')) return readJpeg(view);
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return readGif(view);
  // BITMAPINFOHEADER and its successors; the older BITMAPCOREHEADER has 12 bytes with shorter numbers.
  if (start.startsWith('BM')) {
    if (view.getUint32(14, true) === 12) {
      return { format: 'bmp', width: view.getUint16(18, true), height: view.getUint16(20, true) };
    }
    const [width, height] = [view.getInt32(18, true), view.getInt32(22, true)];
    return { format: 'bmp', width: Math.abs(width), height: Math.abs(height) };
  }
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return readWebp(start, view);
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return largestOf(bytes);
  return undefined;
}

/** ITU-T T.81 B.2.2: the size is in the frame header, SOF0 to SOF15 without DHT, JPG and DAC. */
function readJpeg(view: DataView): ImageHeader | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { format: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += isAlone ? 2 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** The screen, or the first frame where that is larger: decoders allocate by either. */
function readGif(view: DataView): ImageHeader {
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  const at = findGifFrame(view);
  if (at === undefined) return { format: 'gif', width, height };
  return {
    format: 'gif',
    width: Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true)),
    height: Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true)),
  };
}

/** RFC 9649: lossy, lossless and extended files have their size in different places. */
function readWebp(start: string, view: DataView): ImageHeader | undefined {
  if (start.startsWith('VP8 ', 12)) {
    const [width, height] = [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    return { format: 'webp', width, height };
  }
  if (start.startsWith('VP8L', 12)) {
    const bits = view.getUint32(21, true);
    return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!start.startsWith('VP8X', 12)) return undefined;
  const read24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
  return { format: 'webp', width: read24(24) + 1, height: read24(27) + 1 };
}

function largestOf(bytes: Uint8Array): ImageHeader | undefined {
  const pages = readTiffPages(bytes);
  const largest = pages.toSorted((one, other) => other.width * other.height - one.width * one.height)[0];
  if (largest === undefined) return undefined;
  return { format: 'tiff', width: largest.width, height: largest.height };
}
