/** A page as pixels, rows from the top, without gaps between them. */
export interface Raster {
  width: number;
  height: number;
  /** Pixels of an inch; 0 when it is not known. */
  dpi: number;
  /** 1: grey, 0 is black. 4: three colours and alpha, or one unused byte; their order does not matter here. */
  channels: 1 | 4;
  /** `width * height * channels` bytes. */
  data: Uint8Array;
}

/** Pixels from the top left corner, `right` and `bottom` just outside. */
export interface OcrBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface OcrWord {
  text: string;
  /** The box of its ink. */
  box: OcrBox;
  /** 0 to 1. */
  confidence: number;
  isSuperscript: boolean;
  isSubscript: boolean;
}

export interface OcrLine {
  /** At least one, in the order of reading. */
  words: readonly OcrWord[];
  box: OcrBox;
  /** y that its letters stand on, in the middle of the line. */
  baseline: number;
  /** Pixels from the top of its tall letters to the foot of its descenders, about 0.93 of the size of its font. */
  height: number;
  /** Pixels of a letter such as `x`. */
  xHeight: number;
  confidence: number;
  isRtl: boolean;
}

export interface OcrParagraph {
  lines: readonly OcrLine[];
  box: OcrBox;
}

/** A column or another area that text flows in. */
export interface OcrBlock {
  paragraphs: readonly OcrParagraph[];
  box: OcrBox;
}

/** A straight line that is drawn on the page. */
export interface OcrRule {
  box: OcrBox;
  isHorizontal: boolean;
}

/**
 * The text of a page. All positions are in pixels of the raster that was given, after it was turned upright: first by
 * `rotation`, then levelled by `skew` about its centre.
 */
export interface OcrPage {
  /** The width of the upright page: swapped against the raster when `rotation` is 90 or 270. */
  width: number;
  height: number;
  /** Degrees by which the raster had to be turned clockwise to be upright. */
  rotation: 0 | 90 | 180 | 270;
  /** Degrees by which it then had to be turned clockwise to be level; small, 0 when it was level. */
  skew: number;
  /** In the order of reading. */
  blocks: readonly OcrBlock[];
  rules: readonly OcrRule[];
  /** Mean of the words, weighted by their length; 0 when there are none. */
  confidence: number;
  /** False: the time was over before all of the page was read. */
  isComplete: boolean;
}
