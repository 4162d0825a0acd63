import { ocrLinesOf, moveBlock, onlyWords } from './blocks.ts';
import { runEngine, type OcrEngine, type RunOptions, type RunResult } from './engine.ts';
import { crop } from './grey-image.ts';
import type { OcrBlock, OcrBox, OcrLine, OcrRule } from './ocr-page.ts';
import type { WithoutRules } from './take-rules.ts';

/** Columns of drawn tables that are read by themselves, at most. */
const MAX_COLUMNS = 40;
/** Rules beside one another share this of their height, at least. */
const SAME_HEIGHT = 0.7;
/** Narrower and lower fields hold no text, pixels. */
const LEAST_WIDTH = 24;
const LEAST_HEIGHT = 24;
/** Space between a rule and what is read, pixels: something of the rule may be left. */
const INSET = 3;
/** A rule across two others may end so far from them, pixels. */
const REACH = 8;

/**
 * The blocks of a page with the columns of its drawn tables read one by one: the engine reads lines as sentences, and makes up letters
 * in the wide space between two cells. Where it finds nothing in a column, what was read before stays.
 */
export function readColumns(
  engine: OcrEngine,
  { image, rules }: WithoutRules,
  { blocks, isComplete }: RunResult,
  options: RunOptions,
): RunResult {
  const found: OcrBlock[] = [];
  let isDone = isComplete;
  for (const column of drawnColumns(rules)) {
    const { left, top, right, bottom } = column;
    const part = crop(image, { left, top, width: right - left, height: bottom - top });
    const read = runEngine(engine, part, { ...options, mode: 'sample' });
    isDone &&= read.isComplete;
    if (!read.isComplete) break;
    found.push(...read.blocks.map((block) => moveBlock(block, left / options.factor, top / options.factor)));
  }
  if (found.length === 0) return { blocks, isComplete: isDone };
  return { blocks: [...withoutLines(blocks, ocrLinesOf(found)), ...found], isComplete: isDone };
}

/** The fields between two rules that stand beside each other, with rules across them. */
export function drawnColumns(rules: readonly OcrRule[]): OcrBox[] {
  const down = rules.filter(({ isHorizontal }) => !isHorizontal).map(({ box }) => box);
  const across = rules.filter(({ isHorizontal }) => isHorizontal).map(({ box }) => box);
  const sorted = down.toSorted((a, b) => a.left - b.left);
  const columns: OcrBox[] = [];
  for (const [index, one] of sorted.entries()) {
    const other = sorted.slice(index + 1).find((box) => sharedHeight(one, box) >= SAME_HEIGHT);
    if (other === undefined || columns.length === MAX_COLUMNS) continue;
    const column = {
      left: one.right + INSET,
      right: other.left - INSET,
      top: Math.max(one.top, other.top) + INSET,
      bottom: Math.min(one.bottom, other.bottom) - INSET,
    };
    const isCrossed = across.some(
      ({ left, right, top }) =>
        left < one.right + REACH &&
        right > other.left - REACH &&
        top > column.top - REACH &&
        top < column.bottom + REACH,
    );
    if (isCrossed && column.right - column.left >= LEAST_WIDTH && column.bottom - column.top >= LEAST_HEIGHT)
      columns.push(column);
  }
  // A single field is a frame around text.
  return columns.length > 1 ? columns : [];
}

function sharedHeight(one: OcrBox, other: OcrBox): number {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return shared / Math.max(one.bottom - one.top, other.bottom - other.top, 1);
}

/** Without the words that stand where other lines were read. */
function withoutLines(blocks: readonly OcrBlock[], lines: readonly OcrLine[]): OcrBlock[] {
  const isTaken = (box: OcrBox): boolean =>
    lines.some(
      (line) =>
        line.box.left < box.right &&
        line.box.right > box.left &&
        line.box.top < (box.top + box.bottom) / 2 &&
        line.box.bottom > (box.top + box.bottom) / 2,
    );
  return onlyWords(blocks, ({ box }) => !isTaken(box));
}
