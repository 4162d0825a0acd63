import type { PdfImage, PdfRectangle, PdfRule } from '../pdf-page.ts';
import {
  concatenate,
  readMatrix,
  transformBox,
  type Matrix,
  type PageGeometry,
} from '../pdfium/page-geometry.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import type { Pdfium } from '../pdfium/pdfium-instance.ts';
import { UNMARKED, type ContentMark, type ContentMarks } from './content-marks.ts';
import { PathReader, type Dot } from './read-path.ts';

export interface PageDrawings {
  rules: PdfRule[];
  rectangles: PdfRectangle[];
  images: PdfImage[];
  dots: Dot[];
  /** Paths with curves. */
  curves: number;
}

/** FPDF_PAGEOBJ_*. */
const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const FORM = 5;

/** Objects of one page that are looked at; maps and plots have hundreds of thousands. */
const MAX_OBJECTS = 60_000;
const MAX_DEPTH = 12;

interface DrawingSource {
  pdfium: Pdfium;
  geometry: PageGeometry;
  marks: ContentMarks;
}

/** Lines, rectangles and pictures of a page, also those inside form XObjects. Has to run before its words are read: see `ContentMarks`. */
export function extractDrawings(source: DrawingSource, page: Pointer): PageDrawings {
  const { api } = source.pdfium;
  const walk = new DrawingWalk(source);
  walk.objects(api.FPDFPage_CountObjects(page), (index) => api.FPDFPage_GetObject(page, index), {
    matrix: source.geometry.toShown,
    mark: UNMARKED,
    depth: 0,
  });
  return walk.drawings;
}

interface Container {
  matrix: Matrix;
  mark: ContentMark;
  depth: number;
}

class DrawingWalk {
  readonly drawings: PageDrawings = { rules: [], rectangles: [], images: [], dots: [], curves: 0 };
  readonly #source: DrawingSource;
  readonly #paths: PathReader;
  #objectsLeft = MAX_OBJECTS;

  constructor(source: DrawingSource) {
    this.#source = source;
    this.#paths = new PathReader(source.pdfium, source.geometry, this.drawings);
  }

  objects(count: number, get: (index: number) => Pointer, container: Container): void {
    const { api } = this.#source.pdfium;
    for (let index = 0; index < count && this.#objectsLeft > 0; index++) {
      const object = get(index);
      if (object === 0) continue;
      this.#objectsLeft--;
      const type = api.FPDFPageObj_GetType(object);
      if (type === TEXT) {
        if (container.mark !== UNMARKED) this.#source.marks.inherit(object, container.mark);
      } else if (type === PATH) this.#paths.read(object, container.matrix);
      else if (type === IMAGE) this.#image(object, container);
      else if (type === FORM) this.#form(object, container);
    }
  }

  #matrixOf(object: Pointer): Matrix | undefined {
    const { api, memory } = this.#source.pdfium;
    if (api.FPDFPageObj_GetMatrix(object, memory.scratch) === 0) return undefined;
    return readMatrix(this.#source.pdfium, memory.scratch);
  }

  #image(object: Pointer, container: Container): void {
    const matrix = this.#matrixOf(object);
    if (matrix === undefined) return;
    // A picture fills the unit square of its own coordinates (ISO 32000-1, 8.9.4).
    const box = transformBox(concatenate(matrix, container.matrix), 0, 0, 1, 1);
    const { width, height } = this.#source.geometry;
    if (box.right <= 0 || box.left >= width || box.bottom <= 0 || box.top >= height) return;
    const own = this.#source.marks.of(object);
    this.drawings.images.push({
      box: {
        left: Math.max(0, box.left),
        top: Math.max(0, box.top),
        right: Math.min(width, box.right),
        bottom: Math.min(height, box.bottom),
      },
      mcid: own.mcid >= 0 ? own.mcid : container.mark.mcid,
    });
  }

  #form(object: Pointer, { matrix, mark, depth }: Container): void {
    const own = this.#matrixOf(object);
    if (own === undefined || depth >= MAX_DEPTH) return;
    const { api } = this.#source.pdfium;
    const marked = this.#source.marks.of(object);
    const isMarked = marked.mcid >= 0 || marked.isArtefact;
    this.objects(api.FPDFFormObj_CountObjects(object), (index) => api.FPDFFormObj_GetObject(object, index), {
      matrix: concatenate(own, matrix),
      mark: isMarked ? { mcid: marked.mcid, isArtefact: marked.isArtefact || mark.isArtefact } : mark,
      depth: depth + 1,
    });
  }
}
