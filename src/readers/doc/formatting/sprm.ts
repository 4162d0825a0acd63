import type { ByteView } from '../../cfb/byte-view.ts';
import type { WordGeneration } from '../fib.ts';
import { isKnownSprm, SPRM } from './sprm-codes.ts';
import { readWord6Code, WORD6_OPERANDS } from './word6-sprms.ts';

/** One property that differs from the style. */
export interface Sprm {
  /** As Word 97 numbers them, also for older files. */
  code: number;
  /** The operand as an unsigned number, of at most 4 bytes. */
  value: number;
  /** The operand after its length, where it has one. */
  operand: ByteView | undefined;
}

/** A row of 63 cells with each of them merged has some hundred; all beyond are nonsense. */
const MAX_SPRMS = 1_000;
const OPERAND_LENGTHS = [1, 1, 2, 4, 2, 2, 0, 3];
const TAB_CHANGES = 0xc615;

/** Reads a list of modifiers (a `grpprl`) between two offsets; those that nobody asks for are left out. */
export function readSprms(
  bytes: ByteView,
  generation: WordGeneration,
  start = 0,
  end: number = bytes.length,
): Sprm[] {
  const sprms: Sprm[] = [];
  const last = Math.min(end, bytes.length);
  let at = start;
  while (at < last && sprms.length < MAX_SPRMS) {
    const step = generation === 'word97' ? readWord97Sprm(bytes, at) : readWord6Sprm(bytes, at);
    if (step === undefined) break;
    const next = step.operandAt + step.length;
    // Only what has a length of its own may be cut short.
    if (next > last && !step.isVariable) break;
    const length = Math.min(step.length, Math.max(last - step.operandAt, 0));
    if (isKnownSprm(step.code)) sprms.push(sprmAt(bytes, { ...step, length }));
    at = next;
  }
  return sprms;
}

interface Step {
  code: number;
  operandAt: number;
  length: number;
  isVariable: boolean;
}

function sprmAt(bytes: ByteView, { code, operandAt, length, isVariable }: Step): Sprm {
  const value = length >= 4 ? bytes.u32(operandAt) : length >= 2 ? bytes.u16(operandAt) : bytes.u8(operandAt);
  return { code, value, operand: isVariable ? bytes.part(operandAt, length) : undefined };
}

/** The three highest bits of a code tell the length of its operand (2.6, spra). */
function readWord97Sprm(bytes: ByteView, at: number): Step | undefined {
  if (at + 2 > bytes.length) return undefined;
  const code = bytes.u16(at);
  const fixed = OPERAND_LENGTHS[code >> 13]!;
  if (fixed > 0) return { code, operandAt: at + 2, length: fixed, isVariable: false };
  // A table definition states its length in two bytes, and one too many.
  if (code === SPRM.tableDefinition) {
    return { code, operandAt: at + 4, length: Math.max(bytes.u16(at + 2) - 1, 0), isVariable: true };
  }
  const length = bytes.u8(at + 2);
  return {
    code,
    operandAt: at + 3,
    length: code === TAB_CHANGES && length === 255 ? tabChangesLength(bytes, at + 3) : length,
    isVariable: true,
  };
}

/** Tab changes may be longer than one byte can say: 4 bytes for each tab deleted, 3 for each added. */
function tabChangesLength(bytes: ByteView, at: number): number {
  const deleted = bytes.u8(at) * 4;
  return 1 + deleted + 1 + bytes.u8(at + 1 + deleted) * 3;
}

function readWord6Sprm(bytes: ByteView, at: number): Step | undefined {
  const opcode = bytes.u8(at);
  const length = WORD6_OPERANDS.get(opcode);
  // An unknown modifier has an unknown length: nothing behind it can be read.
  if (length === undefined) return undefined;
  const code = readWord6Code(opcode);
  if (length === 'byte') {
    return { code, operandAt: at + 2, length: bytes.u8(at + 1), isVariable: true };
  }
  if (length === 'word') {
    return { code, operandAt: at + 3, length: Math.max(bytes.u16(at + 1) - 1, 0), isVariable: true };
  }
  return { code, operandAt: at + 1, length, isVariable: false };
}
