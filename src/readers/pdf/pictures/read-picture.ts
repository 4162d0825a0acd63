import type { Matrix } from '../pdfium/page-geometry.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import { encodePng, type Pixels } from './encode-png.ts';
import { readJpegFrame } from './jpeg-frame.ts';
import { isUpright, orientationOf, orientPixels } from './orient-pixels.ts';

/** The most pixels of a picture as it lies in the file. */
const MAX_PIXELS = 20_000_000;
/** The most pixels of a picture that is painted anew; larger ones are made smaller. */
const MAX_PAINTED = 4_000_000;
const MAX_JPEG_BYTES = 12_000_000;
/** Width and height of the sample that tells whether a picture has holes. */
const SAMPLE = 48;
const OPAQUE = 250;
/** FPDF_COLORSPACE_*: grey and red, green, blue, also calibrated or with a profile. */
const PLAIN_COLOURS: readonly number[] = [1, 2, 4, 5, 7];
const COLOUR_SPACE_AT = 20;
/** FPDFBitmap_BGRA. */
const BGRA = 4;

export interface PictureSource {
  open: OpenDocument;
  page: Pointer;
  object: Pointer;
  /** Pixels, as the file says. */
  width: number;
  height: number;
  /** From its unit square to the page as it is shown. */
  toShown: Matrix;
}

/**
 * A picture as a data URI: a JPEG file that stands in the file as it is, anything else painted and written as PNG, turned as it is
 * shown. Undefined when it cannot be painted or is too large.
 */
export function readPicture(source: PictureSource): string | undefined {
  if (source.width * source.height > MAX_PIXELS) return undefined;
  const jpeg = readJpeg(source);
  if (jpeg !== undefined) return `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
  const { width, height } = source;
  const scale = Math.min(1, Math.sqrt(MAX_PAINTED / (width * height)));
  const pixels = paint(
    source,
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  if (pixels === undefined) return undefined;
  const png = encodePng(orientPixels(pixels, orientationOf(source.toShown)));
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Its bytes, when any reader shows them as PDFium does. */
function readJpeg(source: PictureSource): Uint8Array | undefined {
  const { open, page, object } = source;
  const { api, memory } = open.pdfium;
  if (!isUpright(orientationOf(source.toShown)) || api.FPDFImageObj_GetImageFilterCount(object) !== 1) {
    return undefined;
  }
  const filter = memory.utf8((buffer, size) => api.FPDFImageObj_GetImageFilter(object, 0, buffer, size));
  if (filter !== 'DCTDecode') return undefined;
  if (api.FPDFImageObj_GetImageMetadata(object, page, memory.scratch) === 0) return undefined;
  if (!PLAIN_COLOURS.includes(memory.uint32(memory.scratch + COLOUR_SPACE_AT))) return undefined;
  const size = api.FPDFImageObj_GetImageDataRaw(object, 0, 0);
  if (size <= 0 || size > MAX_JPEG_BYTES) return undefined;
  const buffer = memory.allocate(size);
  let bytes: Uint8Array;
  try {
    const written = api.FPDFImageObj_GetImageDataRaw(object, buffer, size);
    bytes = memory.copyOut(buffer, Math.min(size, written));
  } finally {
    memory.free(buffer);
  }
  const frame = readJpegFrame(bytes);
  if (frame === undefined || (frame.components !== 1 && frame.components !== 3)) return undefined;
  if (frame.width * frame.height > MAX_PIXELS) return undefined;
  // A mask beside it in the file makes holes in it.
  return paint(source, SAMPLE, SAMPLE)?.channels === 4 ? undefined : bytes;
}

/** Its pixels as PDFium paints them, with its mask, without turning it. */
function paint({ open, page, object }: PictureSource, width: number, height: number): Pixels | undefined {
  const { pdfium, document } = open;
  const { api, memory } = pdfium;
  const { view, scratch } = memory;
  for (const [index, value] of [width, 0, 0, height, 0, 0].entries()) {
    view.setFloat32(scratch + index * 4, value, true);
  }
  if (api.FPDFPageObj_SetMatrix(object, scratch) === 0) return undefined;
  const bitmap = api.FPDFImageObj_GetRenderedBitmap(document, page, object);
  if (bitmap === 0) return undefined;
  try {
    if (api.FPDFBitmap_GetFormat(bitmap) !== BGRA) return undefined;
    const bitmapWidth = api.FPDFBitmap_GetWidth(bitmap);
    const bitmapHeight = api.FPDFBitmap_GetHeight(bitmap);
    const stride = api.FPDFBitmap_GetStride(bitmap);
    const data = memory.copyOut(api.FPDFBitmap_GetBuffer(bitmap) >>> 0, stride * bitmapHeight);
    return packPixels({ width: bitmapWidth, height: bitmapHeight, stride, data });
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
  }
}

interface Bitmap {
  width: number;
  height: number;
  stride: number;
  /** Blue, green, red, alpha. */
  data: Uint8Array;
}

/** With as few channels as the picture needs. Undefined when nothing of it can be seen. */
function packPixels({ width, height, stride, data }: Bitmap): Pixels | undefined {
  let isGrey = true;
  let leastAlpha = 255;
  let mostAlpha = 0;
  for (let row = 0; row < height; row++) {
    const end = row * stride + width * 4;
    for (let at = row * stride; at < end; at += 4) {
      const green = data[at + 1]!;
      const alpha = data[at + 3]!;
      if (data[at] !== green || data[at + 2] !== green) isGrey = false;
      if (alpha < leastAlpha) leastAlpha = alpha;
      if (alpha > mostAlpha) mostAlpha = alpha;
    }
  }
  if (mostAlpha === 0) return undefined;
  const channels = leastAlpha < OPAQUE ? 4 : isGrey ? 1 : 3;
  const packed = new Uint8Array(width * height * channels);
  let to = 0;
  for (let row = 0; row < height; row++) {
    const end = row * stride + width * 4;
    for (let at = row * stride; at < end; at += 4) {
      packed[to++] = data[at + 2]!;
      if (channels === 1) continue;
      packed[to++] = data[at + 1]!;
      packed[to++] = data[at]!;
      if (channels === 4) packed[to++] = data[at + 3]!;
    }
  }
  return { width, height, channels, data: packed };
}
