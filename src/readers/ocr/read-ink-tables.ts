import { ocrLinesOf, moveBlock, onlyWords } from './blocks.ts';
import { runEngine, type OcrEngine, type RunOptions, type RunResult } from './engine.ts';
import { crop, type GreyImage } from './grey-image.ts';
import {
  findInkTables,
  type InkRow,
  type InkTable,
  type PixelSpan,
  type TextMeasures,
} from './ink-tables.ts';
import type { OcrBlock, OcrBox, OcrLine, OcrWord } from './ocr-page.ts';
import { meanConfidence } from './parse-result.ts';

/** Columns of tables without rules that are read by themselves, at most. */
const MAX_COLUMNS = 60;
/** Space above the first row and below the last one that is read with them, in heights of an `x`. */
const MARGIN = 0.4;
/** A word may reach so far over the strip beside its column, as a share of its width. */
const OVER = 0.25;

export interface InkOptions extends RunOptions {
  /** Rows of ink in the areas of text. */
  areas: readonly (readonly InkRow[])[];
  measures: TextMeasures;
  /** Columns that are drawn, and were read. */
  drawn: readonly OcrBox[];
}

/**
 * The blocks of a page with its tables read again column by column where nothing is drawn between their columns: the engine takes numbers
 * that stand near to each other for one, and loses what stands far away. The surer one of two readings of a cell stays, and what
 * only one of them has.
 */
export function readInkTables(
  engine: OcrEngine,
  image: GreyImage,
  { blocks, isComplete }: RunResult,
  { areas, measures, drawn, ...options }: InkOptions,
): RunResult {
  const { factor } = options;
  const lines = ocrLinesOf(blocks);
  const tables = findInkTables(areas, measures).filter((table) => !isDrawn(table, drawn));
  const read: OcrBlock[] = [];
  const replaced = new Set<OcrWord>();
  let left = MAX_COLUMNS;
  for (const { rows, columns } of tables) {
    left -= columns.length;
    if (left < 0) break;
    const margin = Math.round(measures.xHeight * MARGIN);
    const top = Math.max(0, rows[0]!.from - margin);
    const bottom = Math.min(image.height, rows.at(-1)!.to + margin);
    for (const column of columns) {
      const from = Math.max(0, column.from);
      const to = Math.min(image.width, column.to);
      const part = crop(image, { left: from, top, width: to - from, height: bottom - top });
      const result = runEngine(engine, part, { ...options, mode: 'sample' });
      if (!result.isComplete) return { blocks: withRead(blocks, read, replaced), isComplete: false };
      const found = result.blocks.map((block) => moveBlock(block, from / factor, top / factor));
      read.push(...surerCells(found, lines, { rows, column, factor }, replaced));
    }
  }
  return { blocks: withRead(blocks, read, replaced), isComplete };
}

function isDrawn({ rows }: InkTable, drawn: readonly OcrBox[]): boolean {
  return drawn.some(({ top, bottom }) => rows[0]!.from < bottom && rows.at(-1)!.to > top);
}

interface ReadColumn {
  rows: readonly PixelSpan[];
  column: PixelSpan;
  factor: number;
}

/** Gives what was read in a column, without the cells that were read more surely before; the words that it stands for are added to `replaced`. */
function surerCells(
  blocks: readonly OcrBlock[],
  before: readonly OcrLine[],
  { rows, column, factor }: ReadColumn,
  replaced: Set<OcrWord>,
): OcrBlock[] {
  const kept = new Map<OcrWord, OcrLine | undefined>();
  const words = ocrLinesOf(blocks).flatMap((line) => line.words);
  for (const row of rows) {
    const isHere = ({ box }: OcrWord): boolean => {
      const x = ((box.left + box.right) / 2) * factor;
      const y = ((box.top + box.bottom) / 2) * factor;
      return x > column.from && x < column.to && y > row.from && y < row.to;
    };
    const reachesIn = ({ box }: OcrWord): boolean => {
      const y = ((box.top + box.bottom) / 2) * factor;
      const over = (box.right - box.left) * factor * OVER;
      return (
        y > row.from &&
        y < row.to &&
        box.right * factor > column.from + over &&
        box.left * factor < column.to - over
      );
    };
    const now = words.filter(isHere);
    if (now.length === 0) continue;
    const old = before.flatMap((line) => line.words).filter(reachesIn);
    const isWhole = old.every(({ box }) => {
      const over = (box.right - box.left) * factor * OVER;
      return box.left * factor > column.from - over && box.right * factor < column.to + over;
    });
    if (old.length > 0 && isWhole && meanConfidence(old) >= meanConfidence(now)) continue;
    const beside = before.find(
      ({ box }) =>
        (box.top + box.bottom) * factor > row.from * 2 && (box.top + box.bottom) * factor < row.to * 2,
    );
    for (const word of now) kept.set(word, beside);
    for (const word of old) replaced.add(word);
  }
  return onlyWords(blocks, (word) => kept.has(word)).map((block) => ({
    ...block,
    paragraphs: block.paragraphs.map((paragraph) => ({
      ...paragraph,
      lines: paragraph.lines.map((line) => asBeside(line, kept.get(line.words[0]!))),
    })),
  }));
}

/** A line in the measures of one beside it, which has more letters. */
function asBeside(line: OcrLine, beside: OcrLine | undefined): OcrLine {
  if (beside === undefined) return line;
  const { baseline, height, xHeight } = beside;
  return { ...line, baseline, height, xHeight };
}

function withRead(
  blocks: readonly OcrBlock[],
  read: readonly OcrBlock[],
  replaced: ReadonlySet<OcrWord>,
): OcrBlock[] {
  return [...onlyWords(blocks, (word) => !replaced.has(word)), ...read];
}
