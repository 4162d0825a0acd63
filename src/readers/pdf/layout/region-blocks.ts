import type { Box } from '../pdf-page.ts';
import type { Block, ListItem } from './block.ts';
import { unionOf } from './box.ts';
import { isCaption } from './caption.ts';
import type { FileStyle } from './file-style.ts';
import type { HeadingLevels } from './headings/heading-levels.ts';
import { isHeadingLine } from './headings/heading-test.ts';
import { areUnlike, lookOf } from './headings/line-look.ts';
import { type PrintedListMark, listMark } from './list-mark.ts';
import { isMathFont } from './math-font.ts';
import { type ColumnFrame, endGap, groupLines } from './paragraphs.ts';
import { isFilled, splitSetLines } from './set-lines.ts';
import type { TextLine } from './text-line.ts';
import { SAME_TEXT_SIZE } from './tolerances.ts';

/** Lines of a caption, at most; longer texts only begin with the name of a figure. */
const MAX_CAPTION_LINES = 8;
/** Lines of a formula, at most. */
const MAX_FORMULA_LINES = 4;
/** Letters of a formula are fewer; more are text with formulas in it. */
const MAX_FORMULA_LETTERS = 200;
/** Share of the letters of a formula in fonts of formulas is larger. */
const LEAST_MATH = 0.35;
/** Baselines of two lines of code further apart are two listings, in sizes. */
const CODE_PITCH = 4;
/** Monospaced lines below a name that may be addresses, at most. */
const MAX_ADDRESS_LINES = 2;
/** Groups that are looked at for a table of contents without dots. */
const ENTRY_GROUPS = 3;
/** Lines in them that end in a number, at least: two may be chance. */
const MIN_ENTRIES = 3;
/** Lines of one entry without dots, at most. */
const MAX_ENTRY_LINES = 2;
/** Gap before the number of a page, in sizes: wider than a blank. */
const NUMBER_GAP = 1.1;
/** Times the size of the text from which a heading is not told by its indent. */
const LARGE_HEADING = 1.25;
/** Space beside a centred heading is more, in sizes; less is an indent. */
const CENTRED_SIDE = 2;
/** Space on its two sides differs by less, points. */
const CENTRED_POINTS = 4;
/** The same as a share of that space, where that is more. */
const CENTRED_SHARE = 0.08;
/** Lines of a numbered heading, at most; a list has more, or another item. */
const MAX_HEADING_LINES = 2;
/** Groups that a second item is looked for in. */
const NEXT_GROUPS = 12;
/** Lines of them that it is looked for in. */
const NEXT_LINES = 30;
/** Left edges of two items of one list differ by less, points. */
const SAME_EDGE = 6;
/** Lines of an only item are fewer; more are a paragraph. */
const MAX_ONLY_ITEM = 6;
/** Items back from the last that a number may follow. */
const ITEMS_BACK = 40;
/** A dash further right than this begins an item of its own, in sizes. */
const DEEPER = 0.5;
/** A line nearer than so many times the pitch, or than the pitch and so many sizes, goes on with an item. */
const ITEM_PITCH_RATIO = 1.25;
const ITEM_PITCH_SLACK = 0.15;
/** The text of an item is indented by more than this behind its mark, in sizes. */
const ITEM_INDENT = 0.8;
/** A line that begins left of the text of its item by no more than this still belongs to it, in sizes. */
const HANGING = 0.7;
/** Text that begins nearer than this to the edge of the column is ordinary, not the second paragraph of an item, in sizes. */
const BODY_EDGE = 0.5;
/** Edges of a second paragraph and of the text of its item differ by less, points. */
const BELOW_POINTS = 2;
/** Baselines of an item and of its second paragraph are nearer, in sizes. */
const ITEM_PARAGRAPH = 3;
/** A line that ends nearer than this to the end of the column may go on at the column's edge, in sizes: items are set ragged. */
const RAGGED = 4;

export interface FileContext {
  /** Ends of the column that the lines are from: they may be only a part of it. */
  extent?: { left: number; right: number };
  /** How far the lines of the column could go. */
  room?: { left: number; right: number };
  style: FileStyle;
  levels: HeadingLevels;
}

const ADDRESS = /^(?:https?:\/\/\S+|www\.\S+|[^\s@]+@[^\s@]+\.\w+[,;]?(?:\s[^\s@]+@[^\s@]+\.\w+[,;]?)*)$/;
const ENDS_TEXT = /[.;,!]$/;
const LEADER = /\.{4,}|(?:\s\.){4,}|…{2,}|(?:·\s?){5,}|_{6,}\s*\d+$/;

/** Lines of one column, from the top down, as blocks. */
export function toBlocks(lines: readonly TextLine[], context: FileContext): Block[] {
  const { groups, frame } = groupLines(lines);
  const width = widthFor(groups, frame, context);
  const blocks: Block[] = [];
  for (let index = 0; index < groups.length;) {
    const taken =
      takeCode(groups, index, context, blocks) ||
      takeContents(groups, index, blocks) ||
      takeHeading(groups, index, { ...context, frame }, blocks) ||
      takeList(groups, index, { frame, width }, blocks);
    if (taken > 0) index += taken;
    else blocks.push(...paragraphsOf(groups[index++]!, width));
  }
  return blocks;
}

function boxOf(lines: readonly TextLine[]): Block['box'] {
  return unionOf(lines.map(({ box }) => box));
}

/** How wide the lines could be: as wide as the column where its text fills lines, else as wide as there is room. */
function widthFor(groups: readonly TextLine[][], frame: ColumnFrame, context: FileContext): number {
  const { extent = frame, room = extent } = context;
  const { left, right } = groups.some(isFilled) ? extent : room;
  return Math.max(frame.right - frame.left, right - left);
}

function paragraphsOf(lines: TextLine[], width: number): Block[] {
  const block = paragraphOf(lines);
  if (block.type !== 'paragraph') return [block];
  return splitSetLines(lines, width).map((text) => ({ ...block, lines: text, box: boxOf(text) }));
}

function paragraphOf(lines: TextLine[]): Block {
  const text = lines[0]!.text;
  const type =
    isCaption(text) && lines.length <= MAX_CAPTION_LINES
      ? 'caption'
      : isFormula(lines)
        ? 'formula'
        : 'paragraph';
  return { type, lines, box: boxOf(lines), confidence: type === 'paragraph' ? 0.9 : 0.8 };
}

function isFormula(lines: readonly TextLine[]): boolean {
  if (lines.length > MAX_FORMULA_LINES) return false;
  let math = 0;
  let total = 0;
  for (const { words } of lines) {
    for (const { font, text } of words) {
      total += text.length;
      if (isMathFont(font.name)) math += text.length;
    }
  }
  return math > total * LEAST_MATH && total < MAX_FORMULA_LETTERS;
}

/** Monospaced lines, also with empty lines between them. */
function takeCode(
  groups: readonly TextLine[][],
  start: number,
  { style }: FileContext,
  blocks: Block[],
): number {
  if (style.isMonospacedBody) return 0;
  const isCode = (group: readonly TextLine[] | undefined): boolean =>
    group !== undefined &&
    group.every((line) => line.isMonospaced) &&
    !listMark(group[0]!)?.kind.startsWith('bullet');
  let end = start;
  while (isCode(groups[end])) {
    const before = groups[end - 1]?.at(-1);
    const next = groups[end]![0]!;
    if (end > start && before !== undefined && next.baseline - before.baseline > next.size * CODE_PITCH)
      break;
    end++;
  }
  if (end === start) return 0;
  const lines = groups.slice(start, end).flat();
  // Addresses are often set like this below a name.
  if (lines.length <= MAX_ADDRESS_LINES && lines.every(({ text }) => ADDRESS.test(text))) return 0;
  blocks.push({ type: 'code', lines, box: boxOf(lines), confidence: 0.85 });
  return end - start;
}

/** Entries of a table of contents: dots lead to their page numbers. */
function takeContents(groups: readonly TextLine[][], start: number, blocks: Block[]): number {
  const hasLeader = (group: readonly TextLine[] | undefined): boolean =>
    group !== undefined && group.some(({ text }) => LEADER.test(text));
  const isNumbered = (group: readonly TextLine[] | undefined): boolean =>
    group !== undefined && group.every(endsInPageNumber);
  const first = groups.slice(start, start + ENTRY_GROUPS);
  const isPlain = first.flat().length >= MIN_ENTRIES && first.every(isNumbered) && grows(first.flat());
  const isEntry = (group: readonly TextLine[] | undefined): boolean =>
    group !== undefined &&
    (hasLeader(group) ||
      (group.length <= MAX_ENTRY_LINES && group.every(({ text }) => /\S\s+\d{1,4}$/.test(text))));
  if (!hasLeader(groups[start]) && !isPlain) return 0;
  let end = start + 1;
  while (isEntry(groups[end])) end++;
  const lines = groups.slice(start, end).flat();
  blocks.push({ type: 'contents', lines, box: boxOf(lines), confidence: 0.9 });
  return end - start;
}

/** A number at the end of the line, far from the text. */
function endsInPageNumber({ words, size }: TextLine): boolean {
  const last = words.at(-1);
  const before = words.at(-2);
  if (last === undefined || before === undefined || !/^\d{1,4}$/.test(last.text)) return false;
  return last.box.left - before.box.right > size * NUMBER_GAP;
}

function grows(lines: readonly TextLine[]): boolean {
  const numbers = lines.map(({ words }) => Number(words.at(-1)?.text));
  return numbers.every((value, index) => index === 0 || value >= numbers[index - 1]!);
}

function takeHeading(
  groups: readonly TextLine[][],
  start: number,
  { style, levels, frame, extent = frame }: FileContext & { frame: ColumnFrame },
  blocks: Block[],
): number {
  const lines = groups[start]!;
  const first = lines[0]!;
  const last = lines.at(-1)!;
  const before = groups[start - 1]?.at(-1);
  const next = groups[start + 1];
  const around = {
    style,
    levels,
    next,
    above: before === undefined ? Infinity : (first.box.top - before.box.bottom) / Math.max(first.size, 1),
    below: next === undefined ? Infinity : (next[0]!.box.top - last.box.bottom) / Math.max(first.size, 1),
    leading: frame.pitch - (first.box.bottom - first.box.top) / Math.max(first.size, 1),
    width: frame.right - frame.left,
  };
  if (!isHeadingLine(lines, around)) return 0;
  const box = boxOf(lines);
  const side = box.left - frame.left;
  const isCentred = isInMiddle(box, frame, first.size) || isInMiddle(box, extent, first.size);
  blocks.push({
    type: 'heading',
    lines,
    level: 0,
    isCentred,
    isIndented:
      !isCentred && !first.isBold && first.size < style.bodySize * LARGE_HEADING && side > first.size,
    box,
    confidence: 0.85,
  });
  return 1;
}

function isInMiddle(box: Box, { left, right }: { left: number; right: number }, size: number): boolean {
  const side = box.left - left;
  return (
    side > size * CENTRED_SIDE &&
    Math.abs(side - (right - box.right)) < Math.max(CENTRED_POINTS, side * CENTRED_SHARE)
  );
}

interface OpenItem {
  item: ListItem;
  mark: PrintedListMark;
}

/** Marked lines and the lines that belong to them. */
function takeList(
  groups: readonly TextLine[][],
  start: number,
  { frame, width }: { frame: ColumnFrame; width: number },
  blocks: Block[],
): number {
  const first = listMark(groups[start]![0]!);
  if (first === undefined || !opensList(first, groups, start)) return 0;
  const items: OpenItem[] = [];
  let end = start;
  let last: TextLine | undefined;
  for (; end < groups.length; end++) {
    const group = groups[end]!;
    if (!takeLines(group, items, frame, last)) break;
    last = group.at(-1);
  }
  if (items.length === 0 || isNumberedTitle(groups.slice(start, end), groups[end])) return 0;
  blocks.push({
    type: 'list',
    items: items.flatMap((open) => textsOf(open, width)),
    box: boxOf(groups.slice(start, end).flat()),
    confidence: 0.85,
  });
  return end - start;
}

/** A bullet may be missing, as in scans: short lines that say one thing each are items of their own. */
function textsOf({ item, mark }: OpenItem, width: number): ListItem[] {
  if (mark.value !== undefined || item.lines.length < 2) return [item];
  return splitSetLines(item.lines, width).map((lines) => ({ ...item, lines }));
}

/** A short line with a number, in a look of its own above text: a heading, or a line like one. */
function isNumberedTitle(groups: readonly TextLine[][], next: readonly TextLine[] | undefined): boolean {
  const lines = groups.flat();
  const [first] = lines;
  const below = next?.[0];
  if (first === undefined || below === undefined || lines.length > MAX_HEADING_LINES) return false;
  const mark = listMark(first);
  if (mark?.value === undefined || listMark(below) !== undefined || ENDS_TEXT.test(first.text)) return false;
  return first.isUnderlined !== below.isUnderlined || areUnlike(lookOf(mark.rest), lookOf(below));
}

/** A dash or a number also begins ordinary lines: then a second item has to follow. */
function opensList(mark: PrintedListMark, groups: readonly TextLine[][], start: number): boolean {
  if (mark.kind.startsWith('bullet') && !/^[-–—*o]$/.test(mark.text)) return true;
  const isFirst = mark.value === 1 || mark.value === undefined;
  // Inside another paragraph a number is the end of a sentence or a date.
  const lines = groups
    .slice(start, start + NEXT_GROUPS)
    .filter(([line], index) => index === 0 || mark.value === undefined || listMark(line!) !== undefined)
    .flat()
    .slice(1, NEXT_LINES);
  const hasNext = lines.some((line) => {
    const next = listMark(line);
    return (
      next !== undefined &&
      next.kind === mark.kind &&
      (mark.value === undefined || next.value === mark.value + 1) &&
      Math.abs(line.box.left - groups[start]![0]!.box.left) < SAME_EDGE
    );
  });
  if (hasNext) return true;
  return (
    isFirst &&
    mark.value !== undefined &&
    /^\(?[1ai][.)]/.test(mark.text) &&
    groups[start]!.length < MAX_ONLY_ITEM
  );
}

/** Adds the lines of a group to a list; false when they are not part of it. */
function takeLines(
  group: readonly TextLine[],
  items: OpenItem[],
  frame: ColumnFrame,
  last: TextLine | undefined,
): boolean {
  let before = last;
  for (const [index, line] of group.entries()) {
    const mark = listMark(line);
    if (mark !== undefined && follows(mark, line, items)) {
      items.push({ mark, item: { mark: mark.text, lines: [mark.rest], left: line.box.left } });
    } else {
      const open = items.at(-1);
      if (open === undefined) return false;
      // Further lines of a group belong together in any case.
      if (index === 0 && !continuesItem(open, group, before!, frame)) return false;
      open.item.lines.push(line);
    }
    before = line;
  }
  return true;
}

/** Whether a mark goes on with one of the open rows, or begins one. */
function follows(mark: PrintedListMark, line: TextLine, items: readonly OpenItem[]): boolean {
  if (mark.value === undefined)
    return !/^[-–—*]$/.test(mark.text) || items.length === 0 || isAtItem(mark, line, items);
  if (mark.value === 1 || items.length === 0) return true;
  for (let index = items.length - 1; index >= 0 && items.length - index < ITEMS_BACK; index--) {
    const { mark: other } = items[index]!;
    if (other.kind === mark.kind) return mark.value === (other.value ?? 0) + 1;
  }
  return false;
}

function isAtItem(mark: PrintedListMark, line: TextLine, items: readonly OpenItem[]): boolean {
  const same = items.findLast((open) => open.mark.kind === mark.kind);
  if (same !== undefined) return Math.abs(same.item.left - line.box.left) < line.size;
  return line.box.left > items.at(-1)!.item.left + line.size * DEEPER;
}

function continuesItem(
  { mark, item }: OpenItem,
  group: readonly TextLine[],
  before: TextLine,
  frame: ColumnFrame,
): boolean {
  const line = group[0]!;
  const distance = line.baseline - before.baseline;
  if (distance < 0) return false;
  const startOf = ({ box, isRtl }: TextLine): number =>
    isRtl ? mark.textLeft - box.right : box.left - mark.textLeft;
  const start = startOf(line);
  const isClose =
    distance < line.size * Math.max(frame.pitch * ITEM_PITCH_RATIO, frame.pitch + ITEM_PITCH_SLACK);
  const isIndented = Math.abs(mark.textLeft - item.left) > line.size * ITEM_INDENT;
  if (Math.abs(line.size - item.lines[0]!.size) > SAME_TEXT_SIZE) return false;
  if (isClose && start > line.size * -HANGING) return true;
  if (!isClose) {
    // A second paragraph of the item: all of it stands below the text of the first.
    const isBody = mark.textLeft - frame.left < line.size * BODY_EDGE;
    const isBelow = Math.abs(start) < BELOW_POINTS && group.every((other) => startOf(other) > -BELOW_POINTS);
    return isIndented && isBelow && !isBody && distance < line.size * ITEM_PARAGRAPH;
  }
  return /^[\p{Ll}(]/u.test(line.text) && endGap(before, frame) < line.size * RAGGED;
}
