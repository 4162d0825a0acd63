import { RE2JS, RE2Set } from 're2js';
import type { ValidationIssue } from '../../contract/errors.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { decodedForm } from '../same-page/decoded-form.ts';

/** A caller's `includePaths` or `excludePaths`. Plain data, so that it can cross to a thread. */
export interface PatternList {
  /** Name of the field that holds the patterns: the first step of the path in an error's `details`. */
  field: string;
  patterns: readonly string[];
}

/** Is told after each piece of work for which patterns it was; throws when that has been enough. */
export type PatternMeter = (index: number) => void;

export interface CompiledPatterns {
  /** The most steps that a character of a text costs. */
  readonly steps: number;
  /** The lowest index of a pattern that is found in the text; -1 when none is. */
  find(text: string, meter: PatternMeter): number;
}

export const MAX_PATTERNS = 1_000;
export const MAX_PATTERN_LENGTH = 2_000;
const MAX_TOTAL_LENGTH = 100_000;

/**
 * `.{1000}` is seven characters and a thousand steps for each character of a URL. The most that one pattern may come
 * to, and that the counted repetitions of all together may, in steps: 2,000 characters written out come to no more.
 */
const MAX_STEPS = 2_500;
const MAX_REPEATED_STEPS = 20_000;

/**
 * Patterns are searched for together up to this many steps. Measured with a thousand usual ones: groups ten times as large
 * take thirty times as long, since their states do not fit into the memory.
 */
const GROUP_STEPS = 1_000;
/** The most bytes of states that are kept for all groups, and for one of many. */
const STATE_BYTES = 8_000_000;
const LEAST_STATE_BYTES = 200_000;

/**
 * Compiles patterns for an unanchored search. The syntax is RE2's (https://github.com/google/re2/wiki/Syntax): no
 * look-around, no back-references, time linear in the text whatever the pattern. A pattern with letters outside of ASCII
 * (`é`, `\\u00e9`, `\\p{L}`) is searched in the percent-decoded text, which is what an address bar shows.
 *
 * Throws a BAD_REQUEST that names the place of the first pattern that does not compile or is beyond a limit.
 */
export function compilePatterns({ field, patterns }: PatternList, meter: PatternMeter): CompiledPatterns {
  checkLimits(patterns, field);
  let repeatedSteps = 0;
  const parsed = patterns.map((pattern, index) => {
    const one = parse(pattern, [field, index]);
    repeatedSteps += Math.max(0, one.steps - pattern.length);
    if (one.steps > MAX_STEPS || repeatedSteps > MAX_REPEATED_STEPS)
      throw refusal([field, index], 'repeats too much: use * or + instead of large counts');
    meter(index);
    return { ...one, index };
  });
  const steps = parsed.reduce((sum, one) => sum + one.steps, 0);
  const groups = [false, true].flatMap((isDecoded) =>
    inGroups(parsed.filter((one) => one.isDecoded === isDecoded)).map((members) => {
      const group = compileGroup(members, steps);
      meter(group.costliest);
      return group;
    }),
  );
  return {
    steps,
    find(text, spend) {
      let first = Infinity;
      for (const { isDecoded, set, indexes, costliest } of groups) {
        if ((indexes[0] ?? Infinity) > first) continue;
        for (const found of set.match(isDecoded ? decodedForm(text) : text))
          first = Math.min(first, indexes[found] ?? Infinity);
        spend(costliest);
      }
      return first === Infinity ? -1 : first;
    },
  };
}

interface ParsedPattern {
  /** As RE2 writes it. */
  translated: string;
  index: number;
  steps: number;
  /** It is searched in the percent-decoded text. */
  isDecoded: boolean;
}

interface PatternGroup {
  set: RE2Set;
  isDecoded: boolean;
  /** The places of its patterns in the caller's list, in ascending order. */
  indexes: number[];
  /** The index of the pattern with the most steps. */
  costliest: number;
}

function inGroups(patterns: readonly ParsedPattern[]): ParsedPattern[][] {
  const groups: ParsedPattern[][] = [];
  let steps = Infinity;
  for (const pattern of patterns) {
    steps += pattern.steps;
    if (steps > GROUP_STEPS) {
      groups.push([]);
      steps = pattern.steps;
    }
    groups.at(-1)?.push(pattern);
  }
  return groups;
}

function compileGroup(members: readonly ParsedPattern[], allSteps: number): PatternGroup {
  const steps = members.reduce((sum, one) => sum + one.steps, 0);
  const share = Math.floor((STATE_BYTES * steps) / Math.max(1, allSteps));
  const set = new RE2Set(RE2Set.UNANCHORED, 0, Math.max(LEAST_STATE_BYTES, share));
  for (const { translated } of members) set.add(translated);
  set.compile();
  const costliest = members.reduce((most, one) => (one.steps > most.steps ? one : most), members[0]!);
  return {
    set,
    isDecoded: members[0]!.isDecoded,
    indexes: members.map(({ index }) => index),
    costliest: costliest.index,
  };
}

function checkLimits(patterns: readonly string[], field: string): void {
  if (patterns.length > MAX_PATTERNS) throw refusal([field], `must have at most ${MAX_PATTERNS} entries`);
  let total = 0;
  for (const [index, { length }] of patterns.entries()) {
    if (length > MAX_PATTERN_LENGTH) {
      throw refusal([field, index], `must have at most ${MAX_PATTERN_LENGTH} characters`);
    }
    total += length;
  }
  if (total > MAX_TOTAL_LENGTH) {
    throw refusal([field], `must have at most ${MAX_TOTAL_LENGTH} characters together`);
  }
}

/** JavaScript's `\u00e9` and `\cA` are understood as well. */
function parse(pattern: string, path: ValidationIssue['path']): Omit<ParsedPattern, 'index'> {
  try {
    const translated = RE2JS.translateRegExp(pattern);
    // Without counts a character comes to one step at most.
    const steps = pattern.includes('{')
      ? RE2JS.compile(translated).matcher('').programSize()
      : pattern.length + 2;
    new RE2Set().add(translated);
    return { translated, steps, isDecoded: meansLetters(pattern) };
  } catch (error) {
    throw refusal(path, `is not a valid regular expression: ${reasonOf(error)}`, error);
  }
}

/** The reason why RE2 refuses a pattern; of what other engines have and RE2 has not, with what does instead. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
  const [lookAround] = /\(\?<?[=!]/.exec(text) ?? [];
  if (lookAround !== undefined) {
    return `look-around (${lookAround}…)) is not supported, the syntax is RE2's; match the whole of what you mean, and leave out with excludePaths what includePaths should not find`;
  }
  const [backReference] = /\\[1-9]/.exec(text) ?? [];
  if (backReference !== undefined) {
    return `back-references (${backReference}) are not supported, the syntax is RE2's; write out what may stand there, as in (?:a-a|b-b)`;
  }
  return text;
}

function refusal(path: ValidationIssue['path'], predicate: string, cause?: unknown): ServiceError {
  const [field, index] = path;
  const message = `${field}${index === undefined ? '' : `[${index}]`} ${predicate}`;
  const details: ValidationIssue[] = [{ path, code: 'custom', message }];
  return new ServiceError('BAD_REQUEST', { message, details, cause });
}

/** Letters outside of ASCII, their escapes and classes never match where such letters are percent-encoded. */
function meansLetters(pattern: string): boolean {
  return /[^\0-\x7f]|\\[upP]/.test(pattern);
}
