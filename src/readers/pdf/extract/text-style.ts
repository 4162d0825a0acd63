import { concatenate, readMatrix, type Matrix, type PageGeometry } from '../pdfium/page-geometry.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import type { Pdfium } from '../pdfium/pdfium-instance.ts';
import type { PdfFont } from '../pdf-page.ts';
import type { ContentMarks } from './content-marks.ts';
import { FontStyles } from './font-style.ts';

/** How the characters of a text object stand on the page. */
export interface TextStyle {
  font: PdfFont;
  /** Points as shown. */
  size: number;
  /** Sizes of the font above and below the baseline. */
  ascent: number;
  descent: number;
  colour: number;
  /** Degrees clockwise as shown, -180 to 180. */
  angle: number;
  /** Unit vector of the direction of writing, as shown. */
  alongX: number;
  alongY: number;
  /** Unit vector towards the top of the letters, as shown. */
  upX: number;
  upY: number;
  mcid: number;
  isArtefact: boolean;
}

const STROKED_TEXT = 1;
/** Text that deviates less than this is upright, degrees. */
const UPRIGHT = 0.6;

/** Styles of the text objects of one page. Objects that look the same have the same style object. */
export class TextStyles {
  readonly #pdfium: Pdfium;
  readonly #geometry: PageGeometry;
  readonly #marks: ContentMarks;
  readonly #fonts: FontStyles;
  readonly #styles = new Map<Pointer, TextStyle>();
  #last: TextStyle | undefined;

  constructor(pdfium: Pdfium, geometry: PageGeometry, marks: ContentMarks) {
    this.#pdfium = pdfium;
    this.#geometry = geometry;
    this.#marks = marks;
    this.#fonts = new FontStyles(pdfium);
  }

  /** `index` is that of a character of the object in the text page. */
  of(object: Pointer, text: Pointer, index: number): TextStyle {
    const known = this.#styles.get(object);
    if (known !== undefined) return known;
    const read = this.#read(object, text, index);
    const style = this.#last !== undefined && isSame(this.#last, read) ? this.#last : read;
    this.#last = style;
    this.#styles.set(object, style);
    return style;
  }

  #read(object: Pointer, text: Pointer, index: number): TextStyle {
    const { api, memory } = this.#pdfium;
    const { scratch } = memory;
    const { font, ascent, descent } = this.#fonts.of(api.FPDFTextObj_GetFont(object));
    const fontSize = api.FPDFTextObj_GetFontSize(object, scratch) === 0 ? 1 : memory.float32(scratch);
    const matrix =
      api.FPDFText_GetMatrix(text, index, scratch) === 0 ? IDENTITY : readMatrix(this.#pdfium, scratch);
    const { a, b, c, d } = concatenate(matrix, this.#geometry.toShown);
    const along = Math.hypot(a, b) || 1;
    const up = Math.hypot(c, d) || 1;
    const sign = fontSize < 0 ? -1 : 1;
    const alongX = (sign * a) / along;
    const alongY = (sign * b) / along;
    const angle = (Math.atan2(alongY, alongX) * 180) / Math.PI;
    const { mcid, isArtefact } = this.#marks.of(object);
    return {
      font,
      size: Math.abs(fontSize) * up,
      ascent,
      descent,
      colour: this.#colourOf(object),
      angle: Math.abs(angle) < UPRIGHT ? 0 : Math.round(angle * 10) / 10,
      alongX,
      alongY,
      upX: (sign * c) / up,
      upY: (sign * d) / up,
      mcid,
      isArtefact,
    };
  }

  #colourOf(object: Pointer): number {
    const { api, memory } = this.#pdfium;
    const { scratch } = memory;
    const isStroked = api.FPDFTextObj_GetTextRenderMode(object) === STROKED_TEXT;
    const ask = isStroked ? api.FPDFPageObj_GetStrokeColor : api.FPDFPageObj_GetFillColor;
    if (ask(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return 0;
    return (memory.uint32(scratch) << 16) | (memory.uint32(scratch + 4) << 8) | memory.uint32(scratch + 8);
  }
}

const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

function isSame(one: TextStyle, other: TextStyle): boolean {
  return (
    one.font === other.font &&
    Math.abs(one.size - other.size) < 0.01 &&
    one.colour === other.colour &&
    one.angle === other.angle &&
    one.mcid === other.mcid &&
    one.isArtefact === other.isArtefact &&
    one.ascent === other.ascent
  );
}
