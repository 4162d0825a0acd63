import type { Box } from '../pdf-page.ts';
import type { Pdfium } from './pdfium-instance.ts';
import type { Pointer } from './pdfium-exports.ts';

/** x' = a x + c y + e, y' = b x + d y + f (ISO 32000-1, 8.3.3). */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Size of a page as it is shown, and the way there from the coordinates of its content. */
export interface PageGeometry {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly toShown: Matrix;
}

/** First `inner`, then `outer`. */
export function concatenate(inner: Matrix, outer: Matrix): Matrix {
  return {
    a: inner.a * outer.a + inner.b * outer.c,
    b: inner.a * outer.b + inner.b * outer.d,
    c: inner.c * outer.a + inner.d * outer.c,
    d: inner.c * outer.b + inner.d * outer.d,
    e: inner.e * outer.a + inner.f * outer.c + outer.e,
    f: inner.e * outer.b + inner.f * outer.d + outer.f,
  };
}

/** The rectangle around a rectangle that is given by two opposite corners. */
// oxlint-disable-next-line max-params -- one call a glyph
export function transformBox(matrix: Matrix, x0: number, y0: number, x1: number, y1: number): Box {
  const { a, b, c, d, e, f } = matrix;
  const width = x1 - x0;
  const height = y1 - y0;
  const left = a * x0 + c * y0 + e;
  const top = b * x0 + d * y0 + f;
  return {
    left: left + Math.min(0, a * width) + Math.min(0, c * height),
    right: left + Math.max(0, a * width) + Math.max(0, c * height),
    top: top + Math.min(0, b * width) + Math.min(0, d * height),
    bottom: top + Math.max(0, b * width) + Math.max(0, d * height),
  };
}

/** Reads a FS_MATRIX from the scratch memory. */
export function readMatrix({ memory }: Pdfium): Matrix {
  const { floats } = memory;
  return {
    a: floats[0]!,
    b: floats[1]!,
    c: floats[2]!,
    d: floats[3]!,
    e: floats[4]!,
    f: floats[5]!,
  };
}

/**
 * Reads the geometry of an open page. Its crop box is shown, turned clockwise by its rotation (ISO 32000-1, 14.11.2 and
 * table 30).
 */
export function geometryOf(pdfium: Pdfium, page: Pointer): PageGeometry {
  const { api, memory } = pdfium;
  const width = api.FPDF_GetPageWidthF(page);
  const height = api.FPDF_GetPageHeightF(page);
  const { scratch } = memory;
  const rotation = api.FPDFPage_GetRotation(page) & 3;
  // FS_RECTF: left, top, right, bottom.
  const hasBox = api.FPDF_GetPageBoundingBox(page, scratch) !== 0;
  const isTurned = rotation % 2 === 1;
  const left = hasBox ? memory.float32(scratch) : 0;
  const top = hasBox ? memory.float32(scratch + 4) : isTurned ? width : height;
  const right = hasBox ? memory.float32(scratch + 8) : isTurned ? height : width;
  const bottom = hasBox ? memory.float32(scratch + 12) : 0;
  return { width, height, toShown: shownMatrix(rotation, { left, top, right, bottom }) };
}

function shownMatrix(rotation: number, { left, top, right, bottom }: Box): Matrix {
  if (rotation === 1) return { a: 0, b: 1, c: 1, d: 0, e: -bottom, f: -left };
  if (rotation === 2) return { a: -1, b: 0, c: 0, d: 1, e: right, f: -bottom };
  if (rotation === 3) return { a: 0, b: -1, c: -1, d: 0, e: top, f: right };
  return { a: 1, b: 0, c: 0, d: -1, e: -left, f: top };
}
