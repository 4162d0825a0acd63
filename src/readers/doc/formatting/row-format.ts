import type { ByteView } from '../../cfb/byte-view.ts';
import type { CellLayout, RowLayout } from '../../text-document/row-layout.ts';
import type { WordGeneration } from '../fib.ts';
import { SPRM } from './sprm-codes.ts';
import type { Sprm } from './sprm.ts';

interface CellFormat {
  /** 0 for not at all. The first value of several that are not 0 is that of the cell that takes in the others. */
  horizontalMerge: number;
  vertical: CellLayout['vertical'];
}

/** The format of a row by the modifiers that were read so far. */
interface RowFormat {
  /** The row is repeated on each page. */
  isHead: boolean;
  edges: number[];
  cells: CellFormat[];
}

/** Word allows 63. */
const MAX_CELLS = 64;
const CELL_LENGTH = 20;
/** Before Word 97. */
const SHORT_CELL_LENGTH = 10;
const FIRST_MERGED = 1;
const MERGED = 2;

/** Reads the layout of a row from the modifiers of the mark that ends it ([MS-DOC] 2.6.3). */
export function readRowLayout(sprms: readonly Sprm[], generation: WordGeneration): RowLayout {
  const row: RowFormat = { isHead: false, edges: [], cells: [] };
  for (const { code, value, operand } of sprms) {
    const first = value & 0xff;
    const second = (value >> 8) & 0xff;
    if (code === SPRM.isHeaderRow) row.isHead = value !== 0;
    else if (code === SPRM.tableDefinition && operand !== undefined) define(row, operand, generation);
    else if (code === SPRM.insertCells) insert(row, first, second, value >>> 16);
    else if (code === SPRM.deleteCells) remove(row, first, second);
    else if (code === SPRM.mergeCells || code === SPRM.splitCells) {
      merge(row, first, second, code === SPRM.mergeCells);
    } else if (code === SPRM.mergeVertically && operand !== undefined) {
      const cell = row.cells[operand.u8(0)];
      if (cell !== undefined) cell.vertical = verticalOf(operand.u8(1));
    }
  }
  return { ...row, cells: layOutCells(row.cells) };
}

function layOutCells(cells: readonly CellFormat[]): CellLayout[] {
  let lead = 0;
  return cells.map(({ horizontalMerge, vertical }) => {
    const isJoinedLeft = horizontalMerge !== 0 && lead !== 0 && horizontalMerge !== lead;
    if (!isJoinedLeft) lead = horizontalMerge;
    return { isJoinedLeft, vertical };
  });
}

/** 2.9.319, TDefTableOperand; cells may be left out at its end. */
function define(row: RowFormat, operand: ByteView, generation: WordGeneration): void {
  const count = Math.min(operand.u8(0), MAX_CELLS);
  row.edges = Array.from({ length: count + 1 }, (_, i) => operand.i16(1 + i * 2));
  const start = 1 + (count + 1) * 2;
  const cellLength = generation === 'word97' ? CELL_LENGTH : SHORT_CELL_LENGTH;
  row.cells = Array.from({ length: count }, (_, i) => {
    const flags = operand.u16(start + i * cellLength);
    return {
      horizontalMerge: flags & 3,
      vertical: generation === 'word97' ? verticalOf((flags >> 5) & 3) : 'none',
    };
  });
}

function verticalOf(flags: number): CellLayout['vertical'] {
  if ((flags & 1) === 0) return 'none';
  return (flags & 2) === 0 ? 'joined' : 'first';
}

function insert(row: RowFormat, first: number, count: number, width: number): void {
  const added = Math.min(count, MAX_CELLS - row.cells.length);
  if (added <= 0) return;
  if (row.edges.length === 0) row.edges.push(0);
  // Cells between the last and the new ones are not there yet.
  const at = Math.min(first, row.cells.length);
  const left = row.edges[at]!;
  const cells = Array.from({ length: added }, () => ({ horizontalMerge: 0, vertical: 'none' as const }));
  const edges = Array.from({ length: added }, (_, i) => left + (i + 1) * width);
  const moved = row.edges.slice(at + 1).map((edge) => edge + added * width);
  row.cells.splice(at, 0, ...cells);
  row.edges = [...row.edges.slice(0, at + 1), ...edges, ...moved];
}

function remove(row: RowFormat, first: number, end: number): void {
  const last = Math.min(end, row.cells.length);
  if (first >= last) return;
  const width = row.edges[last]! - row.edges[first]!;
  row.cells.splice(first, last - first);
  row.edges = [...row.edges.slice(0, first + 1), ...row.edges.slice(last + 1).map((edge) => edge - width)];
}

function merge(row: RowFormat, first: number, end: number, isMerged: boolean): void {
  for (let i = first; i < Math.min(end, row.cells.length); i++) {
    row.cells[i]!.horizontalMerge = isMerged ? (i === first ? FIRST_MERGED : MERGED) : 0;
  }
}
