import { parentPort } from 'node:worker_threads';
import type { ValidationIssue } from '../../contract/errors.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { yieldToMainThread } from '../../lib/yield-to-main-thread.ts';
import {
  compilePatterns,
  type CompiledPatterns,
  type PatternList,
  type PatternMeter,
} from './compile-patterns.ts';

/** Texts to search patterns in; without any, the patterns are only compiled. */
export interface PatternRequest {
  /** A `PatternList` as JSON, by which the thread knows it again. */
  list: string;
  texts: readonly string[];
  /** Limits of the processor's time: for compiling patterns that are not known yet, and for the search. */
  compileMs: number;
  searchMs: number;
}

export type PatternReply =
  /** By text, the lowest index of a pattern that is found in it; -1 when none is. */
  | { found: number[] }
  /** The index of the pattern that took the most of the time. */
  | { tooSlow: number }
  | { refusal: { message: string; details: ValidationIssue[] } };

/** Steps of all lists that are kept compiled. */
const MAX_KEPT_STEPS = 150_000;

const kept = new Map<string, CompiledPatterns>();

/** Thrown by a meter. */
class TooSlow extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`Pattern ${index} is too slow`);
    this.index = index;
  }
}

function answer({ list, texts, compileMs, searchMs }: PatternRequest): PatternReply {
  try {
    const patterns = compiled(list, compileMs);
    const meter = createMeter(searchMs);
    return { found: texts.map((text) => patterns.find(text, meter)) };
  } catch (error) {
    if (error instanceof TooSlow) return { tooSlow: error.index };
    if (!(error instanceof ServiceError)) throw error;
    return { refusal: { message: error.message, details: error.details as ValidationIssue[] } };
  }
}

function compiled(list: string, compileMs: number): CompiledPatterns {
  const patterns = kept.get(list) ?? compilePatterns(JSON.parse(list) as PatternList, createMeter(compileMs));
  // The one that was used last stands last.
  kept.delete(list);
  kept.set(list, patterns);
  let steps = kept.values().reduce((sum, each) => sum + each.steps, 0);
  for (const [key, each] of kept) {
    if (steps <= MAX_KEPT_STEPS || key === list) break;
    kept.delete(key);
    steps -= each.steps;
  }
  return patterns;
}

/** By the time of this thread's processor: on a busy machine patterns are no slower. */
function createMeter(budgetMs: number): PatternMeter {
  const spent = new Map<number, number>();
  const startedAt = cpuMs();
  let last = startedAt;
  return function cpuMsSince(index) {
    const now = cpuMs();
    spent.set(index, (spent.get(index) ?? 0) + now - last);
    last = now;
    if (now - startedAt <= budgetMs) return;
    const [slowest] = [...spent].toSorted(([, left], [, right]) => right - left)[0] ?? [index];
    throw new TooSlow(slowest);
  };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

yieldToMainThread();
parentPort?.on('message', (request: PatternRequest) => parentPort?.postMessage(answer(request), []));
