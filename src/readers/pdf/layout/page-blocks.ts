import type { PdfWord } from '../pdf-page.ts';
import type { Block } from './block.ts';
import { findBlockTables } from './tables/block-tables.ts';
import { unionOf } from './box.ts';
import { toRegions, type Region } from './columns.ts';
import { freeEnds } from './free-ends.ts';
import { findNumberedLines } from './numbered-lines.ts';
import { findRegionTables } from './tables/find-tables.ts';
import { takeFootnotes } from './footnotes.ts';
import { numberingDepth } from './headings/heading-levels.ts';
import { linesOf } from './inline-html.ts';
import { placeMarginNotes, takeMarginNotes } from './margins/margin-notes.ts';
import { findOpenTables } from './tables/open-tables.ts';
import type { PageFrame } from './page-frame.ts';
import { type FileContext, toBlocks } from './region-blocks.ts';
import { placeFigures } from './place-figures.ts';
import { partsOfSizes, type Row, toRows } from './rows.ts';
import { type FoundTable, findRuledTables } from './tables/ruled-table.ts';
import { type RulingLine, toRulingLines } from './tables/ruling-lines.ts';
import { inReadingOrder, type Table } from './tables/table.ts';
import { type TextLine, toLine } from './text-line.ts';
import { underlineTest } from './headings/underlines.ts';
import { MAX_PAGE_WORDS } from './tolerances.ts';

/** Sizes of two lines of one title differ by less, points. */
const TITLE_SIZE = 0.3;
/** Times the size of the text from which lines of different weight are one title. */
const TITLE_RATIO = 1.6;
/** Baselines of two lines of one title are further apart, in sizes: nearer ones stand side by side. */
const LEAST_PITCH = 0.8;
/** Baselines of two lines of one title are nearer, in sizes: further apart are two headings. */
const MOST_PITCH = 1.5;
/** A rule this near to a table is one of its own, points: above or below it, and beyond its ends. */
const RULE_ABOVE = 3;
const RULE_BESIDE = 6;

/** Blocks of a page in the order of reading, without its running header and footer. */
export function toPageBlocks(frame: PageFrame, words: readonly PdfWord[], context: FileContext): Block[] {
  const blocks =
    words.length > MAX_PAGE_WORDS
      ? asLines(words)
      : mergeHeadings(layOut(frame, words, context), context.style.bodySize);
  for (const turned of frame.turned) {
    const found =
      turned.length > MAX_PAGE_WORDS ? asLines(turned) : toBlocks(toRows(turned).map(toTextLine), context);
    blocks.push(
      ...found.map((block): Block => (block.type === 'heading' ? { ...block, type: 'paragraph' } : block)),
    );
  }
  placeFigures(frame.images, frame, blocks);
  return blocks;
}

/** The lines of a long title may have been taken for two columns, or be set in two fonts. */
function mergeHeadings(blocks: readonly Block[], bodySize: number): Block[] {
  const merged: Block[] = [];
  for (const block of blocks) {
    const before = merged.at(-1);
    if (
      before?.type === 'heading' &&
      block.type === 'heading' &&
      isNextLine(before.lines, block.lines, bodySize)
    ) {
      before.lines.push(...block.lines);
      before.box = unionOf([before.box, block.box]);
    } else merged.push(block);
  }
  return merged;
}

function isNextLine(lines: readonly TextLine[], next: readonly TextLine[], bodySize: number): boolean {
  const last = lines.at(-1)!;
  const first = next[0]!;
  const distance = first.baseline - last.baseline;
  return (
    Math.abs(first.size - last.size) < TITLE_SIZE &&
    (first.isBold === last.isBold || first.size > bodySize * TITLE_RATIO) &&
    distance > first.size * LEAST_PITCH &&
    distance < first.size * MOST_PITCH &&
    first.box.left < last.box.right &&
    numberingDepth(first.text) === 0
  );
}

function toTextLine({ words }: Row): TextLine {
  return toLine(words);
}

function asLines(words: readonly PdfWord[]): Block[] {
  const lines = linesOf(words);
  return [{ type: 'paragraph', lines, box: unionOf(lines.map(({ box }) => box)), confidence: 0.2 }];
}

function layOut(frame: PageFrame, words: readonly PdfWord[], context: FileContext): Block[] {
  const { isMonospacedBody } = context.style;
  const ruling = toRulingLines(frame.rules, frame.rectangles, frame);
  const tables = findRuledTables(ruling, words);
  let free = without(words, tables);
  const rules = ruling.horizontal.filter((rule) => !tables.some(({ table }) => isIn(rule, table)));
  const open = findOpenTables({ horizontal: rules, vertical: ruling.vertical }, free, isMonospacedBody);
  if (open.length > 0) free = without(free, open);
  const places = new Map<PdfWord, Table>();
  const lines = toRows(free);
  const blocky = findBlockTables(lines, rules, isMonospacedBody);
  const rows = lines.filter(({ words: [first] }) => !blocky.some((found) => found.words.has(first!)));
  for (const { table } of [...tables, ...open, ...blocky]) {
    const place = placeholder(table);
    places.set(place, table);
    const { top, bottom } = table.box;
    rows.push({ words: [place], baseline: place.baseline, top, bottom, size: context.style.bodySize });
  }
  if (places.size > 0) rows.sort((a, b) => a.baseline - b.baseline);
  const { notes, rest } = takeFootnotes(rows, places, frame, context.style);
  const blocks: Block[] = [];
  const isRtl = isMostlyRtl(words);
  const beside = takeMarginNotes(rest, context.style);
  const regions = toRegions(beside.rest, isRtl);
  const ends = freeEnds(regions, frame.width);
  for (const [index, region] of regions.entries())
    blocks.push(...regionBlocks(region, places, rules, { ...context, ...ends[index]! }));
  placeMarginNotes(beside.notes, blocks);
  return [...blocks, ...notes];
}

function isMostlyRtl(words: readonly PdfWord[]): boolean {
  let rtl = 0;
  for (const word of words) if (word.isRtl) rtl++;
  return rtl * 2 > words.length;
}

function without(words: readonly PdfWord[], tables: readonly FoundTable[]): readonly PdfWord[] {
  if (tables.length === 0) return words;
  return words.filter((word) => !tables.some((found) => found.words.has(word)));
}

function isIn({ at, from, to }: RulingLine, { box }: Table): boolean {
  return (
    at > box.top - RULE_ABOVE &&
    at < box.bottom + RULE_ABOVE &&
    from > box.left - RULE_BESIDE &&
    to < box.right + RULE_BESIDE
  );
}

/** Stands for a table among the words, so that columns are cut around it. */
function placeholder({ box }: Table): PdfWord {
  return {
    text: '',
    box,
    baseline: (box.top + box.bottom) / 2,
    size: 1,
    font: { name: '', isBold: false, isItalic: false, isMonospaced: false },
    colour: 0,
    angle: 0,
    isRtl: false,
    hasSpaceBefore: true,
    mcid: -1,
    isArtefact: false,
  };
}

function regionBlocks(
  region: Region,
  places: ReadonlyMap<PdfWord, Table>,
  rules: readonly RulingLine[],
  context: FileContext,
): Block[] {
  const blocks: Block[] = [];
  let rows: Row[] = [];
  const flush = (): void => {
    blocks.push(...textBlocks(rows, rules, context));
    rows = [];
  };
  for (const row of region) {
    const table = places.get(row.words[0]!);
    if (table === undefined) {
      // A table beside text in one row: the text comes first.
      const held = row.words.filter((word) => places.has(word));
      const words = held.length === 0 ? row.words : row.words.filter((word) => !places.has(word));
      rows.push(held.length === 0 ? row : { ...row, words });
      for (const word of held) {
        flush();
        blocks.push(tableBlock(places.get(word)!));
      }
      continue;
    }
    flush();
    blocks.push(tableBlock(table));
  }
  flush();
  return blocks;
}

function tableBlock(table: Table): Block {
  return { type: 'table', table: inReadingOrder(table), box: table.box, confidence: table.confidence };
}

function textBlocks(rows: readonly Row[], rules: readonly RulingLine[], context: FileContext): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (const { from, to } of findNumberedLines(rows)) {
    blocks.push(...unnumberedBlocks(rows.slice(start, from), rules, context));
    const lines = rows.slice(from, to).map(toTextLine);
    blocks.push({ type: 'code', lines, box: unionOf(lines.map(({ box }) => box)), confidence: 0.8 });
    start = to;
  }
  blocks.push(...unnumberedBlocks(rows.slice(start), rules, context));
  return blocks;
}

function unnumberedBlocks(rows: readonly Row[], rules: readonly RulingLine[], context: FileContext): Block[] {
  if (rows.length === 0) return [];
  const blocks: Block[] = [];
  const isUnderlined = underlineTest(rules);
  const toTextLines = (some: readonly Row[]): TextLine[] =>
    some
      .flatMap(partsOfSizes)
      .map(toTextLine)
      .map((line) => (isUnderlined(line) ? { ...line, isUnderlined: true } : line));
  let start = 0;
  for (const { from, to, table, parts } of findRegionTables(rows, rules, context.style.isMonospacedBody)) {
    blocks.push(...toBlocks(toTextLines(rows.slice(start, from)), context));
    if (table !== undefined) blocks.push(tableBlock(table));
    for (const part of parts) blocks.push(...toBlocks(part.map(toTextLine), context));
    start = to;
  }
  blocks.push(...toBlocks(toTextLines(rows.slice(start)), context));
  return blocks;
}
