import type { Box, PdfWord } from '../pdf-page.ts';
import type { GlyphBoxes } from './glyph-boxes.ts';
import { dropInnerSoftHyphens, isRightToLeft, normaliseCharacter } from './normalise-character.ts';
import { accentLetter, combiningMark } from './spacing-accents.ts';
import type { TextStyle } from './text-style.ts';

const NO_STYLE: TextStyle = {
  font: { name: '', isBold: false, isItalic: false, isMonospaced: false },
  size: 1,
  ascent: 0,
  descent: 0,
  colour: 0,
  angle: 0,
  alongX: 1,
  alongY: 0,
  upX: 0,
  upY: -1,
  mcid: -1,
  isArtefact: false,
};
/** A character without a blank that ends it, such as a line of dots. */
const MAX_LENGTH = 10_000;
/** Glyphs nearer than this have no blank between them, in sizes: the narrowest blanks are twice as wide. */
const TOUCHING = 0.08;
const TOUCHING_INK = 0.15;
/** A box that begins further from the origin of its character is not that of a whole glyph, in sizes. */
const OTHER_PLACE = 0.02;
const FIRST_IDEOGRAPH = 0x2e80;

/** A word that grows character by character. */
export class WordBuilder {
  style: TextStyle = NO_STYLE;
  isOpen = false;
  isRtl = false;
  /** Origin of the last character, as shown. */
  x = 0;
  y = 0;
  #text = '';
  #hasSpaceBefore = true;
  #isVertical = false;
  #count = 0;
  #firstX = 0;
  #firstY = 0;
  #lastIndex = 0;
  /** Where the letters of the last glyph begin in the text. */
  #glyphStart = 0;
  /** An accent that waits for the letter that it stands over. */
  #accent = '';
  readonly #ink: Box = { left: 0, top: 0, right: 0, bottom: 0 };
  readonly #glyphs: GlyphBoxes;

  constructor(glyphs: GlyphBoxes) {
    this.#glyphs = glyphs;
  }

  open(style: TextStyle, hasSpaceBefore: boolean): void {
    this.style = style;
    this.isOpen = true;
    this.isRtl = false;
    this.#text = '';
    this.#hasSpaceBefore = hasSpaceBefore;
    this.#isVertical = false;
    this.#count = 0;
    this.#accent = '';
    this.#ink.left = Infinity;
    this.#ink.top = Infinity;
    this.#ink.right = -Infinity;
    this.#ink.bottom = -Infinity;
  }

  /** `index` is that of the character in the text page. */
  add(code: number, x: number, y: number, index: number): void {
    // PDFium gives each letter of a ligature the same origin, and the glyph's box or a part of it.
    const isSameGlyph =
      this.#count > 0 && x === this.x && y === this.y && isRightToLeft(code) && this.#sharesGlyph(index);
    if (!isSameGlyph) this.#glyphStart = this.#text.length;
    if (this.#count === 0) {
      this.#firstX = x;
      this.#firstY = y;
    }
    this.#count++;
    this.x = x;
    this.y = y;
    if (this.#count > MAX_LENGTH) return;
    if (isSameGlyph) this.#prepend(code);
    else this.#append(code, index);
    // The ends of an upright word are enough.
    if (this.#count === 1 || this.style.angle !== 0) this.#include(index);
    this.#lastIndex = index;
  }

  /** Plain letters that simply continue an upright word; `index` is that of the last in the text page. */
  // oxlint-disable-next-line max-params -- one call a run of letters, whose codes are in a buffer that is used again
  addLetters(codes: Uint16Array, count: number, x: number, y: number, index: number): void {
    this.x = x;
    this.y = y;
    this.#count += count;
    if (this.#count > MAX_LENGTH) return;
    let text = this.#text;
    for (let place = 0; place < count; place++) text += String.fromCharCode(codes[place]!);
    this.#text = text;
    this.#glyphStart = text.length - 1;
    this.#lastIndex = index;
  }

  #sharesGlyph(index: number): boolean {
    const glyph = this.#glyphs.at(index);
    const last = this.#glyphs.at(this.#lastIndex);
    const isBeside = Math.abs(glyph.left - last.right) < 0.05;
    return isBeside || (glyph.left === last.left && glyph.right === last.right);
  }

  #include(index: number): void {
    const glyph = this.#glyphs.at(index);
    if (!(glyph.right > glyph.left || glyph.bottom > glyph.top)) return;
    include(this.#ink, glyph.left, glyph.top);
    include(this.#ink, glyph.right, glyph.bottom);
  }

  /** The last character was an accent, or this one is: letters and accents are moved over one another. */
  mayCombine(code: number): boolean {
    return this.#accent !== '' || combiningMark(code) !== undefined;
  }

  /** The letters of a right-to-left ligature come in the order of the page, from left to right. */
  #prepend(code: number): void {
    const start = this.#glyphStart;
    this.#text = this.#text.slice(0, start) + normaliseCharacter(code) + this.#text.slice(start);
  }

  #append(code: number, index: number): void {
    const mark = combiningMark(code);
    if (mark === undefined && this.#accent === '') {
      this.#text += normaliseCharacter(code);
      return;
    }
    const accented = this.#combine(code, mark, index);
    this.#accent = accented === undefined ? (mark ?? '') : '';
    this.#text =
      accented === undefined ? this.#text + normaliseCharacter(code) : this.#text.slice(0, -1) + accented;
  }

  /** The letter that this character and the one before it make together. */
  #combine(code: number, mark: string | undefined, index: number): string | undefined {
    if (this.#count < 2) return undefined;
    const before = this.#glyphs.at(this.#lastIndex);
    const glyph = this.#glyphs.at(index);
    const behind =
      mark !== undefined && isOver(glyph, before) ? accentLetter(this.#text.slice(-1), mark) : undefined;
    if (behind !== undefined || this.#accent === '' || !isOver(before, glyph)) return behind;
    return accentLetter(normaliseCharacter(code), this.#accent);
  }

  /** Whether a character at this place stands right behind the last one of an upright word. */
  isTouchedAt(x: number, y: number): boolean {
    const { size, angle } = this.style;
    if (angle !== 0 || this.isRtl || Math.abs(y - this.y) > size * TOUCHING) return false;
    const { left, right } = this.#glyphs.looseAt(this.#lastIndex);
    // Letters of a ligature have parts of its ink.
    const isInk = Math.abs(left - this.x) > size * OTHER_PLACE;
    return Math.abs(x - right) < size * (isInk ? TOUCHING_INK : TOUCHING);
  }

  /** Ideographs that stand below one another are one vertical line. Offsets from the last character in sizes of the font. */
  canGoDown(code: number, along: number, up: number): boolean {
    if (code < FIRST_IDEOGRAPH || (!this.#isVertical && this.#count > 1) || this.style.angle !== 0)
      return false;
    if (Math.abs(along) > 0.6 || up > -0.4 || up < -2) return false;
    this.#isVertical = true;
    return true;
  }

  /** Undefined when nothing readable is in it. */
  close(): PdfWord | undefined {
    this.isOpen = false;
    const text = dropInnerSoftHyphens(this.#text);
    if (text === '') return undefined;
    if (this.#count > 1) this.#include(this.#lastIndex);
    const { font, size, colour, angle, mcid, isArtefact } = this.style;
    return {
      text,
      box: this.#box(),
      baseline: this.#firstY,
      size,
      font,
      colour,
      // A vertical line reads as a line that is turned clockwise does.
      angle: this.#isVertical ? 90 : angle,
      isRtl: this.isRtl,
      hasSpaceBefore: this.#hasSpaceBefore,
      mcid,
      isArtefact,
    };
  }

  #box(): Box {
    const ink = this.#ink;
    const { ascent, descent, size, angle, alongX, alongY, upX, upY } = this.style;
    if (ink.left > ink.right) {
      // Glyphs without ink, as of invisible text: half a size for each is a fair guess.
      const end = size * 0.5;
      include(ink, this.#firstX, this.#firstY);
      include(ink, this.x + alongX * end, this.y + alongY * end);
    }
    if (this.#isVertical) return { ...ink };
    if (angle === 0) {
      return {
        left: Math.min(ink.left, this.isRtl ? ink.left : this.#firstX),
        top: this.#firstY - ascent * size,
        right: ink.right,
        bottom: this.#firstY + descent * size,
      };
    }
    const box = { ...ink };
    for (const [x, y] of [
      [this.#firstX, this.#firstY],
      [this.x, this.y],
    ] as const) {
      include(box, x + upX * ascent * size, y + upY * ascent * size);
      include(box, x - upX * descent * size, y - upY * descent * size);
    }
    return box;
  }
}

/** Whether the middle of an accent lies over the ink of a letter. */
function isOver(accent: Box, letter: Box): boolean {
  const middle = (accent.left + accent.right) / 2;
  return middle > letter.left && middle < letter.right;
}

function include(box: Box, x: number, y: number): void {
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x);
  box.top = Math.min(box.top, y);
  box.bottom = Math.max(box.bottom, y);
}
