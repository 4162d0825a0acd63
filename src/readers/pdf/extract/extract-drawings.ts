import type { PdfImage, PdfRectangle, PdfRule } from '../pdf-page.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import { UNMARKED } from './content-marks.ts';
import { PathReader, type Dot } from './read-path.ts';
import {
  IMAGE_OBJECT,
  PATH_OBJECT,
  placeImage,
  TEXT_OBJECT,
  walkObjects,
  type ObjectSource,
} from './walk-objects.ts';

export interface PageDrawings {
  rules: PdfRule[];
  rectangles: PdfRectangle[];
  images: PdfImage[];
  dots: Dot[];
  /** Paths with curves. */
  curves: number;
}

/** Lines, rectangles and pictures of a page, also those inside form XObjects. Has to run before its words are read: see `ContentMarks`. */
export function extractDrawings(source: ObjectSource, page: Pointer): PageDrawings {
  const drawings: PageDrawings = { rules: [], rectangles: [], images: [], dots: [], curves: 0 };
  const paths = new PathReader(source.pdfium, source.geometry, drawings);
  walkObjects(source, page, (object, type, container) => {
    if (type === TEXT_OBJECT) {
      if (container.mark !== UNMARKED) source.marks.inherit(object, container.mark);
    } else if (type === PATH_OBJECT) paths.read(object, container.matrix);
    else if (type === IMAGE_OBJECT) {
      const placed = placeImage(source, object, container);
      if (placed !== undefined) drawings.images.push(placed.image);
    }
  });
  return drawings;
}
