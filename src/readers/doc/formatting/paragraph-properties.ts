import { SPRM } from './sprm-codes.ts';
import type { Sprm } from './sprm.ts';

export interface ParagraphProperties {
  /** 0 to 8 for a heading; 9 for text. */
  outlineLevel: number;
  /** Number of the list from 1; 0 for none. */
  list: number;
  /** 0 to 8. */
  listLevel: number;
  /** The numbering of a list before Word 97. */
  autoNumber: 'none' | 'number' | 'bullet';
  /** Number of tables that it is nested in. */
  tableDepth: number;
  /** It is a large first letter of the paragraph that follows. */
  isDropCap: boolean;
  /** It ends a row of the table that it is in. */
  isRowEnd: boolean;
  /** It ends a cell of a table within a table; outer cells have a character of their own for it. */
  isInnerCell: boolean;
  /** Twips; undefined when neither the paragraph nor its style says. */
  leftIndent: number | undefined;
}

export const DEFAULT_PARAGRAPH: ParagraphProperties = {
  outlineLevel: 9,
  list: 0,
  listLevel: 0,
  autoNumber: 'none',
  tableDepth: 0,
  isDropCap: false,
  isRowEnd: false,
  isInnerCell: false,
  leftIndent: undefined,
};

/** Lists beyond are negative numbers: the paragraph left that list ([MS-DOC] 2.6.2, sprmPIlfo). */
const MAX_LIST = 0x07fe;
const MAX_DEPTH = 30;
const BULLET = 23;

/** `base` changed by `sprms`. */
export function applyParagraphSprms(base: ParagraphProperties, sprms: readonly Sprm[]): ParagraphProperties {
  if (sprms.length === 0) return base;
  const changed = { ...base };
  for (const sprm of sprms) applyOne(changed, sprm);
  return changed;
}

function applyOne(changed: ParagraphProperties, sprm: Sprm): void {
  const { code, value } = sprm;
  if (code === SPRM.list) changed.list = value > MAX_LIST ? 0 : value;
  else if (code === SPRM.listLevel) changed.listLevel = Math.min(value, 8);
  else if (code === SPRM.outlineLevel) changed.outlineLevel = Math.min(value, 9);
  else if (code === SPRM.leftIndent || code === SPRM.leftIndent97) changed.leftIndent = (value << 16) >> 16;
  else if (code === SPRM.dropCap) changed.isDropCap = (value & 7) !== 0;
  else if (code === SPRM.autoNumberLevel || code === SPRM.autoNumber) applyAutoNumber(changed, sprm);
  else applyTableSprm(changed, code, value);
}

function applyAutoNumber(changed: ParagraphProperties, { code, value, operand }: Sprm): void {
  if (code === SPRM.autoNumberLevel) {
    changed.autoNumber = value === 10 ? 'number' : value === 11 ? 'bullet' : 'none';
  } else if (operand?.u8(0) === BULLET && changed.autoNumber === 'none') changed.autoNumber = 'bullet';
}

function applyTableSprm(changed: ParagraphProperties, code: number, value: number): void {
  if (code === SPRM.isInTable) changed.tableDepth = value === 0 ? 0 : Math.max(changed.tableDepth, 1);
  else if (code === SPRM.tableDepth) changed.tableDepth = clampDepth(value | 0);
  else if (code === SPRM.tableDepthChange) changed.tableDepth = clampDepth(changed.tableDepth + (value | 0));
  else if (code === SPRM.isRowEnd || code === SPRM.isInnerRowEnd) changed.isRowEnd ||= value !== 0;
  else if (code === SPRM.isInnerCell) changed.isInnerCell = value !== 0;
}

function clampDepth(depth: number): number {
  return Math.min(Math.max(depth, 0), MAX_DEPTH);
}
