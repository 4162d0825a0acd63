import type { Box, PdfField, PdfFont, PdfPage, PdfWord } from '../pdf-page.ts';
import { holdsCentre } from './box.ts';
import { joinSpreadLetters } from './spread-letters.ts';

/** Text that misses a quarter turn by more is tilted, degrees. */
const TILT = 8;
/** How far a letter reaches below the baseline, in sizes: about a fifth of a line. */
const DESCENT = 0.21;
/** Height of the rows that links are found by, points: about two lines. */
const LINK_ROW = 24;
/** Links of one such row that are looked at. */
const MAX_LINKS_IN_ROW = 200;
/** Size of the text in a field, as a share of the height of the field. */
const SIZE_IN_FIELD = 0.7;
/** Size of the text in a low field, points. */
const LEAST_FIELD_SIZE = 4;
/** Size of the text in a high field, points: a field of many lines has no larger type. */
const MOST_FIELD_SIZE = 11;
/** A higher field has several lines, of which the text fills the first, points; where its middle is below the top, in sizes. */
const TALL_FIELD = 30;
const FIRST_LINE = 0.7;
/** Width of a letter in a field, in sizes. */
const LETTER_WIDTH = 0.5;
/** Half the height of a line in a field, in sizes. */
const HALF_LINE = 0.6;
/** How far the baseline is below the middle of a line in a field, in sizes. */
const BELOW_MIDDLE = 0.35;

/** A page turned so that most of its text stands upright. */
export interface PageFrame {
  page: PdfPage;
  width: number;
  height: number;
  /** Upright words that are part of the content. */
  words: readonly PdfWord[];
  /** Words that the file itself marks as decoration. */
  artefacts: PdfWord[];
  /** Texts that run in another direction, each with upright words in a frame of their own. */
  turned: PdfWord[][];
  rules: PdfPage['rules'];
  rectangles: PdfPage['rectangles'];
  images: PdfPage['images'];
  /** A box of the frame on the page as it is shown. */
  toPage(box: Box): Box;
}

const FIELD_FONT: PdfFont = { name: 'Helvetica', isBold: false, isItalic: false, isMonospaced: false };
/** Letters of a watermark are at least this large, points. */
const WATERMARK_SIZE = 30;

/** Sorts what is on a page by direction; tilted text is left out, for it is a watermark. Words with a link are noted in `links`. */
export function toFrame(page: PdfPage, links: WeakMap<PdfWord, string>): PageFrame {
  const main = mainQuarter(page.words);
  const turn = turnerOf(main, page.width, page.height);
  noteLinks(page, links);
  const words: PdfWord[] = [];
  const artefacts: PdfWord[] = [];
  const others: PdfWord[][] = [[], [], [], []];
  for (const word of page.words) {
    const quarter = quarterOf(word.angle);
    if (quarter === undefined || word.text.trim() === '') continue;
    if (quarter !== main) {
      if (word.isArtefact || word.size > WATERMARK_SIZE) continue;
      const upright = turnerOf(quarter, page.width, page.height).word(word);
      keepLink(word, upright, links);
      others[quarter]!.push(upright);
      continue;
    }
    const upright = turn.word(word);
    keepLink(word, upright, links);
    (word.isArtefact ? artefacts : words).push(upright);
  }
  for (const field of page.fields) {
    const word = fieldWord(field);
    if (word !== undefined) words.push(turn.word(word));
  }
  const isSideways = main % 2 === 1;
  return {
    page,
    width: isSideways ? page.height : page.width,
    height: isSideways ? page.width : page.height,
    words: joinSpreadLetters(words),
    artefacts,
    turned: others.filter((found) => found.length > 0),
    rules:
      main === 0
        ? page.rules
        : page.rules.map((rule) => ({
            ...rule,
            box: turn.box(rule.box),
            isHorizontal: rule.isHorizontal !== isSideways,
          })),
    rectangles:
      main === 0 ? page.rectangles : page.rectangles.map((one) => ({ ...one, box: turn.box(one.box) })),
    images: main === 0 ? page.images : page.images.map((one) => ({ ...one, box: turn.box(one.box) })),
    toPage: turn.back,
  };
}

/** Quarter turns clockwise; undefined for tilted text. */
function quarterOf(angle: number): number | undefined {
  const quarters = Math.round(angle / 90);
  return Math.abs(angle - quarters * 90) > TILT ? undefined : ((quarters % 4) + 4) % 4;
}

interface Turner {
  box(box: Box): Box;
  word(word: PdfWord): PdfWord;
  back(box: Box): Box;
}

/** Turns text that runs `quarter` quarters clockwise back, so that it stands upright. */
function turnerOf(quarter: number, width: number, height: number): Turner {
  if (quarter === 0) return { box: (box) => box, word: (word) => word, back: (box) => box };
  const box = turnOf(quarter, width, height);
  const isSideways = quarter % 2 === 1;
  const back = turnOf(4 - quarter, isSideways ? height : width, isSideways ? width : height);
  return {
    box,
    back,
    word(word) {
      const turned = box(word.box);
      // The baseline of turned text is not kept: a descent is about a fifth of a line.
      return { ...word, box: turned, baseline: turned.bottom - word.size * DESCENT, angle: 0 };
    },
  };
}

function turnOf(quarter: number, width: number, height: number): (box: Box) => Box {
  if (quarter === 1) {
    return ({ left, top, right, bottom }) => ({
      left: top,
      top: width - right,
      right: bottom,
      bottom: width - left,
    });
  }
  if (quarter === 2) {
    return ({ left, top, right, bottom }) => ({
      left: width - right,
      top: height - bottom,
      right: width - left,
      bottom: height - top,
    });
  }
  return ({ left, top, right, bottom }) => ({
    left: height - bottom,
    top: left,
    right: height - top,
    bottom: right,
  });
}

/** Each word in a link's box, found by rows of the page so that many links stay cheap. */
function noteLinks(page: PdfPage, urls: WeakMap<PdfWord, string>): void {
  const links = page.links.filter(({ url }) => url !== undefined);
  if (links.length === 0) return;
  const rows = new Map<number, typeof links>();
  for (const link of links) {
    const top = Math.max(0, Math.floor(link.box.top / LINK_ROW));
    const last = Math.min(Math.floor(link.box.bottom / LINK_ROW), Math.floor(page.height / LINK_ROW));
    for (let row = top; row <= last; row++) {
      const found = rows.get(row);
      if (found === undefined) rows.set(row, [link]);
      else if (found.length < MAX_LINKS_IN_ROW) found.push(link);
    }
  }
  for (const word of page.words) {
    const middle = (word.box.top + word.box.bottom) / 2;
    const link = rows.get(Math.floor(middle / LINK_ROW))?.find(({ box }) => holdsCentre(box, word.box));
    if (link?.url !== undefined) urls.set(word, link.url);
  }
}

function keepLink(word: PdfWord, upright: PdfWord, links: WeakMap<PdfWord, string>): void {
  const url = links.get(word);
  if (url !== undefined && upright !== word) links.set(upright, url);
}

/** Makes a word of the text that is filled into a field, at the field's place. */
function fieldWord({ box, kind, value, isChecked }: PdfField): PdfWord | undefined {
  const isMark = kind === 'checkbox' || kind === 'radio';
  if (kind === 'button' || kind === 'signature') return undefined;
  const text = isMark ? (isChecked ? '[x]' : '[ ]') : value.replace(/\s+/g, ' ').trim();
  if (text === '') return undefined;
  const height = box.bottom - box.top;
  const size = Math.min(Math.max(height * SIZE_IN_FIELD, LEAST_FIELD_SIZE), MOST_FIELD_SIZE);
  const middle = height > TALL_FIELD ? box.top + size * FIRST_LINE : (box.top + box.bottom) / 2;
  return {
    text,
    box: {
      left: box.left,
      right: Math.min(box.right, box.left + text.length * size * LETTER_WIDTH),
      top: middle - size * HALF_LINE,
      bottom: middle + size * HALF_LINE,
    },
    baseline: middle + size * BELOW_MIDDLE,
    size,
    font: FIELD_FONT,
    colour: 0,
    angle: 0,
    isRtl: false,
    hasSpaceBefore: true,
    mcid: -1,
    isArtefact: false,
  };
}

/** The direction of most letters. */
function mainQuarter(words: readonly PdfWord[]): number {
  const letters = [0, 0, 0, 0];
  for (const { angle, text } of words) {
    const quarter = quarterOf(angle);
    if (quarter !== undefined) letters[quarter] = letters[quarter]! + text.length;
  }
  return letters.indexOf(Math.max(...letters));
}
