import type { Block } from './block.ts';
import { unionOf } from './box.ts';
import type { Lexicon } from './lexicon.ts';
import { listMark } from './list-mark.ts';
import { printedCellText, type Table, type PrintedCell } from './tables/table.ts';
import type { TextLine } from './text-line.ts';
import { SAME_TEXT_SIZE } from './tolerances.ts';

/** Lines of the rest of an item at the top of the next page, at most; more are a text of their own. */
const MAX_ITEM_LINES = 12;
/** Letters of a line that was broken in the middle of a sentence, more than; a shorter one is a label. */
const BROKEN_LETTERS = 25;
/** Edges of the columns of two parts of a table differ by less, points; where the head is repeated, they surely are one table. */
const SAME_EDGE = 6;
const SAME_EDGE_WITH_HEAD = 24;

type Paragraph = Extract<Block, { type: 'paragraph' }>;

const SKIPPED = new Set<Block['type']>(['figure', 'header', 'footer', 'footnote', 'caption']);
const ENDS = /[.!?:;。！？…؟۔।]["'”’»)\]]*\d*$/;
/** A line that fills its column ends nearer to the longest ones, in sizes. */
const FULL_LINE = 1.5;
/** Lines that tell how far a column reaches. */
const LINES_BEFORE = 12;

/**
 * Joins what a column or page boundary divided: paragraphs in the middle of a sentence, and tables. Blocks that are
 * taken over leave their page. Pages are those that follow one another, each with its blocks in order.
 */
export function joinBlocks(pages: Block[][], lexicon: Lexicon): void {
  let open: { block: Block; page: number } | undefined;
  for (const [page, blocks] of pages.entries()) {
    for (let index = 0; index < blocks.length; index++) {
      const block = blocks[index]!;
      if (SKIPPED.has(block.type)) continue;
      if (
        open !== undefined &&
        page - open.page <= 1 &&
        join(open.block, block, open.page !== page, lexicon)
      ) {
        blocks.splice(index--, 1);
        // A block that runs over several pages still begins on the first.
        open.page = page;
        continue;
      }
      open = { block, page };
    }
  }
}

function join(before: Block, block: Block, isNewPage: boolean, lexicon: Lexicon): boolean {
  if (before.type === 'paragraph' && block.type === 'paragraph')
    return joinParagraphs(before, block, isNewPage);
  if (before.type === 'list' && block.type === 'paragraph') return joinItem(before, block, isNewPage);
  const isElsewhere = isNewPage || block.box.bottom < before.box.top || block.box.left > before.box.right;
  if (before.type === 'table' && block.type === 'table' && isElsewhere) {
    return joinTables(before.table, block.table, lexicon);
  }
  if (before.type === 'code' && block.type === 'code' && isNewPage) {
    before.lines.push(...block.lines);
    return true;
  }
  return false;
}

function joinParagraphs(before: Paragraph, block: Paragraph, isNewPage: boolean): boolean {
  const last = before.lines.at(-1)!;
  const first = block.lines[0]!;
  const isBroken = isFull(before.lines) && listMark(first) === undefined;
  if (!goesOn(last, first, { isNewPage, isBroken })) return false;
  before.lines.push(...block.lines);
  if (!isNewPage) before.box = unionOf([before.box, block.box]);
  return true;
}

function joinItem(list: Extract<Block, { type: 'list' }>, block: Paragraph, isNewPage: boolean): boolean {
  const item = list.items.at(-1);
  const last = item?.lines.at(-1);
  const first = block.lines[0]!;
  if (
    item === undefined ||
    last === undefined ||
    block.lines.length > MAX_ITEM_LINES ||
    !goesOn(last, first, { isNewPage, isBroken: isFull(item.lines) })
  )
    return false;
  if (!/^[\p{Ll}(]/u.test(first.text)) return false;
  item.lines.push(...block.lines);
  return true;
}

/** The last of several lines reaches as far as the longest of those before: there was no room for more. */
function isFull(all: readonly TextLine[]): boolean {
  const lines = all.slice(-LINES_BEFORE);
  const last = lines.at(-1)!;
  const endOf = ({ box, isRtl }: TextLine): number => (isRtl ? -box.left : box.right);
  const most = lines.reduce((end, line) => Math.max(end, endOf(line)), -Infinity);
  return lines.length > 1 && most - endOf(last) < last.size * FULL_LINE;
}

interface Boundary {
  isNewPage: boolean;
  /** The line before is full. */
  isBroken: boolean;
}

/** Whether a sentence goes on: it has no end before, and what follows stands in another column, and begins small or behind a full line. */
function goesOn(last: TextLine, first: TextLine, { isNewPage, isBroken }: Boundary): boolean {
  if (
    Math.abs(last.size - first.size) > SAME_TEXT_SIZE ||
    last.isBold !== first.isBold ||
    last.isRtl !== first.isRtl
  )
    return false;
  const isElsewhere =
    isNewPage || first.baseline < last.baseline - last.size || first.box.left > last.box.right;
  if (!isElsewhere) return false;
  if (/[\p{L}][-\u2010\u00ad]$/u.test(last.text)) return /^\p{L}/u.test(first.text);
  if (last.text.endsWith(';')) return /^\p{Ll}/u.test(first.text);
  if (ENDS.test(last.text)) return false;
  return (
    /^[\p{Ll}(,;]/u.test(first.text) ||
    (isBroken && /^[\p{L}"„“«‹‘]/u.test(first.text)) ||
    (/[,\p{Ll}]$/u.test(last.text) && !/^[\d\p{Lu}]+[.):]/u.test(first.text) && last.length > BROKEN_LETTERS)
  );
}

/** A table goes on when its columns stand at the same places; its head is dropped where it is repeated word for word. */
function joinTables(before: Table, table: Table, lexicon: Lexicon): boolean {
  if (before.columnCount !== table.columnCount) return false;
  const head = Math.max(before.headRows, 1);
  const isRepeated = before.rows
    .slice(0, head)
    .every((row, index) => isSameRow(row, table.rows[index], lexicon));
  // In another column or on a page with another margin its columns stand elsewhere, but as far from one another.
  const shift = table.edges[0]! - before.edges[0]!;
  const tolerance = isRepeated ? SAME_EDGE_WITH_HEAD : SAME_EDGE;
  const isSame = before.edges.every(
    (edge, index) => Math.abs(edge + shift - table.edges[index]!) < tolerance,
  );
  if (!isSame) return false;
  before.rows.push(...(isRepeated ? table.rows.slice(head) : table.rows));
  return true;
}

function isSameRow(
  row: readonly PrintedCell[],
  other: readonly PrintedCell[] | undefined,
  lexicon: Lexicon,
): boolean {
  if (other === undefined || other.length !== row.length) return false;
  return row.every(
    (cell, index) => printedCellText(cell, lexicon) === printedCellText(other[index]!, lexicon),
  );
}
