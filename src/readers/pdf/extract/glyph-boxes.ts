import type { Box } from '../pdf-page.ts';
import { transformBox, type PageGeometry } from '../pdfium/page-geometry.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import type { Pdfium } from '../pdfium/pdfium-instance.ts';

/** Where the ink of characters is, as shown. Measured one by one: most characters' boxes are never asked for. */
export class GlyphBoxes {
  readonly #pdfium: Pdfium;
  readonly #geometry: PageGeometry;
  readonly #text: Pointer;

  constructor(pdfium: Pdfium, geometry: PageGeometry, text: Pointer) {
    this.#pdfium = pdfium;
    this.#geometry = geometry;
    this.#text = text;
  }

  /** Gives the box of the character with this index in the text page. */
  at(index: number): Box {
    const { api, memory } = this.#pdfium;
    const { scratch } = memory;
    api.FPDFText_GetCharBox(this.#text, index, scratch, scratch + 8, scratch + 16, scratch + 24);
    // By index: taking a typed array apart goes through its iterator.
    const { doubles } = memory;
    const left = doubles[0]!;
    const right = doubles[1]!;
    const bottom = doubles[2]!;
    const top = doubles[3]!;
    return transformBox(this.#geometry.toShown, left, bottom, right, top);
  }

  /** Gives the box from the origin of the character to that of the one that would follow it. */
  looseAt(index: number): Box {
    const { api, memory } = this.#pdfium;
    api.FPDFText_GetLooseCharBox(this.#text, index, memory.scratch);
    const { floats } = memory;
    const left = floats[0]!;
    const top = floats[1]!;
    const right = floats[2]!;
    const bottom = floats[3]!;
    return transformBox(this.#geometry.toShown, left, bottom, right, top);
  }
}
