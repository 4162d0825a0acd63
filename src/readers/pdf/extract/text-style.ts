import type { PageGeometry } from '../pdfium/page-geometry.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import type { Pdfium } from '../pdfium/pdfium-instance.ts';
import type { PdfFont } from '../pdf-page.ts';
import { UNMARKED, type ContentMark, type ContentMarks } from './content-marks.ts';
import { FontStyles, type FontStyle } from './font-style.ts';

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

/** Where in the scratch memory, in units of four bytes, an object's facts are written side by side. */
const MATRIX_AT = 0;
/** The first four numbers of a matrix that changes nothing. */
const IDENTITY = [1, 0, 0, 1];
const SIZE_AT = 6;
const COLOUR_AT = 8;

/** A text object's style as PDFium tells it: as numbers of one kind each, since most objects of a page are alike. */
interface RawStyle {
  font: Pointer;
  size: number;
  a: number;
  b: number;
  c: number;
  d: number;
  colour: number;
  mark: ContentMark;
}

/** Styles of the text objects of one page. Objects in a row that look the same have the same style object. */
export class TextStyles {
  readonly #pdfium: Pdfium;
  readonly #geometry: PageGeometry;
  readonly #marks: ContentMarks;
  readonly #fonts: FontStyles;
  readonly #raw: RawStyle = { font: -1, size: 0, a: 0, b: 0, c: 0, d: 0, colour: 0, mark: UNMARKED };
  #last: TextStyle | undefined;

  constructor(pdfium: Pdfium, geometry: PageGeometry, marks: ContentMarks) {
    this.#pdfium = pdfium;
    this.#geometry = geometry;
    this.#marks = marks;
    this.#fonts = new FontStyles(pdfium);
  }

  /** `index` is that of a character of the object in the text page. Some programs make an object of every letter. */
  of(object: Pointer, text: Pointer, index: number): TextStyle {
    const { api, memory } = this.#pdfium;
    const { scratch } = memory;
    // First: it may use the scratch memory for a name.
    const mark = this.#marks.of(object);
    const font = api.FPDFTextObj_GetFont(object);
    const hasSize = api.FPDFTextObj_GetFontSize(object, scratch + 4 * SIZE_AT) !== 0;
    const hasMatrix = api.FPDFText_GetMatrix(text, index, scratch + 4 * MATRIX_AT) !== 0;
    const colour = this.#colourOf(object);
    const { floats } = memory;
    const size = hasSize ? floats[SIZE_AT]! : 1;
    if (!hasMatrix) floats.set(IDENTITY, MATRIX_AT);
    const a = floats[MATRIX_AT]!;
    const b = floats[MATRIX_AT + 1]!;
    const c = floats[MATRIX_AT + 2]!;
    const d = floats[MATRIX_AT + 3]!;
    const raw = this.#raw;
    if (
      this.#last !== undefined &&
      font === raw.font &&
      size === raw.size &&
      a === raw.a &&
      b === raw.b &&
      c === raw.c &&
      d === raw.d &&
      colour === raw.colour &&
      mark.mcid === raw.mark.mcid &&
      mark.isArtefact === raw.mark.isArtefact
    ) {
      return this.#last;
    }
    raw.font = font;
    raw.size = size;
    raw.a = a;
    raw.b = b;
    raw.c = c;
    raw.d = d;
    raw.colour = colour;
    raw.mark = mark;
    const style = toStyle(raw, this.#fonts.of(font), this.#geometry);
    if (this.#last === undefined || !isSame(this.#last, style)) this.#last = style;
    return this.#last;
  }

  #colourOf(object: Pointer): number {
    const { api, memory } = this.#pdfium;
    const at = memory.scratch + 4 * COLOUR_AT;
    const isStroked = api.FPDFTextObj_GetTextRenderMode(object) === STROKED_TEXT;
    const isKnown = isStroked
      ? api.FPDFPageObj_GetStrokeColor(object, at, at + 4, at + 8, at + 12)
      : api.FPDFPageObj_GetFillColor(object, at, at + 4, at + 8, at + 12);
    if (isKnown === 0) return 0;
    const { integers } = memory;
    const red = integers[COLOUR_AT]!;
    const green = integers[COLOUR_AT + 1]!;
    return (red << 16) | (green << 8) | integers[COLOUR_AT + 2]!;
  }
}

function toStyle(raw: RawStyle, { font, ascent, descent }: FontStyle, { toShown }: PageGeometry): TextStyle {
  const { size, colour, mark } = raw;
  const a = raw.a * toShown.a + raw.b * toShown.c;
  const b = raw.a * toShown.b + raw.b * toShown.d;
  const c = raw.c * toShown.a + raw.d * toShown.c;
  const d = raw.c * toShown.b + raw.d * toShown.d;
  const along = Math.hypot(a, b) || 1;
  const up = Math.hypot(c, d) || 1;
  const sign = size < 0 ? -1 : 1;
  const alongX = (sign * a) / along;
  const alongY = (sign * b) / along;
  const angle = (Math.atan2(alongY, alongX) * 180) / Math.PI;
  return {
    font,
    size: Math.abs(size) * up,
    ascent,
    descent,
    colour,
    angle: Math.abs(angle) < UPRIGHT ? 0 : Math.round(angle * 10) / 10,
    alongX,
    alongY,
    upX: (sign * c) / up,
    upY: (sign * d) / up,
    mcid: mark.mcid,
    isArtefact: mark.isArtefact,
  };
}

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
