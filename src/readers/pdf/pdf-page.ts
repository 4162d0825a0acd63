/**
 * A rectangle on a page as it is shown (its rotation applied, cropped to its crop box): points of 1/72 inch from the top left corner,
 * y growing downwards.
 */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** One object for each font of a page. */
export interface PdfFont {
  /** Without the prefix of a subset. */
  name: string;
  isBold: boolean;
  isItalic: boolean;
  isMonospaced: boolean;
  /** Width that every letter has, in sizes of the text: only of scans whose letters were found to stand in such steps. */
  pitch?: number;
}

/** Characters without a gap between them, in one font and size; text in its logical order. */
export interface PdfWord {
  text: string;
  /** From the ascent to the descent of the font, not of the letters. */
  box: Box;
  /** y of the line that it stands on (for upright text). */
  baseline: number;
  /** Points as shown. */
  size: number;
  font: PdfFont;
  /** 0xRRGGBB of the fill. */
  colour: number;
  /** Degrees clockwise as shown: 0 for upright text. */
  angle: number;
  /** Right-to-left script. */
  isRtl: boolean;
  /** Embedding level (UAX #9), of words on lines with right-to-left text: odd ones read from right to left, and 0 is left-to-right text of a line that does. */
  level?: number;
  /** A blank stands before it, or it begins a line. False: it only continues the word before it in another style. */
  hasSpaceBefore: boolean;
  /** Marked content id, for the structure tree; -1 for none. */
  mcid: number;
  /** Marked as an artefact (running header, page number, decoration). */
  isArtefact: boolean;
}

/** A straight line, drawn as a stroke or as a thin filled rectangle. */
export interface PdfRule {
  box: Box;
  isHorizontal: boolean;
  colour: number;
}

/** A filled or stroked rectangle that is more than a line. */
export interface PdfRectangle {
  box: Box;
  /** 0xRRGGBB; undefined when it is not filled. */
  fill: number | undefined;
  isStroked: boolean;
}

/** A picture of a page. */
export interface PdfImage {
  box: Box;
  mcid: number;
  /** Marked as decoration. */
  isArtefact: boolean;
  /** Pixels; 0 when the file does not say. */
  width: number;
  height: number;
  /** Data URI; undefined when it is not wanted, or could not be had. */
  source?: string;
}

export interface PdfLink {
  box: Box;
  /** Absolute URL or mailto; undefined when it leads to a page. */
  url: string | undefined;
  /** From 1. */
  page: number | undefined;
}

export interface PdfField {
  box: Box;
  kind: 'text' | 'checkbox' | 'radio' | 'choice' | 'button' | 'signature';
  name: string;
  /** The text that is filled in, as shown; empty when there is none. */
  value: string;
  isChecked: boolean;
}

/** A node of the structure tree of a tagged PDF (ISO 32000-1, 14.7), with the part of it that lies on one page. */
export interface PdfTag {
  /** Standard type after the role map, such as `P`, `H1`, `Table`, `TR`, `TH`, `TD`, `L`, `LI`, `Lbl`, `LBody`, `Figure`. */
  type: string;
  alternateText: string;
  actualText: string;
  language: string;
  columnSpan: number;
  rowSpan: number;
  /** Children in order: tags, or ids of marked content of this page. */
  children: Array<PdfTag | number>;
}

/** The content of one page. */
export interface PdfPage {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  /** In the order of the content stream. */
  words: PdfWord[];
  rules: PdfRule[];
  rectangles: PdfRectangle[];
  images: PdfImage[];
  links: PdfLink[];
  fields: PdfField[];
  /** Tops of the structure tree; empty when the page is not tagged. */
  tags: PdfTag[];
}

/** An entry of the table of contents that a viewer shows. */
export interface PdfOutlineEntry {
  title: string;
  /** From 1. */
  level: number;
  /** From 1; undefined when it leads elsewhere. */
  page: number | undefined;
  /** y on that page, as shown. */
  top: number | undefined;
}

/** The facts of the whole file that layout needs. */
export interface PdfFacts {
  totalPages: number;
  outline: readonly PdfOutlineEntry[];
  /** BCP 47, when the file says it. */
  language: string | undefined;
}
