import { partitionPoint } from '../../lib/partition-point.ts';
import { runEngine, type OcrEngine, type RunResult } from './engine.ts';
import { crop, type GreyImage } from './grey-image.ts';
import type { InkRow, PixelSpan, TextMeasures } from './ink-tables.ts';
import type { InkOptions } from './read-ink-tables.ts';
import { ocrLinesOf, moveBlock, onlyWords } from './blocks.ts';
import type { OcrBlock, OcrWord } from './ocr-page.ts';
import { meanConfidence } from './parse-result.ts';

/** Texts that are read again, at most. */
const MAX_TEXTS = 60;
/** Share of the width of a text that words stand on, below which the text was lost. */
const LEAST_COVERED = 0.6;
/** Narrower ink is a speck, and the space around a text that is read with it: in heights of an `x`. */
const LEAST_WIDTH = 0.35;
const MARGIN = 0.6;
/** Lower rows hold rules and dashes. */
const LEAST_HEIGHT = 0.7;
/** Less sure is no text. */
const LEAST_CONFIDENCE = 0.6;

interface LostText extends PixelSpan {
  row: InkRow;
  /** Words that were read of it. */
  words: OcrWord[];
}

/** The blocks of a page with the texts read again, one by one, that stand in its rows of ink and came out as nothing or as a part of them. */
export function readLostInk(
  engine: OcrEngine,
  image: GreyImage,
  { blocks, isComplete }: RunResult,
  { areas, measures, drawn: _, ...options }: InkOptions,
): RunResult {
  const { factor } = options;
  const lost = lostTexts(
    ocrLinesOf(blocks).flatMap(({ words }) => words),
    areas.flat(),
    { measures, factor },
  );
  if (lost.length > MAX_TEXTS) return { blocks, isComplete };
  const margin = Math.round(measures.xHeight * MARGIN);
  const read: OcrBlock[] = [];
  const replaced = new Set<OcrWord>();
  for (const { from, to, row, words } of lost) {
    const left = Math.max(0, from - margin);
    const top = Math.max(0, row.from - margin);
    const part = crop(image, {
      left,
      top,
      width: Math.min(image.width, to + margin) - left,
      height: Math.min(image.height, row.to + margin) - top,
    });
    const result = runEngine(engine, part, { ...options, mode: 'line' });
    if (!result.isComplete) return { blocks, isComplete: false };
    const found = ocrLinesOf(result.blocks).flatMap((line) => line.words);
    if (found.length === 0 || meanConfidence(found) < Math.max(LEAST_CONFIDENCE, meanConfidence(words)))
      continue;
    read.push(...result.blocks.map((block) => moveBlock(block, left / factor, top / factor)));
    for (const word of words) replaced.add(word);
  }
  return { blocks: [...onlyWords(blocks, (word) => !replaced.has(word)), ...read], isComplete };
}

/** Texts of rows of ink, parted where a row is white, that words stand on a part of only. */
function lostTexts(
  words: readonly OcrWord[],
  rows: readonly InkRow[],
  { measures, factor }: { measures: TextMeasures; factor: number },
): LostText[] {
  const sorted = rows.toSorted((a, b) => a.from - b.from);
  const own = sorted.map((): OcrWord[] => []);
  for (const word of words) {
    const top = word.box.top * factor;
    const bottom = word.box.bottom * factor;
    // The rows that a word reaches into: ink of letters that touch those above may be one row with them.
    for (
      let at = partitionPoint(sorted.length, (index) => sorted[index]!.to <= top);
      at < sorted.length;
      at++
    ) {
      if (sorted[at]!.from >= bottom) break;
      own[at]!.push(word);
    }
  }
  return sorted.flatMap((row, index) =>
    textsOf(row)
      .map(({ from, to }): LostText => {
        const isHere = ({ box }: OcrWord): boolean => box.left * factor < to && box.right * factor > from;
        return { from, to, row, words: own[index]!.filter(isHere) };
      })
      .filter((text) => isLost(text, { measures, factor })),
  );
}

function textsOf({ left, right, gaps }: InkRow): PixelSpan[] {
  const starts = [left, ...gaps.map(({ to }) => to)];
  const ends = [...gaps.map(({ from }) => from), right];
  return starts.map((from, index) => ({ from, to: ends[index]! }));
}

function isLost(
  { from, to, row, words }: LostText,
  { measures, factor }: { measures: TextMeasures; factor: number },
): boolean {
  const isText =
    to - from >= measures.xHeight * LEAST_WIDTH && row.to - row.from >= measures.xHeight * LEAST_HEIGHT;
  if (!isText) return false;
  let covered = 0;
  for (const { box } of words) {
    // A word that reaches out of its text stands for another one.
    if (box.left * factor < from - measures.xHeight || box.right * factor > to + measures.xHeight)
      return false;
    covered += Math.min(box.right * factor, to) - Math.max(box.left * factor, from);
  }
  return covered < (to - from) * LEAST_COVERED;
}
