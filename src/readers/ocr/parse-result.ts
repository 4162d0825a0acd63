import { withBullet } from './bullet.ts';
import { evenSizes } from './even-sizes.ts';
import type { OcrBlock, OcrBox, OcrLine, OcrParagraph, OcrWord } from './ocr-page.ts';

/** The answer of Tesseract's JSON writer, as far as it is read. */
interface RawBox {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
interface RawWord {
  bbox: RawBox;
  text: string;
  /** 0 to 100. */
  confidence: number;
  symbols?: ReadonlyArray<{ is_superscript: number; is_subscript: number }>;
}
interface RawLine {
  bbox: RawBox;
  rowAttributes: { rowHeight: number; descenders: number; ascenders: number };
  baseline: RawBox;
  words?: readonly RawWord[];
}
interface RawParagraph {
  bbox: RawBox;
  is_ltr: number;
  lines?: readonly RawLine[];
}
interface RawBlock {
  bbox: RawBox;
  paragraphs?: readonly RawParagraph[];
}
interface RawPage {
  blocks?: readonly RawBlock[];
}

/** Frames, rules and specks are read as words of such characters, and text that is not there with such confidence. */
const NO_TEXT = /^[\p{P}\p{S}\s]*$/u;
const MIN_CONFIDENCE = 0.2;
const MIN_MARK_CONFIDENCE = 0.6;
/** In a line above it, every word is text. */
const CLEAR_LINE_CONFIDENCE = 0.6;
/** A line below it is a picture that looked like letters. */
const MIN_LINE_CONFIDENCE = 0.35;

/**
 * Parses the recognised blocks, without those that are most likely not text. `factor`: how many pixels of the answer
 * are one of the page.
 */
export function parseResult(json: string, factor: number): OcrBlock[] {
  const { blocks = [] } = JSON.parse(json) as RawPage;
  const found = blocks.flatMap((block) => {
    const paragraphs = (block.paragraphs ?? []).flatMap((paragraph) => toParagraph(paragraph, factor));
    return paragraphs.length === 0 ? [] : [{ paragraphs, box: toBox(block.bbox, factor) }];
  });
  return evenSizes(found);
}

function toParagraph(raw: RawParagraph, factor: number): OcrParagraph[] {
  const lines = (raw.lines ?? []).flatMap((line) => toLine(line, raw.is_ltr !== 0, factor));
  return lines.length === 0 ? [] : [{ lines, box: toBox(raw.bbox, factor) }];
}

function toLine(raw: RawLine, isLtr: boolean, factor: number): OcrLine[] {
  const { rowHeight, ascenders, descenders } = raw.rowAttributes;
  const baseline = (raw.baseline.y0 + raw.baseline.y1) / 2 / factor;
  const xHeight = Math.max(1, rowHeight - ascenders - descenders) / factor;
  const all = (raw.words ?? []).map((word) => toWord(word, factor)).filter(({ text }) => text !== '');
  const isClear = meanConfidence(all) >= CLEAR_LINE_CONFIDENCE;
  const words = withBullet(all, { baseline, xHeight }).filter((word) => isLikelyText(word, isClear));
  const confidence = meanConfidence(words);
  if (words.length === 0 || confidence < MIN_LINE_CONFIDENCE) return [];
  return [
    {
      words,
      box: toBox(raw.bbox, factor),
      baseline,
      height: rowHeight / factor,
      xHeight,
      confidence,
      isRtl: !isLtr,
    },
  ];
}

function toWord(raw: RawWord, factor: number): OcrWord {
  const symbols = raw.symbols ?? [];
  return {
    text: raw.text.trim(),
    box: toBox(raw.bbox, factor),
    confidence: Math.min(1, Math.max(0, raw.confidence / 100)),
    isSuperscript: symbols.length > 0 && symbols.every((symbol) => symbol.is_superscript === 1),
    isSubscript: symbols.length > 0 && symbols.every((symbol) => symbol.is_subscript === 1),
  };
}

/** Addresses and other words that are in no dictionary have a low confidence even where each letter is right. */
function isLikelyText({ text, confidence }: OcrWord, isInClearLine: boolean): boolean {
  if (NO_TEXT.test(text)) return confidence >= MIN_MARK_CONFIDENCE;
  return isInClearLine || confidence >= MIN_CONFIDENCE;
}

function toBox({ x0, y0, x1, y1 }: RawBox, factor: number): OcrBox {
  return { left: x0 / factor, top: y0 / factor, right: x1 / factor, bottom: y1 / factor };
}

/** Weighted by length; 0 for none. */
export function meanConfidence(words: readonly OcrWord[]): number {
  let sum = 0;
  let length = 0;
  for (const word of words) {
    sum += word.confidence * word.text.length;
    length += word.text.length;
  }
  return length === 0 ? 0 : sum / length;
}
