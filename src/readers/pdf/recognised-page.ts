import type { OcrLine, OcrPage, OcrWord } from '../ocr/ocr-page.ts';
import { findLetterPitch } from './letter-pitch.ts';
import type { PdfFont, PdfPage, PdfRule, PdfWord } from './pdf-page.ts';

/** Recognition does not tell fonts apart. */
const FONT: PdfFont = { name: '', isBold: false, isItalic: false, isMonospaced: false };
const POINTS_PER_INCH = 72;
/** Height of a line's letters, from their tops to the foot of their descenders, in sizes of its font. */
const LETTER_HEIGHT = 0.93;
const ASCENT = 0.8;
const DESCENT = 0.2;
const RAISED_SIZE = 0.65;
const RAISE = 0.35;
const LOWER = 0.15;
const UNSPACED = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/** A page with the words that were recognised in its picture, in place of those that it has. */
export function toRecognisedPage(found: OcrPage, page: PdfPage, dpi: number): PdfPage {
  const scale = POINTS_PER_INCH / dpi;
  const words: PdfWord[] = [];
  const pitch = findLetterPitch(found);
  const font = pitch === undefined ? FONT : { ...FONT, pitch: pitch * LETTER_HEIGHT };
  for (const { paragraphs } of found.blocks) {
    for (const { lines } of paragraphs) for (const line of lines) addWords(words, line, { scale, font });
  }
  const isUpright = found.rotation === 0;
  // The other parts of a page that was scanned on its side are not where its words are now.
  const rest = isUpright ? page : { rules: [], rectangles: [], images: [], links: [], fields: [] };
  const drawn = found.rules.map(({ box, isHorizontal }): PdfRule => ({
    box: {
      left: box.left * scale,
      right: box.right * scale,
      top: box.top * scale,
      bottom: box.bottom * scale,
    },
    isHorizontal,
    colour: 0,
  }));
  return {
    ...page,
    ...rest,
    rules: [...rest.rules, ...drawn],
    width: found.width * scale,
    height: found.height * scale,
    words,
    tags: [],
  };
}

function addWords(words: PdfWord[], line: OcrLine, { scale, font }: { scale: number; font: PdfFont }): void {
  const size = (line.height / LETTER_HEIGHT) * scale;
  const baseline = line.baseline * scale;
  let before: OcrWord | undefined;
  for (const word of line.words) {
    const placed = placeWord(word, { size, baseline });
    placed.box.left = word.box.left * scale;
    placed.box.right = word.box.right * scale;
    placed.font = font;
    placed.isRtl = line.isRtl;
    placed.hasSpaceBefore = before === undefined || !isUnspaced(before, word);
    words.push(placed);
    before = word;
  }
}

function placeWord(
  { text, isSuperscript, isSubscript }: OcrWord,
  { size, baseline }: { size: number; baseline: number },
): PdfWord {
  const isScript = isSuperscript || isSubscript;
  const own = isScript ? size * RAISED_SIZE : size;
  const base = baseline - (isSuperscript ? size * RAISE : 0) + (isSubscript ? size * LOWER : 0);
  return {
    text,
    box: { left: 0, top: base - own * ASCENT, right: 0, bottom: base + own * DESCENT },
    baseline: base,
    size: own,
    font: FONT,
    colour: 0,
    angle: 0,
    isRtl: false,
    hasSpaceBefore: true,
    mcid: -1,
    isArtefact: false,
  };
}

/** Chinese and Japanese have no blanks between words. */
function isUnspaced(before: OcrWord, word: OcrWord): boolean {
  return UNSPACED.test(before.text.at(-1) ?? '') && UNSPACED.test(word.text[0] ?? '');
}
