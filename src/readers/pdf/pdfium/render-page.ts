import type { OpenDocument } from './open-document.ts';
import { guardPdfium } from './pdfium-instance.ts';
import type { Pointer } from './pdfium-exports.ts';

/** A page as a picture: one byte of grey for each pixel, rows from the top without padding. */
export interface PageRaster {
  width: number;
  height: number;
  data: Uint8Array<ArrayBuffer>;
  /** Pixels per inch; less than what was asked for when the page is very large. */
  dpi: number;
}

const MAX_PIXELS = 25_000_000;
const POINTS_PER_INCH = 72;
const FORMAT_GREY = 1;
const WHITE = 0xffffffff;
/** FPDF_ANNOT | FPDF_GRAYSCALE | FPDF_RENDER_LIMITEDIMAGECACHE. */
const FLAGS = 0x01 | 0x08 | 0x200;

/** Paints a page, from 0, with its annotations. Undefined when it cannot be opened. Throws a PdfiumCrash. */
export function renderPage(open: OpenDocument, index: number, dpi: number): PageRaster | undefined {
  return guardPdfium(() => {
    const { api } = open.pdfium;
    const page = api.FPDF_LoadPage(open.document, index);
    if (page === 0) return undefined;
    try {
      return paint(open, page, dpi);
    } finally {
      api.FPDF_ClosePage(page);
    }
  });
}

function paint({ pdfium, form }: OpenDocument, page: Pointer, dpi: number): PageRaster | undefined {
  const { api, memory } = pdfium;
  const inches = (points: number): number => points / POINTS_PER_INCH;
  const widthInches = inches(api.FPDF_GetPageWidthF(page));
  const heightInches = inches(api.FPDF_GetPageHeightF(page));
  const area = widthInches * heightInches;
  if (!(area > 0)) return undefined;
  const usedDpi = Math.min(dpi, Math.sqrt(MAX_PIXELS / area));
  const width = Math.max(1, Math.floor(widthInches * usedDpi));
  const height = Math.max(1, Math.floor(heightInches * usedDpi));
  // A page of one pixel by millions.
  if (width * height > 2 * MAX_PIXELS) return undefined;
  const pixels = memory.allocate(width * height);
  const bitmap = api.FPDFBitmap_CreateEx(width, height, FORMAT_GREY, pixels, width);
  try {
    if (bitmap === 0) return undefined;
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
    if (form !== 0) api.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, FLAGS);
    return { width, height, data: memory.copyOut(pixels, width * height), dpi: usedDpi };
  } finally {
    if (bitmap !== 0) api.FPDFBitmap_Destroy(bitmap);
    memory.free(pixels);
  }
}
