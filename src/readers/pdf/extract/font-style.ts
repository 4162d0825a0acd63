import type { PdfFont } from '../pdf-page.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import type { Pdfium } from '../pdfium/pdfium-instance.ts';

/** A font of the page with how far it reaches above and below the baseline, in sizes of the font. */
export interface FontStyle {
  font: PdfFont;
  ascent: number;
  descent: number;
}

/** Font descriptor flags (ISO 32000-1, table 123). */
const FIXED_PITCH = 1;
const ITALIC = 1 << 6;
const FORCE_BOLD = 1 << 18;

const SUBSET_PREFIX = /^[A-Z]{6}\+/;
const BOLD_NAME =
  /bold|heavy|(?:^|[^a-z])black(?:$|[^a-z])|[-,_ ](?:bd|blk|demi)(?:$|[^a-z])|semibold|demibold|extrabold|ultrabold/i;
/** Computer Modern and its like say it in their own way. */
const TEX_BOLD = /^(?:CMB|CMSSB|CMBX|CMBTI|SFBX|SFSX|SFBI|ECBX|LMRoman\d*-Bold|.*-Medi(?:um)?(?:Ital)?$)/;
const ITALIC_NAME =
  /italic|oblique|slanted|kursiv|[-,_ ](?:it|ita|obl|ital)(?:$|[^a-z])|(?:bold|medi|regu|light)ital/i;
const TEX_ITALIC = /^(?:CMTI|CMSL|CMMI|CMSSI|SFTI|SFSL|ECTI|CMBXTI|LMMathItalic)/;
const MONOSPACED_NAME =
  /courier|consol|mono(?!type)|menlo|monaco|typewriter|(?:^|[^a-z])code|lucida ?sans ?typ|inconsolata|fixed|terminal|letter ?gothic|andale|ocr-?[ab]/i;
const TEX_MONOSPACED = /^(?:CMTT|CMSLTT|SFTT|ECTT|LMMono|T1?xtt|txtt|cmvtt|NimbusMon)/i;
const NOT_MONOSPACED = /proportional|cmvtt/i;

const DEFAULT_ASCENT = 0.8;
const DEFAULT_DESCENT = 0.2;

/** Fonts of one page; each is looked at once. */
export class FontStyles {
  readonly #pdfium: Pdfium;
  readonly #styles = new Map<Pointer, FontStyle>();
  readonly #fonts = new Map<string, PdfFont>();

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  of(font: Pointer): FontStyle {
    const known = this.#styles.get(font);
    if (known !== undefined) return known;
    const style = font === 0 ? unknownFont(this.#share) : this.#read(font);
    this.#styles.set(font, style);
    return style;
  }

  #read(font: Pointer): FontStyle {
    const { api, memory } = this.#pdfium;
    const { scratch } = memory;
    const baseName = memory.utf8((buffer, size) => api.FPDFFont_GetBaseFontName(font, buffer, size));
    const name = (
      baseName || memory.utf8((buffer, size) => api.FPDFFont_GetFamilyName(font, buffer, size))
    ).replace(SUBSET_PREFIX, '');
    const flags = Math.max(0, api.FPDFFont_GetFlags(font));
    const hasAngle = api.FPDFFont_GetItalicAngle(font, scratch) !== 0;
    const angle = hasAngle ? memory.view.getInt32(scratch, true) : 0;
    const ascent = api.FPDFFont_GetAscent(font, 1, scratch) === 0 ? 0 : memory.float32(scratch);
    const descent = api.FPDFFont_GetDescent(font, 1, scratch) === 0 ? 0 : -memory.float32(scratch);
    return {
      font: this.#share({
        name,
        // PDFium's own weight is a guess from the stems of the letters, and wrong for most fonts of TeX.
        isBold: BOLD_NAME.test(name) || TEX_BOLD.test(name) || (flags & FORCE_BOLD) !== 0,
        isItalic: (flags & ITALIC) !== 0 || isItalicName(name) || (angle < -2 && angle > -60),
        isMonospaced: isMonospaced(name, flags),
      }),
      // Descriptors are often zero or nonsense.
      ascent: ascent >= 0.5 && ascent <= 1.3 ? ascent : DEFAULT_ASCENT,
      descent: descent >= 0.05 && descent <= 0.6 ? descent : DEFAULT_DESCENT,
    };
  }

  /** Two subsets of one font are one font. */
  readonly #share = (font: PdfFont): PdfFont => {
    const key = `${font.isBold} ${font.isItalic} ${font.isMonospaced} ${font.name}`;
    const known = this.#fonts.get(key);
    if (known === undefined) this.#fonts.set(key, font);
    return known ?? font;
  };
}

function isItalicName(name: string): boolean {
  return ITALIC_NAME.test(name) || TEX_ITALIC.test(name);
}

function isMonospaced(name: string, flags: number): boolean {
  if (NOT_MONOSPACED.test(name)) return false;
  return (flags & FIXED_PITCH) !== 0 || MONOSPACED_NAME.test(name) || TEX_MONOSPACED.test(name);
}

function unknownFont(share: (font: PdfFont) => PdfFont): FontStyle {
  return {
    font: share({ name: '', isBold: false, isItalic: false, isMonospaced: false }),
    ascent: DEFAULT_ASCENT,
    descent: DEFAULT_DESCENT,
  };
}
