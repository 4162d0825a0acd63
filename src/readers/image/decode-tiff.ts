import { DocumentError } from '../document-error.ts';
import type { Raster } from '../ocr/ocr-page.ts';
import type { ImageDecoder } from './decode-image.ts';
import { readImageHeader } from './image-header.ts';
import { TiffFields } from './tiff-fields.ts';
import { withFirstPage, type TiffPage } from './tiff-pages.ts';
import { tiffPartsOf } from './tiff-parts.ts';

/** None, three kinds of fax, LZW and PackBits. */
const DECODABLE: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 32_773]);
const OLD_JPEG = 6;
const TAG = { tileWidth: 322, jpegStart: 513, jpegBytes: 514 };
/** The most pixels of a page, and of a part that is a JPEG file: both may state any size. */
const MAX_PIXELS = 80_000_000;
/** Names of ways to compress that cannot be read, by their number (TIFF 6.0, tag 259, and its registered additions). */
const UNREADABLE: Readonly<Record<number, string>> = {
  6: 'an old form of JPEG',
  9: 'JBIG',
  10: 'JBIG',
  32_809: 'ThunderScan',
  34_661: 'JBIG',
  34_676: 'SGILog',
  34_677: 'SGILog',
  34_712: 'JPEG 2000',
  34_887: 'LERC',
  34_892: 'JPEG with losses (DNG)',
  34_925: 'LZMA',
  50_000: 'Zstandard',
  50_001: 'WebP',
  50_002: 'JPEG XL',
};

/** The name of what a page is compressed by, for those that cannot be read. */
export function unreadableCompression({ compression }: TiffPage): string | undefined {
  return UNREADABLE[compression];
}

/** A page of a TIFF file; undefined when it is damaged or written in a way that is not known here. */
export async function decodeTiffPage(
  bytes: Uint8Array,
  page: TiffPage,
  decoder: ImageDecoder,
): Promise<Raster | undefined> {
  if (page.width * page.height > MAX_PIXELS) return undefined;
  try {
    const fields = new TiffFields(bytes, page.offset);
    if (DECODABLE.has(page.compression) && !fields.has(TAG.tileWidth)) {
      return await decoder.decode(withFirstPage(bytes, page));
    }
    if (page.compression === OLD_JPEG) {
      const from = fields.number(TAG.jpegStart) ?? 0;
      const file = bytes.subarray(from, from + (fields.number(TAG.jpegBytes) ?? 0));
      return isSmallJpeg(file) ? await decoder.decode(file) : undefined;
    }
    return await joinParts(bytes, page, decoder);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** The page as its strips or tiles make it: white where one is missing. */
async function joinParts(
  bytes: Uint8Array,
  page: TiffPage,
  decoder: ImageDecoder,
): Promise<Raster | undefined> {
  const { width, height, dpi } = page;
  const data = new Uint8Array(width * height).fill(255);
  let found = 0;
  let pixels = 0;
  for (const part of tiffPartsOf(bytes, page)) {
    pixels += pixelsOf(part.file);
    if (pixels > MAX_PIXELS) break;
    const raster = await decoder.decode(part.file);
    if (raster === undefined) continue;
    found += 1;
    const columns = Math.min(raster.width, part.width, width - part.left);
    const rows = Math.min(raster.height, part.height, height - part.top);
    for (let row = 0; row < rows; row += 1) {
      const from = row * raster.width;
      data.set(raster.data.subarray(from, from + columns), (part.top + row) * width + part.left);
    }
  }
  return found === 0 ? undefined : { width, height, dpi, channels: 1, data };
}

function isSmallJpeg(file: Uint8Array): boolean {
  return file[0] === 0xff && file[1] === 0xd8 && pixelsOf(file) <= MAX_PIXELS;
}

/** 0 when the file does not tell: then it cannot be decoded either. */
function pixelsOf(file: Uint8Array): number {
  try {
    const { width, height } = readImageHeader(file);
    return width * height;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return 0;
  }
}
