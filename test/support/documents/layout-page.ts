import type { PdfFacts, PdfFont, PdfPage, PdfWord } from '../../../src/readers/pdf/pdf-page.ts';

const PLAIN: PdfFont = { name: 'Body', isBold: false, isItalic: false, isMonospaced: false };
export const BOLD: PdfFont = { ...PLAIN, name: 'Body-Bold', isBold: true };
export const MONO: PdfFont = { ...PLAIN, name: 'Mono', isMonospaced: true };

/** Width of a character in sizes of its font: the font of the pages that are built here is monospaced in its measures. */
const ADVANCE = 0.5;
/** The font of a scan whose letters were found to be equally wide. */
export const SCANNED_MONO: PdfFont = { ...PLAIN, name: '', pitch: ADVANCE };

export interface LineOptions {
  size?: number;
  font?: PdfFont;
  isRtl?: boolean;
  colour?: number;
}

/** Builds a page as it comes out of a PDF: words with boxes, as if set in a font whose characters are half as wide as high. */
export class LayoutPage {
  readonly page: PdfPage;

  constructor(number = 1, width = 595, height = 842) {
    this.page = {
      number,
      width,
      height,
      words: [],
      rules: [],
      rectangles: [],
      images: [],
      links: [],
      fields: [],
      tags: [],
    };
  }

  /** A line whose first word begins at `left` (of right-to-left text: ends there) and that stands on `baseline`. */
  line(
    text: string,
    left: number,
    baseline: number,
    { size = 10, font = PLAIN, isRtl = false, colour = 0 }: LineOptions = {},
  ): this {
    let x = left;
    for (const word of text.split(' ')) {
      const width = word.length * size * ADVANCE;
      if (word !== '') this.word(word, isRtl ? x - width : x, baseline, { size, font, isRtl, colour });
      x += (isRtl ? -1 : 1) * (width + size * ADVANCE);
    }
    return this;
  }

  word(
    text: string,
    left: number,
    baseline: number,
    { size = 10, font = PLAIN, isRtl = false, colour = 0 }: LineOptions = {},
  ): PdfWord {
    const word: PdfWord = {
      text,
      box: {
        left,
        right: left + text.length * size * ADVANCE,
        top: baseline - size * 0.9,
        bottom: baseline + size * 0.25,
      },
      baseline,
      size,
      font,
      colour,
      angle: 0,
      isRtl,
      hasSpaceBefore: true,
      mcid: -1,
      isArtefact: false,
    };
    this.page.words.push(word);
    return word;
  }

  /** Lines below each other, 12 points apart; returns the baseline of the line that would follow. */
  lines(texts: readonly string[], left: number, baseline: number, options?: LineOptions): number {
    for (const [index, text] of texts.entries()) this.line(text, left, baseline + index * 12, options);
    return baseline + texts.length * 12;
  }

  horizontal(y: number, left: number, right: number): this {
    this.page.rules.push({
      box: { left, right, top: y - 0.3, bottom: y + 0.3 },
      isHorizontal: true,
      colour: 0,
    });
    return this;
  }

  vertical(x: number, top: number, bottom: number): this {
    this.page.rules.push({
      box: { left: x - 0.3, right: x + 0.3, top, bottom },
      isHorizontal: false,
      colour: 0,
    });
    return this;
  }
}

export function layoutFacts(facts: Partial<PdfFacts> = {}): PdfFacts {
  return { totalPages: 1, outline: [], language: undefined, ...facts };
}

/** Lines of prose of one width, as many as asked for: each ends in the middle of a sentence but the last. */
export function prose(lines: number, name = 'word'): string[] {
  return Array.from({ length: lines }, (_, index) => {
    const start = index === 0 ? `The ${name}` : `and ${name}`;
    return `${start} goes on over some more lines of ${name}${index === lines - 1 ? '.' : ''}`;
  });
}
