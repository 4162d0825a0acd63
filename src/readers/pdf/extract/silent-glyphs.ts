import { transformBox, type PageGeometry } from '../pdfium/page-geometry.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import type { Pdfium } from '../pdfium/pdfium-instance.ts';

/** Glyphs of one syllable, at most. */
const MOST_GLYPHS = 8;

/**
 * The ink of glyphs that have no characters of their own: some programs tell the text of a syllable (ActualText) with the first of
 * its glyphs, and PDFium leaves out the others.
 */
export class SilentGlyphs {
  readonly #pdfium: Pdfium;
  readonly #geometry: PageGeometry;
  readonly #page: Pointer;
  /** Places of the objects of the page in its content; read when they are first asked for. */
  #places: Map<Pointer, number> | undefined;

  constructor(pdfium: Pdfium, geometry: PageGeometry, page: Pointer) {
    this.#pdfium = pdfium;
    this.#geometry = geometry;
    this.#page = page;
  }

  /** The right end of the glyphs between two text objects, as shown; undefined when there are none. */
  endBetween(object: Pointer, next: Pointer): number | undefined {
    const { api } = this.#pdfium;
    this.#places ??= this.#readPlaces();
    const first = this.#places.get(object);
    const last = this.#places.get(next);
    if (first === undefined || last === undefined || last - first < 2 || last - first > MOST_GLYPHS)
      return undefined;
    let end = -Infinity;
    for (let place = first + 1; place < last; place++) {
      end = Math.max(end, this.#endOf(api.FPDFPage_GetObject(this.#page, place)));
    }
    return end;
  }

  #readPlaces(): Map<Pointer, number> {
    const { api } = this.#pdfium;
    const places = new Map<Pointer, number>();
    const count = api.FPDFPage_CountObjects(this.#page);
    for (let place = 0; place < count; place++) places.set(api.FPDFPage_GetObject(this.#page, place), place);
    return places;
  }

  #endOf(object: Pointer): number {
    const { api, memory } = this.#pdfium;
    const { scratch } = memory;
    api.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
    const { floats } = memory;
    const left = floats[0]!;
    const bottom = floats[1]!;
    const right = floats[2]!;
    const top = floats[3]!;
    return transformBox(this.#geometry.toShown, left, bottom, right, top).right;
  }
}
