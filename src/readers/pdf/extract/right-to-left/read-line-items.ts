import type { Box } from '../../pdf-page.ts';
import type { PageGeometry } from '../../pdfium/page-geometry.ts';
import type { Pointer } from '../../pdfium/pdfium-exports.ts';
import type { Pdfium } from '../../pdfium/pdfium-instance.ts';
import type { ContentMarks } from '../content-marks.ts';
import { GlyphBoxes } from '../glyph-boxes.ts';
import { isBlankCharacter, isRightToLeft, isUnreadable, normaliseCharacter } from '../normalise-character.ts';
import { TextStyles, type TextStyle } from '../text-style.ts';
import type { LineItem } from './line-item.ts';

interface TextPage {
  pdfium: Pdfium;
  geometry: PageGeometry;
  marks: ContentMarks;
  text: Pointer;
}

/** Characters of one glyph, at most: more at one place are a fault of the file. */
const MOST_OF_GLYPH = 24;
const MARK = /^\p{M}/u;
/** Letters of one ligature have parts of its box that are nearer to each other, points. */
const BESIDE = 0.05;
/** Smaller text is not read, points. */
const SMALLEST = 0.5;

/** Every glyph of upright text on a page and every blank that the file has, in the order of PDFium. */
export function readLineItems(page: TextPage, count: number): LineItem[] {
  const reader = new ItemReader(page);
  for (let index = 0; index < count; index++) reader.read(index);
  return reader.items;
}

class ItemReader {
  readonly items: LineItem[] = [];
  readonly #page: TextPage;
  readonly #styles: TextStyles;
  readonly #boxes: GlyphBoxes;
  #object: Pointer = 0;
  #style: TextStyle | undefined;

  constructor(page: TextPage) {
    this.#page = page;
    this.#styles = new TextStyles(page.pdfium, page.geometry, page.marks);
    this.#boxes = new GlyphBoxes(page.pdfium, page.geometry, page.text);
  }

  read(index: number): void {
    const { pdfium, text } = this.#page;
    const object = pdfium.api.FPDFText_GetTextObject(text, index);
    if (object === 0) return;
    const code = pdfium.api.FPDFText_GetUnicode(text, index);
    if (isUnreadable(code)) return;
    const style = this.#styleOf(object, index);
    if (style.angle !== 0 || style.size < SMALLEST) return;
    const item = this.#itemOf(index, code, style);
    const last = this.items.at(-1);
    if (last === undefined || !isOfSameGlyph(last, item, object === this.#object)) this.items.push(item);
    else this.items[this.items.length - 1] = together(last, item);
    this.#object = object;
  }

  #styleOf(object: Pointer, index: number): TextStyle {
    if (object !== this.#object) this.#style = undefined;
    this.#style ??= this.#styles.of(object, this.#page.text, index);
    return this.#style;
  }

  #itemOf(index: number, code: number, style: TextStyle): LineItem {
    const { x, y } = this.#originOf(index);
    const box = this.#boxes.at(index);
    const loose = this.#boxes.looseAt(index);
    const isBlank = isBlankCharacter(code);
    return {
      text: isBlank ? ' ' : normaliseCharacter(code),
      indices: [index],
      x,
      y,
      start: Math.min(loose.left, x),
      end: loose.right,
      box,
      style,
    };
  }

  #originOf(index: number): { x: number; y: number } {
    const { pdfium, geometry, text } = this.#page;
    const { scratch } = pdfium.memory;
    pdfium.api.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8);
    const { a, b, c, d, e, f } = geometry.toShown;
    const x = pdfium.memory.doubles[0]!;
    const y = pdfium.memory.doubles[1]!;
    return { x: a * x + c * y + e, y: b * x + d * y + f };
  }
}

/** PDFium gives each character of a glyph the same origin. */
function isOfSameGlyph(last: LineItem, item: LineItem, isSameObject: boolean): boolean {
  const isSamePlace = isSameObject && last.x === item.x && last.y === item.y;
  return isSamePlace && last.text !== ' ' && item.text !== ' ' && last.indices.length < MOST_OF_GLYPH;
}

/** Characters of one glyph; right-to-left ones often come from left to right, with their marks first. */
function together(last: LineItem, item: LineItem): LineItem {
  const isTurned =
    isRightToLeft(item.text.codePointAt(0) ?? 0) &&
    !MARK.test(item.text) &&
    (MARK.test(last.text) || sharesBox(last, item));
  return {
    ...last,
    text: isTurned ? item.text + last.text : last.text + item.text,
    indices: [...last.indices, ...item.indices],
    start: Math.min(last.start, item.start),
    end: Math.max(last.end, item.end),
    box: around(last.box, item.box),
  };
}

function sharesBox({ box: last }: LineItem, { box }: LineItem): boolean {
  const isBeside = Math.abs(box.left - last.right) < BESIDE;
  return isBeside || (box.left === last.left && box.right === last.right);
}

function around(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}
