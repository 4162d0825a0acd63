import { SPRM } from './sprm-codes.ts';

/** Length of an operand in bytes, or of the number before it that tells the length. */
type OperandLength = number | 'byte' | 'word';

/** Word 6 and 95 number modifiers in one byte; these are the ones with a counterpart that matters here. */
const CODES: ReadonlyMap<number, number> = new Map<number, number>([
  [2, SPRM.paragraphStyle],
  [12, SPRM.autoNumber],
  [13, SPRM.autoNumberLevel],
  [17, SPRM.leftIndent97],
  [24, SPRM.isInTable],
  [25, SPRM.isRowEnd],
  [46, SPRM.dropCap],
  [65, SPRM.isDeleted],
  [68, SPRM.pictureLocation],
  [70, SPRM.symbol],
  [71, SPRM.isData],
  [75, SPRM.isOle],
  [80, SPRM.characterStyle],
  [83, SPRM.plain],
  [85, SPRM.isBold],
  [86, SPRM.isItalic],
  [87, SPRM.isStruck],
  [92, SPRM.isHidden],
  [93, SPRM.font],
  [97, SPRM.language80],
  [101, SPRM.raised],
  [104, SPRM.verticalPosition],
  [117, SPRM.isSpecial],
  [118, SPRM.isObject],
  [186, SPRM.isHeaderRow],
  [190, SPRM.tableDefinition],
  [194, SPRM.insertCells],
  [195, SPRM.deleteCells],
  [197, SPRM.mergeCells],
  [198, SPRM.splitCells],
]);

/** First opcode, then the operand lengths of it and those that follow. */
const LENGTHS: ReadonlyArray<readonly [number, readonly OperandLength[]]> = [
  [2, [2, 'byte', 1, 1, 1, 1, 1, 1, 1, 1, 'byte', 1, 1, 'byte', 2, 2, 2, 2, 4, 2, 2, 'byte', 1, 1]],
  [26, [2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 1, 1]],
  [65, [1, 1, 1, 'byte', 2, 4, 1, 2, 3, 'byte', 1]],
  [80, [2, 'byte', 'byte', 0]],
  [85, [1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 3, 2, 2, 1, 2, 1, 2, 1, 'byte', 1, 'byte', 'byte', 2, 'byte', 2, 2]],
  [111, [2, 2, 'byte', 'byte', 'byte', 'byte']],
  [117, [1, 1, 1, 'byte', 2, 2, 2, 2]],
  [182, [2, 2, 2, 1, 1, 12, 'word', 2, 'word', 'byte', 4, 5, 4, 2, 4, 2, 2, 5, 4]],
];

export const WORD6_OPERANDS: ReadonlyMap<number, OperandLength> = new Map(
  LENGTHS.flatMap(([first, lengths]) => lengths.map((length, i) => [first + i, length] as const)),
);

/** The Word 97 code of a Word 6 modifier; 0 for one that does not matter. */
export function readWord6Code(opcode: number): number {
  return CODES.get(opcode) ?? 0;
}
