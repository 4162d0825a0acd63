import { RE2JS, RE2Set } from 're2js';
import type { ValidationIssue } from '../contract/errors.ts';
import { ServiceError } from '../lib/service-error.ts';
import { decodedForm } from './decoded-form.ts';

/** A caller's `includePaths` or `excludePaths`. */
export interface PathPatterns {
  readonly count: number;
  /** The first pattern, as the caller wrote it, that is found in the URL; undefined when none is. */
  find(url: URL): string | undefined;
}

export interface PathPatternOptions {
  /** Name of the field that holds the patterns: the first step of the path in an error's `details`. */
  field: string;
  /** Patterns are searched in the whole URL with its query, without fragment, instead of in the pathname. */
  regexOnFullURL: boolean;
}

export const MAX_PATTERNS = 1_000;
export const MAX_PATTERN_LENGTH = 2_000;
const MAX_TOTAL_LENGTH = 100_000;

/**
 * `.{1000}` is seven characters and a thousand steps for each character of a URL. What the counted repetitions of all
 * patterns together may come to, in steps.
 */
const MAX_REPEATED_STEPS = 20_000;

/**
 * Compiles patterns for an unanchored search in the pathname (with its leading slash) or the full URL. The syntax is
 * RE2's (https://github.com/google/re2/wiki/Syntax): no look-around, no back-references, time linear in the URL
 * whatever the pattern. A pattern with letters outside of ASCII (`é`, `\\u00e9`,
 * `\\p{L}`) is searched in the percent-decoded URL, which is
 * what an address bar shows.
 *
 * Throws a BAD_REQUEST that names the place of the first pattern that does not compile or is beyond a limit.
 */
export function compilePathPatterns(
  patterns: readonly string[],
  { field, regexOnFullURL }: PathPatternOptions,
): PathPatterns {
  checkLimits(patterns, field);
  const asWritten = new PatternSet();
  const decoded = new PatternSet();
  let repeatedSteps = 0;
  for (const [index, pattern] of patterns.entries()) {
    repeatedSteps += compiling(pattern, [field, index], (translated) => {
      (meansLetters(pattern) ? decoded : asWritten).add(translated, index);
      return repeatedStepsOf(translated);
    });
    if (repeatedSteps > MAX_REPEATED_STEPS)
      throw refusal([field, index], 'repeats too much: use * or + instead of large counts');
  }
  return {
    count: patterns.length,
    find(url) {
      const text = regexOnFullURL ? url.origin + url.pathname + url.search : url.pathname;
      const first = Math.min(asWritten.firstIn(text), decoded.firstIn(text, decodedForm));
      return patterns[first];
    },
  };
}

/** Patterns that are searched together, in one pass, each under the index that it has in the caller's list. */
class PatternSet {
  readonly #set = new RE2Set();
  readonly #indexes: number[] = [];

  add(pattern: string, index: number): void {
    this.#set.add(pattern);
    this.#indexes.push(index);
  }

  /** The lowest index of a pattern found in the text; Infinity when none is. */
  firstIn(text: string, prepare: (text: string) => string = (same) => same): number {
    if (this.#indexes.length === 0) return Infinity;
    let first = Infinity;
    for (const found of this.#set.match(prepare(text)))
      first = Math.min(first, this.#indexes[found] ?? Infinity);
    return first;
  }
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
function compiling(
  pattern: string,
  path: ValidationIssue['path'],
  compile: (translated: string) => number,
): number {
  try {
    return compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : String(error);
    throw refusal(path, `is not a valid regular expression: ${reason}`, error);
  }
}

function refusal(path: ValidationIssue['path'], predicate: string, cause?: unknown): ServiceError {
  const [field, index] = path;
  const message = `${field}${index === undefined ? '' : `[${index}]`} ${predicate}`;
  const details: ValidationIssue[] = [{ path, code: 'custom', message }];
  return new ServiceError('BAD_REQUEST', { message, details, cause });
}

/** Steps of the compiled pattern that nobody wrote out. */
function repeatedStepsOf(pattern: string): number {
  if (!pattern.includes('{')) return 0;
  return Math.max(0, RE2JS.compile(pattern).matcher('').programSize() - pattern.length);
}

/** Letters outside of ASCII, their escapes and classes never match where such letters are percent-encoded. */
function meansLetters(pattern: string): boolean {
  return /[^\0-\x7f]|\\[upP]/.test(pattern);
}
