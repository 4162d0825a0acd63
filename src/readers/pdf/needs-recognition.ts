import type { ExtractedPage } from './extract/extract-page.ts';
import { isLegible } from './legible.ts';
import type { PdfPage } from './pdf-page.ts';

/** A stamp, a page number or a mark of the scanner does not make a text of a picture. */
const FEW_CHARACTERS = 100;
const ALMOST_NONE = 20;
const MOST_OF_PAGE = 0.5;
const PART_OF_PAGE = 0.2;
/** Letters that are drawn as outlines: a short line has as many curved shapes. */
const MANY_CURVES = 60;

/** Share of a page's characters that are not painted, from which they are what was recognised in its picture before. */
const MOST_HIDDEN = 0.8;

/** Whether the text of a page can only be had from its picture. */
export function needsRecognition({ page, stats, curves }: ExtractedPage): boolean {
  if (stats.isGarbled) return true;
  const share = imageShare(page);
  if (stats.readable < FEW_CHARACTERS && share >= MOST_OF_PAGE) return true;
  return stats.readable < ALMOST_NONE && (share >= PART_OF_PAGE || curves >= MANY_CURVES);
}

/** Share of the page that pictures cover, 0 to 1; scans often come in strips. */
export function imageShare({ images, width, height }: PdfPage): number {
  let area = 0;
  for (const { box } of images) area += (box.right - box.left) * (box.bottom - box.top);
  return Math.min(1, area / Math.max(1, width * height));
}

/** Whether the text behind the picture of a page was recognised so badly that it is worth doing again. */
export function hasBadText({ page, stats }: ExtractedPage): boolean {
  const isBehind = stats.hidden > stats.readable * MOST_HIDDEN && imageShare(page) >= MOST_OF_PAGE;
  return isBehind && !isLegible(page.words);
}
