import type { Box, PdfRectangle, PdfRule } from '../pdf-page.ts';
import { concatenate, readMatrix, type Matrix, type PageGeometry } from '../pdfium/page-geometry.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import type { Pdfium } from '../pdfium/pdfium-instance.ts';

/** Where rules and rectangles go. */
export interface PathSink {
  rules: PdfRule[];
  rectangles: PdfRectangle[];
  /** Small round or square shapes, of which some are bullets. */
  dots: Dot[];
  curves: number;
}

export interface Dot {
  box: Box;
  shape: 'disc' | 'circle' | 'square';
}

/** FPDF_SEGMENT_*. */
const LINE_TO = 0;
const BEZIER_TO = 1;
const MOVE_TO = 2;

/** Segments of one page: tables have some thousands, drawings millions. */
const MAX_SEGMENTS = 200_000;
const MAX_SHAPES = 20_000;
const MAX_DOTS = 2_000;
/** Points. */
const SMALLEST_DOT = 1.2;
const LARGEST_DOT = 9;
/** Points. */
const THICKEST_RULE = 3.2;
const SHORTEST_RULE = 3;
/** How far the ends of a rule may be off, points. */
const SLANT = 0.6;

interface Paint {
  fill: number | undefined;
  stroke: number | undefined;
  /** Points as shown. */
  strokeWidth: number;
}

/** Turns the paths of a page into rules and rectangles; curves and slanted lines are left out. */
export class PathReader {
  readonly #pdfium: Pdfium;
  readonly #geometry: PageGeometry;
  readonly #sink: PathSink;
  #segmentsLeft = MAX_SEGMENTS;
  /** Points of the part of the path that is being read, x and y in turns. */
  readonly #points: number[] = [];
  #hasCurve = false;

  constructor(pdfium: Pdfium, geometry: PageGeometry, sink: PathSink) {
    this.#pdfium = pdfium;
    this.#geometry = geometry;
    this.#sink = sink;
  }

  /** `outer` leads from the coordinates of what holds the path to the shown page. */
  read(path: Pointer, outer: Matrix): void {
    const { api, memory } = this.#pdfium;
    const count = api.FPDFPath_CountSegments(path);
    if (count < 2 || count > this.#segmentsLeft || this.#isFull()) return;
    this.#segmentsLeft -= count;
    const { scratch } = memory;
    if (api.FPDFPageObj_GetMatrix(path, scratch) === 0) return;
    const matrix = concatenate(readMatrix(this.#pdfium), outer);
    const paint = this.#paintOf(path, matrix);
    if (paint.fill === undefined && paint.stroke === undefined) return;
    this.#begin();
    let hasCurve = false;
    for (let index = 0; index < count; index++) {
      const segment = api.FPDFPath_GetPathSegment(path, index);
      const type = api.FPDFPathSegment_GetType(segment);
      api.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      const { floats } = memory;
      const x = floats[0]!;
      const y = floats[1]!;
      if (type === MOVE_TO) this.#end(paint);
      if (type === BEZIER_TO) {
        this.#hasCurve = true;
        hasCurve = true;
      }
      if (type === MOVE_TO || type === LINE_TO || type === BEZIER_TO) {
        this.#points.push(matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f);
      }
      if (api.FPDFPathSegment_GetClose(segment) !== 0) this.#close();
    }
    this.#end(paint);
    if (hasCurve) this.#sink.curves++;
  }

  #isFull(): boolean {
    return this.#sink.rules.length + this.#sink.rectangles.length > MAX_SHAPES;
  }

  #begin(): void {
    this.#points.length = 0;
    this.#hasCurve = false;
  }

  #close(): void {
    const [x, y] = this.#points;
    if (x !== undefined && y !== undefined) this.#points.push(x, y);
  }

  #paintOf(path: Pointer, { a, b, c, d }: Matrix): Paint {
    const { api, memory } = this.#pdfium;
    const { scratch } = memory;
    if (api.FPDFPath_GetDrawMode(path, scratch, scratch + 4) === 0) {
      return { fill: undefined, stroke: undefined, strokeWidth: 0 };
    }
    const { integers } = memory;
    const isFilled = integers[0] !== 0;
    const isStroked = integers[1] !== 0;
    const hasWidth = isStroked && api.FPDFPageObj_GetStrokeWidth(path, scratch) !== 0;
    const width = hasWidth ? memory.floats[0]! : 0;
    return {
      fill: isFilled ? this.#colour(api.FPDFPageObj_GetFillColor, path) : undefined,
      stroke: isStroked ? this.#colour(api.FPDFPageObj_GetStrokeColor, path) : undefined,
      strokeWidth: width * Math.sqrt(Math.abs(a * d - b * c)),
    };
  }

  /** Undefined for what cannot be seen through its transparency. */
  #colour(ask: Pdfium['api']['FPDFPageObj_GetFillColor'], path: Pointer): number | undefined {
    const { memory } = this.#pdfium;
    const { scratch } = memory;
    if (ask(path, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return 0;
    const { integers } = memory;
    if (integers[3] === 0) return undefined;
    return (integers[0]! << 16) | (integers[1]! << 8) | integers[2]!;
  }

  /** Takes the part of the path that ends here. */
  #end({ fill, stroke, strokeWidth }: Paint): void {
    const points = this.#points;
    if (points.length >= 4 && !this.#isFull()) {
      const box = this.#clip(boundsOf(points));
      const isRectangle = this.#hasCurve ? isRoundedBox(points) : hasRightAngles(points);
      if (box !== undefined) {
        this.#dot(box, fill !== undefined, isRectangle);
        if (isRectangle && points.length >= 8) this.#rectangle(box, fill, stroke, strokeWidth);
        else if (stroke !== undefined && !this.#hasCurve) this.#lines(stroke, strokeWidth);
      }
    }
    this.#begin();
  }

  #dot(box: Box, isFilled: boolean, isRectangle: boolean): void {
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    const size = Math.max(width, height);
    if (size < SMALLEST_DOT || size > LARGEST_DOT || Math.min(width, height) < size * 0.7) return;
    if (this.#sink.dots.length >= MAX_DOTS || !(this.#hasCurve || (isRectangle && isFilled))) return;
    this.#sink.dots.push({ box, shape: !this.#hasCurve ? 'square' : isFilled ? 'disc' : 'circle' });
  }

  #rectangle(box: Box, fill: number | undefined, stroke: number | undefined, strokeWidth: number): void {
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    const thickness = Math.min(width, height);
    const length = Math.max(width, height);
    if (thickness <= THICKEST_RULE) {
      if (length >= Math.max(SHORTEST_RULE, thickness * 2.5)) {
        this.#rule(box, width > height, fill ?? stroke ?? 0);
      }
      return;
    }
    this.#sink.rectangles.push({ box, fill, isStroked: stroke !== undefined && strokeWidth >= 0 });
  }

  /** Each straight piece of a stroked line. */
  #lines(colour: number, strokeWidth: number): void {
    const points = this.#points;
    for (let index = 2; index + 1 < points.length && !this.#isFull(); index += 2) {
      const x0 = points[index - 2]!;
      const y0 = points[index - 1]!;
      const x1 = points[index]!;
      const y1 = points[index + 1]!;
      const isHorizontal = Math.abs(y1 - y0) <= SLANT;
      if (!isHorizontal && Math.abs(x1 - x0) > SLANT) continue;
      const length = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
      // A line as wide as it is long is a square, and a very wide one a filled bar.
      if (length < Math.max(SHORTEST_RULE, strokeWidth)) continue;
      const half = Math.max(strokeWidth, 0.1) / 2;
      const box = this.#clip({
        left: Math.min(x0, x1) - (isHorizontal ? 0 : half),
        right: Math.max(x0, x1) + (isHorizontal ? 0 : half),
        top: Math.min(y0, y1) - (isHorizontal ? half : 0),
        bottom: Math.max(y0, y1) + (isHorizontal ? half : 0),
      });
      if (box === undefined) continue;
      if (strokeWidth > THICKEST_RULE) this.#sink.rectangles.push({ box, fill: colour, isStroked: false });
      else this.#rule(box, isHorizontal, colour);
    }
  }

  #rule(box: Box, isHorizontal: boolean, colour: number): void {
    this.#sink.rules.push({ box, isHorizontal, colour });
  }

  #clip({ left, top, right, bottom }: Box): Box | undefined {
    const { width, height } = this.#geometry;
    if (!(right >= 0 && left <= width && bottom >= 0 && top <= height)) return undefined;
    return {
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(width, right),
      bottom: Math.min(height, bottom),
    };
  }
}

function boundsOf(points: readonly number[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let index = 0; index + 1 < points.length; index += 2) {
    box.left = Math.min(box.left, points[index]!);
    box.right = Math.max(box.right, points[index]!);
    box.top = Math.min(box.top, points[index + 1]!);
    box.bottom = Math.max(box.bottom, points[index + 1]!);
  }
  return box;
}

/** Four or five corners, whose sides are horizontal and vertical in turns. */
function hasRightAngles(points: readonly number[]): boolean {
  if (points.length < 8 || points.length > 12) return false;
  for (let index = 2; index + 1 < points.length; index += 2) {
    const isLevel = Math.abs(points[index]! - points[index - 2]!) <= SLANT;
    const isUpright = Math.abs(points[index + 1]! - points[index - 1]!) <= SLANT;
    if (!isLevel && !isUpright) return false;
  }
  return true;
}

/** A rectangle with rounded corners: as many curves as corners, and long straight sides. */
function isRoundedBox(points: readonly number[]): boolean {
  if (points.length < 24 || points.length > 40) return false;
  const { left, right, top, bottom } = boundsOf(points);
  let straight = 0;
  for (let index = 2; index + 1 < points.length; index += 2) {
    const deltaX = Math.abs(points[index]! - points[index - 2]!);
    const deltaY = Math.abs(points[index + 1]! - points[index - 1]!);
    if (deltaX <= SLANT || deltaY <= SLANT) straight += deltaX + deltaY;
  }
  return straight >= (right - left + bottom - top) * 1.2;
}
