import type { PdfImage } from '../pdf-page.ts';
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

/** FPDF_PAGEOBJ_*. */
export const TEXT_OBJECT = 1;
export const PATH_OBJECT = 2;
export const IMAGE_OBJECT = 3;
const FORM_OBJECT = 5;

/** Objects of one page that are looked at; maps and plots have hundreds of thousands. */
const MAX_OBJECTS = 60_000;
const MAX_DEPTH = 12;

export interface ObjectSource {
  pdfium: Pdfium;
  geometry: PageGeometry;
  marks: ContentMarks;
}

/** The container of an object: the page, or a form XObject on the page. */
export interface ObjectContainer {
  /** From the coordinates of the objects in it to the page as it is shown. */
  matrix: Matrix;
  mark: ContentMark;
  depth: number;
}

type Visit = (object: Pointer, type: number, container: ObjectContainer) => void;

/** Shows all objects of a page in the order in which they are painted, those inside form XObjects in their place. */
export function walkObjects(source: ObjectSource, page: Pointer, visit: Visit): void {
  const { api } = source.pdfium;
  let left = MAX_OBJECTS;
  const walk = (count: number, get: (index: number) => Pointer, container: ObjectContainer): void => {
    for (let index = 0; index < count && left > 0; index++) {
      const object = get(index);
      if (object === 0) continue;
      left--;
      const type = api.FPDFPageObj_GetType(object);
      if (type !== FORM_OBJECT) {
        visit(object, type, container);
        continue;
      }
      const inner = insideForm(source, object, container);
      if (inner === undefined) continue;
      walk(api.FPDFFormObj_CountObjects(object), (at) => api.FPDFFormObj_GetObject(object, at), inner);
    }
  };
  walk(api.FPDFPage_CountObjects(page), (index) => api.FPDFPage_GetObject(page, index), {
    matrix: source.geometry.toShown,
    mark: UNMARKED,
    depth: 0,
  });
}

function insideForm(
  { pdfium, marks }: ObjectSource,
  form: Pointer,
  { matrix, mark, depth }: ObjectContainer,
): ObjectContainer | undefined {
  const own = matrixOf(pdfium, form);
  if (own === undefined || depth >= MAX_DEPTH) return undefined;
  const { mcid, isArtefact } = marks.of(form);
  return {
    matrix: concatenate(own, matrix),
    mark: mcid >= 0 || isArtefact ? { mcid, isArtefact: isArtefact || mark.isArtefact } : mark,
    depth: depth + 1,
  };
}

function matrixOf(pdfium: Pdfium, object: Pointer): Matrix | undefined {
  const { api, memory } = pdfium;
  return api.FPDFPageObj_GetMatrix(object, memory.scratch) === 0 ? undefined : readMatrix(pdfium);
}

/** A picture with the way from its unit square to the page as it is shown; undefined when it is not on the page. */
export function placeImage(
  { pdfium, geometry, marks }: ObjectSource,
  object: Pointer,
  container: ObjectContainer,
): { image: PdfImage; toShown: Matrix } | undefined {
  const own = matrixOf(pdfium, object);
  if (own === undefined) return undefined;
  // A picture fills the unit square of its own coordinates (ISO 32000-1, 8.9.4).
  const toShown = concatenate(own, container.matrix);
  const box = transformBox(toShown, 0, 0, 1, 1);
  const { width, height } = geometry;
  if (box.right <= 0 || box.left >= width || box.bottom <= 0 || box.top >= height) return undefined;
  const { mcid, isArtefact } = marks.of(object);
  const { api, memory } = pdfium;
  const { scratch } = memory;
  const hasSize = api.FPDFImageObj_GetImagePixelSize(object, scratch, scratch + 4) !== 0;
  const image: PdfImage = {
    box: {
      left: Math.max(0, box.left),
      top: Math.max(0, box.top),
      right: Math.min(width, box.right),
      bottom: Math.min(height, box.bottom),
    },
    mcid: mcid >= 0 ? mcid : container.mark.mcid,
    isArtefact: isArtefact || container.mark.isArtefact,
    width: hasSize ? memory.uint32(scratch) : 0,
    height: hasSize ? memory.uint32(scratch + 4) : 0,
  };
  return { image, toShown };
}
