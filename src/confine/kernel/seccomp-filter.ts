import { callNumber, type Processor, type SystemCall } from './system-calls.ts';

/** A test of a call's argument: its lower half, of which the mask's bits count, must be one of these numbers. */
export interface ArgumentTest {
  /** 0 to 5. */
  argument: number;
  /** All bits when absent. */
  mask?: number;
  isOneOf: readonly number[];
  /** The upper half is looked at too, and must be 0. */
  isWide?: boolean;
}

/** A call that may be made: always, or when all tests hold. The first rule for a call decides. */
export type CallRule = SystemCall | LimitedCall;

interface LimitedCall {
  call: SystemCall;
  when: readonly ArgumentTest[];
  /** With other arguments the kernel has no such call: libraries then do without what it would tell. */
  isElseUnknown?: boolean;
}

/** `AUDIT_ARCH_*` of linux/audit.h. */
const ARCHITECTURES: Readonly<Record<Processor, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** Calls of the 32-bit form of x64 have this bit. */
const X32_BIT = 0x40000000;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const ERRNO = 0x00050000;
const EPERM = 1;
/** Libraries then take an older call in the place of a newer one. */
const ENOSYS = 38;

/** Instructions of a filter's code (linux/bpf_common.h). */
const LOAD = 0x20;
const AND = 0x54;
const IS_EQUAL = 0x15;
const IS_AT_LEAST = 0x35;
const RETURN = 0x06;

/** Where the filter finds things (`struct seccomp_data`); both processors put the lower half first. */
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
const ARGUMENTS_AT = 16;

interface Instruction {
  code: number;
  /** Instructions to skip when a comparison holds, and when it does not. */
  onMatch?: number;
  otherwise?: number;
  value: number;
}

const load = (value: number): Instruction => ({ code: LOAD, value });
const answer = (value: number): Instruction => ({ code: RETURN, value });

/**
 * A filter (`struct sock_filter[]`) that lets these calls through and no other: what is not listed is answered as if the
 * kernel had no such call, a listed one with other arguments is not permitted, and calls of another processor's form end
 * the process.
 */
export function createSeccompFilter(rules: readonly CallRule[], processor: Processor): Buffer {
  const instructions: Instruction[] = [
    load(ARCHITECTURE_AT),
    { code: IS_EQUAL, value: ARCHITECTURES[processor], onMatch: 1 },
    answer(KILL_PROCESS),
    load(NUMBER_AT),
    ...(processor === 'x64'
      ? [{ code: IS_AT_LEAST, value: X32_BIT, otherwise: 1 }, answer(KILL_PROCESS)]
      : []),
    ...rules.flatMap((rule) => ruleInstructions(rule, processor)),
    answer(ERRNO | ENOSYS),
  ];
  return encode(instructions);
}

function ruleInstructions(rule: CallRule, processor: Processor): Instruction[] {
  const {
    call,
    when,
    isElseUnknown = false,
  }: LimitedCall = typeof rule === 'string' ? { call: rule, when: [] } : rule;
  const number = callNumber(call, processor);
  if (number === undefined) return [];
  const refusal = answer(ERRNO | (isElseUnknown ? ENOSYS : EPERM));
  const body = [...when.flatMap((test) => testInstructions(test, refusal)), answer(ALLOW)];
  return [{ code: IS_EQUAL, value: number, otherwise: body.length }, ...body];
}

/** Goes on behind itself when the test holds, and ends with a refusal else. */
function testInstructions(
  { argument, mask, isOneOf, isWide = false }: ArgumentTest,
  refusal: Instruction,
): Instruction[] {
  const lower = ARGUMENTS_AT + argument * 8;
  const comparisons = isOneOf.map((value, index) => ({
    code: IS_EQUAL,
    value,
    onMatch: isOneOf.length - index,
  }));
  return [
    ...(isWide ? [load(lower + 4), { code: IS_EQUAL, value: 0, onMatch: 1 }, refusal] : []),
    load(lower),
    ...(mask === undefined ? [] : [{ code: AND, value: mask }]),
    ...comparisons,
    refusal,
  ];
}

function encode(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [index, { code, onMatch = 0, otherwise = 0, value }] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(onMatch, index * 8 + 2);
    bytes.writeUInt8(otherwise, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
