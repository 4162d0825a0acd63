import { findInk } from '../ocr/find-ink.ts';
import { measureLetters } from '../ocr/measure-letters.ts';
import type { PdfSession } from './pdf-session.ts';
import type { PageRaster } from './pdfium/render-page.ts';

/** Letters of 7 points and more are read as well as in a finer picture, which takes half as much time again. */
const DPI = 200;
/** For small print. */
const FINE_DPI = 300;
/** Usual height of the letters of a text of 6.5 points in a picture of that resolution, pixels. */
const SMALL_LETTER = 11;

/** A page, from 0, as a picture that is fine enough for its letters. Undefined when it cannot be painted. */
export async function renderScan(session: PdfSession, index: number): Promise<PageRaster | undefined> {
  const raster = await session.render(index, DPI);
  if (raster === undefined || raster.dpi < DPI) return raster;
  const { height } = measureLetters(findInk(raster));
  if (height === undefined || height >= SMALL_LETTER) return raster;
  return (await session.render(index, FINE_DPI)) ?? raster;
}
