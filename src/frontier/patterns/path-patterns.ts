import { ServiceError } from '../../lib/service-error.ts';
import { createTimeSlices } from '../../lib/turns/time-slices.ts';
import { compilePatterns, type CompiledPatterns } from './compile-patterns.ts';
import type { PatternThread } from './pattern-thread.ts';
import type { PatternReply } from './pattern-worker.ts';

/** A caller's `includePaths` or `excludePaths`. */
export interface PathPatterns {
  readonly count: number;
  /** Rejects with a BAD_REQUEST that names the place of the first pattern that does not compile or is beyond a limit. */
  check(signal?: AbortSignal): Promise<void>;
  /**
   * For each URL the first pattern, as the caller wrote it, that is found in it; undefined when none is. Rejects as
   * `check`, with `PatternsTooSlow`, and with the signal's reason.
   */
  find(urls: readonly URL[], signal?: AbortSignal): Promise<Array<string | undefined>>;
}

export interface PathPatternOptions {
  field: string;
  /** Patterns are searched in the whole URL with its query, without fragment, instead of in the pathname. */
  regexOnFullURL: boolean;
  /** The team of the patterns. */
  teamId: string;
  thread: PatternThread;
  /** Time of the processor that compiling may take when the patterns come; has a default. */
  checkMs?: number;
  /** Time of the processor that a search may take beside a millisecond for each URL; has a default. */
  searchMs?: number;
}

/** The message names the pattern. */
export class PatternsTooSlow extends ServiceError {
  constructor(field: string, index: number) {
    super('BAD_REQUEST', {
      message: `${field}[${index}] is too slow to be searched for in the URLs of this site: make it simpler`,
    });
  }
}

/** Patterns of so few characters are compiled in milliseconds, whatever they say. */
const SMALL_LENGTH = 300;
/** Steps times characters: some milliseconds at worst. */
const SMALL_WORK = 150_000;

/** Time of the processor, ms: what compiling may take when the patterns come, and what it may take again. */
const CHECK_MS = 2_000;
const COMPILE_MS = 8_000;
/** The time that a search may take: much more than ten thousand usual URLs need, and a second for some unusual ones. */
const SEARCH_MS = 1_000;
const SEARCH_MS_A_URL = 1;

/**
 * Patterns of a crawl or map. Those that take a moment are searched for on the spot; as soon as it takes longer,
 * and always where it might, in a thread, for a bounded time.
 */
export function createPathPatterns(
  patterns: readonly string[],
  { field, regexOnFullURL, teamId, thread, checkMs = CHECK_MS, searchMs = SEARCH_MS }: PathPatternOptions,
): PathPatterns {
  const list = JSON.stringify({ field, patterns });
  const isSmall = patterns.reduce((sum, { length }) => sum + length, 0) <= SMALL_LENGTH;
  const memo: { compiled?: CompiledPatterns } = {};
  const compiledHere = (): CompiledPatterns =>
    (memo.compiled ??= compilePatterns({ field, patterns }, noMeter));
  const textOf = (url: URL): string =>
    regexOnFullURL ? url.origin + url.pathname + url.search : url.pathname;

  /** As many from the front as take a moment. */
  function findHere(texts: readonly string[]): number[] {
    if (!isSmall) return [];
    const { steps, find } = compiledHere();
    const slices = createTimeSlices();
    const found: number[] = [];
    for (const text of texts) {
      if (steps * text.length > SMALL_WORK || slices.isOver()) break;
      found.push(find(text, noMeter));
    }
    return found;
  }

  async function findThere(texts: readonly string[], signal: AbortSignal | undefined): Promise<number[]> {
    const limitMs = searchMs + texts.length * SEARCH_MS_A_URL;
    const request = { list, texts, compileMs: COMPILE_MS, searchMs: limitMs };
    return foundIn(await thread.ask(request, { teamId, signal }));
  }

  function foundIn(reply: PatternReply): number[] {
    if ('found' in reply) return reply.found;
    if ('refusal' in reply) throw new ServiceError('BAD_REQUEST', reply.refusal);
    throw new PatternsTooSlow(field, reply.tooSlow);
  }

  return {
    count: patterns.length,
    async check(signal) {
      if (isSmall) compiledHere();
      else {
        const request = { list, texts: [], compileMs: checkMs, searchMs: 0 };
        const reply = await thread.ask(request, { teamId, signal });
        if ('tooSlow' in reply) {
          const message = `${field} takes too long to compile: use fewer or simpler patterns than ${field}[${reply.tooSlow}]`;
          throw new ServiceError('BAD_REQUEST', { message });
        }
        foundIn(reply);
      }
    },
    async find(urls, signal) {
      if (patterns.length === 0 || urls.length === 0) return urls.map(() => undefined);
      const texts = urls.map(textOf);
      const found = findHere(texts);
      if (found.length < texts.length) found.push(...(await findThere(texts.slice(found.length), signal)));
      return found.map((index) => patterns[index]);
    },
  };
}

function noMeter(): void {}
