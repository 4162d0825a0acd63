import { ContentMarks } from '../extract/content-marks.ts';
import { IMAGE_OBJECT, placeImage, walkObjects } from '../extract/walk-objects.ts';
import type { PdfImage } from '../pdf-page.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import { geometryOf } from '../pdfium/page-geometry.ts';
import { guardPdfium } from '../pdfium/pdfium-instance.ts';
import type { PictureBudget } from './picture-budget.ts';
import { readPicture } from './read-picture.ts';

export interface WantedPictures {
  /** From 0. */
  pageIndex: number;
  /** All pictures of the page, in the order in which they were extracted; those that are read get their `source`. */
  images: readonly PdfImage[];
  /** Indices into `images`. */
  chosen: readonly number[];
}

/** Reads the chosen pictures of a page, as far as the budget goes. Throws a PdfiumCrash. */
export function loadPictures(
  open: OpenDocument,
  { pageIndex, images, chosen }: WantedPictures,
  budget: PictureBudget,
): void {
  guardPdfium(() => {
    const { pdfium } = open;
    const page = pdfium.api.FPDF_LoadPage(open.document, pageIndex);
    if (page === 0) return;
    try {
      const source = { pdfium, geometry: geometryOf(pdfium, page), marks: new ContentMarks(pdfium) };
      const isChosen = new Set(chosen);
      let count = 0;
      walkObjects(source, page, (object, type, container) => {
        if (type !== IMAGE_OBJECT) return;
        const placed = placeImage(source, object, container);
        if (placed === undefined) return;
        const index = count++;
        const image = images[index];
        if (!isChosen.has(index) || image === undefined) return;
        const { width, height } = image;
        const read = budget.isSpent
          ? undefined
          : readPicture({ open, page, object, width, height, toShown: placed.toShown });
        if (read === undefined) budget.leftOut++;
        else if (budget.take(read)) image.source = read;
      });
    } finally {
      pdfium.api.FPDF_ClosePage(page);
    }
  });
}
