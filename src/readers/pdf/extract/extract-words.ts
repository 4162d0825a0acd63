import type { Box, PdfWord } from '../pdf-page.ts';
import type { PageGeometry } from '../pdfium/page-geometry.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import type { Pdfium } from '../pdfium/pdfium-instance.ts';
import type { ContentMarks } from './content-marks.ts';
import { dropRepeatedWords } from './drop-repeated-words.ts';
import { GlyphBoxes } from './glyph-boxes.ts';
import { isBlank, isRightToLeft, isUnreadable } from './normalise-character.ts';
import { TextStats } from './text-stats.ts';
import { TextStyles, type TextStyle } from './text-style.ts';
import { WordBuilder } from './word-builder.ts';

export interface PageText {
  words: PdfWord[];
  stats: TextStats;
  /** It has more characters than are read of one page. */
  isCut: boolean;
}

const MAX_CHARACTERS = 500_000;
/** How far the next character may stand off the line before it begins a new word, in sizes. */
const DRIFT = 0.25;
/** Without a blank between them, characters this far apart are not neighbours, in sizes. */
const LEAP = 2.5;
/** Text that begins this far before the last character prints over it: the content of another cell, in sizes. */
const BACK = -0.3;

interface TextSource {
  pdfium: Pdfium;
  geometry: PageGeometry;
  marks: ContentMarks;
}

/**
 * Words of a page from PDFium's text page, in its order: that of the content, and within a line the order of reading, right-to-left
 * scripts included. PDFium also tells where blanks belong that the file only leaves room for.
 */
export function extractWords(source: TextSource, text: Pointer): PageText {
  const { api } = source.pdfium;
  const count = api.FPDFText_CountChars(text);
  const reader = new WordReader(source, text);
  const limit = Math.min(count, MAX_CHARACTERS);
  for (let index = 0; index < limit; index++) reader.read(index);
  reader.flush();
  return { words: dropRepeatedWords(reader.words), stats: reader.stats, isCut: count > limit };
}

interface NextCharacter {
  /** Origin, as shown. */
  x: number;
  y: number;
  code: number;
  isNewObject: boolean;
}

class WordReader {
  readonly words: PdfWord[] = [];
  readonly stats = new TextStats();
  readonly #source: TextSource;
  readonly #text: Pointer;
  readonly #styles: TextStyles;
  readonly #word: WordBuilder;
  #object: Pointer = 0;
  #style: TextStyle | undefined;
  #hasBlank = true;
  /** The file does not tell the characters of the object. */
  #isGuessed = false;

  constructor(source: TextSource, text: Pointer) {
    this.#source = source;
    this.#text = text;
    this.#styles = new TextStyles(source.pdfium, source.geometry, source.marks);
    this.#word = new WordBuilder(new GlyphBoxes(source.pdfium, source.geometry, text));
  }

  read(index: number): void {
    const { api, memory } = this.#source.pdfium;
    const text = this.#text;
    const code = api.FPDFText_GetUnicode(text, index);
    if (isBlank(code)) return this.#blank();
    const object = api.FPDFText_GetTextObject(text, index);
    if (object === 0) return;
    const isNewObject = object !== this.#object;
    if (isNewObject || this.#style === undefined) {
      this.#object = object;
      this.#style = this.#styles.of(object, text, index);
    }
    const style = this.#style;
    if (style.size < 0.5) return;
    if (isUnreadable(code)) return this.stats.addUnreadable();
    if (isNewObject) this.#isGuessed = api.FPDFText_HasUnicodeMapError(text, index) === 1;
    const { scratch } = memory;
    api.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8);
    const { a, b, c, d, e, f } = this.#source.geometry.toShown;
    const { doubles } = memory;
    const pageX = doubles[0] as number;
    const pageY = doubles[1] as number;
    const x = a * pageX + c * pageY + e;
    const y = b * pageX + d * pageY + f;
    if (this.#word.isOpen) this.#relate(style, { x, y, code, isNewObject });
    if (!this.#word.isOpen) this.#word.open(style, this.#hasBlank);
    this.#hasBlank = false;
    this.#word.add(code, x, y, index);
    this.stats.add(code, this.#isGuessed);
    if (isRightToLeft(code)) this.#word.isRtl = true;
  }

  flush(): void {
    if (!this.#word.isOpen) return;
    const word = this.#word.close();
    const { width, height } = this.#source.geometry;
    if (word !== undefined && isOnPage(word.box, width, height)) this.words.push(word);
  }

  #blank(): void {
    this.flush();
    this.#hasBlank = true;
  }

  /** Ends the word when the next character does not continue it. */
  #relate(style: TextStyle, { x, y, code, isNewObject }: NextCharacter): void {
    const before = this.#word.style;
    const deltaX = x - this.#word.x;
    const deltaY = y - this.#word.y;
    const along = (deltaX * before.alongX + deltaY * before.alongY) / before.size;
    const up = (deltaX * before.upX + deltaY * before.upY) / before.size;
    const isBack = isNewObject && along < BACK && !this.#word.isRtl && !isRightToLeft(code);
    if (style === before) {
      if (Math.abs(up) <= DRIFT && Math.abs(along) <= LEAP && !isBack) return;
      if (this.#word.mayCombine(code) && Math.abs(up) < 0.6 && Math.abs(along) < 1) return;
      if (this.#word.canGoDown(code, along, up)) return;
    }
    this.flush();
    // A new place on the page, though nothing stands between.
    this.#hasBlank = Math.abs(up) > 1 || Math.abs(along) > LEAP || isBack;
  }
}

function isOnPage({ left, right, top, bottom }: Box, width: number, height: number): boolean {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return x >= 0 && x <= width && y >= 0 && y <= height;
}
