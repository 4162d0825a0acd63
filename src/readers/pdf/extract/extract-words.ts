import type { Box, PdfWord } from '../pdf-page.ts';
import type { PageGeometry } from '../pdfium/page-geometry.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import type { Pdfium } from '../pdfium/pdfium-instance.ts';
import type { ContentMarks } from './content-marks.ts';
import { GlyphBoxes } from './glyph-boxes.ts';
import {
  isBlankCharacter,
  isIndic,
  isPlainLetter,
  isRightToLeft,
  isUnreadable,
} from './normalise-character.ts';
import { RepeatedWords } from './repeated-words.ts';
import { readLineItems } from './right-to-left/read-line-items.ts';
import { RightToLeftLines } from './right-to-left/right-to-left-lines.ts';
import { SilentGlyphs } from './silent-glyphs.ts';
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
/** A mode of painting text (ISO 32000-1, table 106). */
const HIDDEN_TEXT = 3;
/** How far the next character may stand off the line before it begins a new word, in sizes. */
const DRIFT = 0.25;
/** Without a blank between them, characters this far apart are not neighbours, in sizes. */
const LEAP = 2.5;
/** Text that begins this far before the last character prints over it: the content of another cell, in sizes. */
const BACK = -0.3;

/** Letters that are read at once: so few that a leap among them shows in where the last of them is. */
const MOST_AHEAD = 8;
/** How wide each of them is on average, in sizes. */
const NARROWEST = 0.2;
const WIDEST = 1.2;

/** A letter behind a syllable of an Indic script stands nearer to its ink, in sizes: blanks are wider. */
const BEHIND_SYLLABLE = 0.14;

interface TextSource {
  pdfium: Pdfium;
  geometry: PageGeometry;
  marks: ContentMarks;
  page: Pointer;
}

/**
 * Words of a page from PDFium's text page, in its order: that of the content, and within a line the order of reading. PDFium also
 * tells where blanks belong that the file only leaves room for. Lines with right-to-left letters are read by where their glyphs are.
 */
export function extractWords(source: TextSource, text: Pointer): PageText {
  const { api } = source.pdfium;
  const count = api.FPDFText_CountChars(text);
  const reader = new WordReader(source, text);
  const limit = Math.min(count, MAX_CHARACTERS);
  let index = 0;
  while (index < limit) index = reader.read(index, limit);
  reader.flush();
  const words = reader.words.some(({ isRtl }) => isRtl)
    ? wordsOfTwoDirections(source, text, limit)
    : reader.words;
  return { words, stats: reader.stats, isCut: count > limit };
}

/** PDFium takes right-to-left lines apart at blanks, digits and brackets, and turns some of the parts round. */
function wordsOfTwoDirections(source: TextSource, text: Pointer, limit: number): PdfWord[] {
  const lines = new RightToLeftLines(readLineItems({ ...source, text }, limit), limit);
  const reader = new WordReader(source, text);
  for (let index = 0; index < limit;) {
    if (!lines.has(index)) {
      let end = index + 1;
      while (end < limit && end <= index + MOST_AHEAD && !lines.has(end)) end++;
      index = reader.read(index, end);
      continue;
    }
    reader.place(lines.wordsAt(index));
    index++;
  }
  reader.flush();
  return reader.words;
}

class WordReader {
  readonly words: PdfWord[] = [];
  readonly stats = new TextStats();
  readonly #source: TextSource;
  readonly #text: Pointer;
  readonly #styles: TextStyles;
  readonly #silent: SilentGlyphs;
  readonly #word: WordBuilder;
  readonly #repeated = new RepeatedWords();
  /** The character that is being read: its origin, as shown, its object, and the object's look. */
  #x = 0;
  #y = 0;
  #object: Pointer = 0;
  /** The object before it. */
  #objectBefore: Pointer = 0;
  #isNewObject = false;
  #style: TextStyle | undefined;
  #hasBlank = true;
  /** PDFium has made up a blank behind the open word. */
  #isBlankDoubtful = false;
  /** The file does not tell the characters of the object. */
  #isGuessed = false;
  /** The object is not painted. */
  #isHidden = false;
  readonly #codes = new Uint16Array(MOST_AHEAD);

  constructor(source: TextSource, text: Pointer) {
    this.#source = source;
    this.#text = text;
    this.#styles = new TextStyles(source.pdfium, source.geometry, source.marks);
    this.#silent = new SilentGlyphs(source.pdfium, source.geometry, source.page);
    this.#word = new WordBuilder(new GlyphBoxes(source.pdfium, source.geometry, text));
  }

  /** Reads the character with this index, and those behind it that simply continue it. Returns the index of the next. */
  read(index: number, limit: number): number {
    const { api } = this.#source.pdfium;
    const text = this.#text;
    const next = index + 1;
    const code = api.FPDFText_GetUnicode(text, index);
    if (isBlankCharacter(code)) {
      this.#readBlank(index);
      return next;
    }
    const object = api.FPDFText_GetTextObject(text, index);
    if (object === 0) return next;
    this.#isNewObject = object !== this.#object;
    if (this.#isNewObject) {
      this.#objectBefore = this.#object;
      this.#object = object;
      this.#style = undefined;
      this.#isHidden = api.FPDFTextObj_GetTextRenderMode(object) === HIDDEN_TEXT;
    }
    this.#style ??= this.#styles.of(object, text, index);
    const style = this.#style;
    if (style.size < 0.5) return next;
    if (isUnreadable(code)) {
      this.stats.addUnreadable();
      return next;
    }
    const word = this.#word;
    // Objects within a word are alike, and some programs make one of every letter.
    if (this.#isNewObject && !word.isOpen) {
      this.#isGuessed = api.FPDFText_HasUnicodeMapError(text, index) === 1;
    }
    this.#place(index);
    this.#settleBlank(style, code);
    if (word.isOpen) this.#relate(style, code);
    if (!word.isOpen) word.open(style, this.#hasBlank);
    this.#hasBlank = false;
    word.add(code, this.#x, this.#y, index);
    this.stats.add(code, this.#isGuessed);
    if (this.#isHidden) this.stats.hidden++;
    if (isRightToLeft(code)) word.isRtl = true;
    return style.angle === 0 && isPlainLetter(code) ? this.#readAhead(next, limit) : next;
  }

  /**
   * Most characters are letters in the midst of an object that stand right behind one another: where each of them is need not
   * be asked when the last of them is where so many letters end.
   */
  #readAhead(from: number, limit: number): number {
    const { api } = this.#source.pdfium;
    const text = this.#text;
    const object = this.#object;
    const codes = this.#codes;
    const last = Math.min(limit, from + codes.length);
    let index = from;
    for (; index < last; index++) {
      const code = api.FPDFText_GetUnicode(text, index);
      if (!isPlainLetter(code) || api.FPDFText_GetTextObject(text, index) !== object) break;
      codes[index - from] = code;
    }
    const count = index - from;
    const word = this.#word;
    if (count === 0 || word.isRtl) return from;
    this.#place(index - 1);
    const { alongX, alongY, upX, upY, size } = word.style;
    const deltaX = this.#x - word.x;
    const deltaY = this.#y - word.y;
    const width = (deltaX * alongX + deltaY * alongY) / (count * size);
    const up = (deltaX * upX + deltaY * upY) / size;
    if (!(width >= NARROWEST && width <= WIDEST && Math.abs(up) <= DRIFT)) return from;
    if (this.#isHidden) this.stats.hidden += count;
    for (let place = 0; place < count; place++) this.stats.add(codes[place]!, this.#isGuessed);
    word.addLetters(codes, count, this.#x, this.#y, index - 1);
    return index;
  }

  #place(index: number): void {
    const { api, memory } = this.#source.pdfium;
    api.FPDFText_GetCharOrigin(this.#text, index, memory.scratch, memory.scratch + 8);
    const { a, b, c, d, e, f } = this.#source.geometry.toShown;
    const { doubles } = memory;
    const x = doubles[0]!;
    const y = doubles[1]!;
    this.#x = a * x + c * y + e;
    this.#y = b * x + d * y + f;
  }

  flush(): void {
    if (!this.#word.isOpen) return;
    const word = this.#word.close();
    if (word !== undefined) this.#keep(word);
  }

  /** Takes words that were read elsewhere; those behind them begin anew. */
  place(words: readonly PdfWord[]): void {
    this.#blank();
    for (const word of words) this.#keep(word);
  }

  #keep(word: PdfWord): void {
    const { width, height } = this.#source.geometry;
    if (isOnPage(word.box, width, height) && !this.#repeated.has(word)) this.words.push(word);
  }

  #blank(): void {
    this.flush();
    this.#hasBlank = true;
    this.#isBlankDoubtful = false;
  }

  #readBlank(index: number): void {
    const { api } = this.#source.pdfium;
    if (this.#word.isOpen && api.FPDFText_IsGenerated(this.#text, index) === 1) this.#isBlankDoubtful = true;
    else this.#blank();
  }

  /** Where each glyph is placed by itself, PDFium takes some for the beginnings of lines. */
  #settleBlank(style: TextStyle, code: number): void {
    if (!this.#isBlankDoubtful) return;
    this.#isBlankDoubtful = false;
    if (isIndic(code) && this.#isBehindSyllable(style)) return;
    if (style !== this.#word.style || !this.#word.isTouchedAt(this.#x, this.#y)) this.#blank();
  }

  /** Whether the character stands right behind glyphs of the word that have no characters, whose room PDFium takes for a gap. */
  #isBehindSyllable(style: TextStyle): boolean {
    const word = this.#word;
    if (style !== word.style || style.angle !== 0 || !this.#isNewObject) return false;
    if (Math.abs(this.#y - word.y) > style.size * DRIFT) return false;
    const end = this.#silent.endBetween(this.#objectBefore, this.#object);
    return end !== undefined && end > word.x && Math.abs(this.#x - end) < style.size * BEHIND_SYLLABLE;
  }

  /** Ends the word when the next character does not continue it. */
  #relate(style: TextStyle, code: number): void {
    const word = this.#word;
    const before = word.style;
    const deltaX = this.#x - word.x;
    const deltaY = this.#y - word.y;
    const along = (deltaX * before.alongX + deltaY * before.alongY) / before.size;
    const up = (deltaX * before.upX + deltaY * before.upY) / before.size;
    const isBack = this.#isNewObject && along < BACK && !word.isRtl && !isRightToLeft(code);
    if (style === before) {
      if (Math.abs(up) <= DRIFT && Math.abs(along) <= LEAP && !isBack) return;
      if (word.mayCombine(code) && Math.abs(up) < 0.6 && Math.abs(along) < 1) return;
      if (word.canGoDown(code, along, up)) return;
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
