import { createPathPatterns, type PathPatterns } from '../../../frontier/patterns/path-patterns.ts';
import type { PatternThread } from '../../../frontier/patterns/pattern-thread.ts';
import { isInFolder, startFolder } from '../../../frontier/start-folder.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import type { SitePaths, WordedOptions } from './crawl-words.ts';
import { escapePattern } from './prefix-pattern.ts';

/** Patterns of a kind that words may come to. */
const MAX_TRIED = 40;

export interface TryPatternsOptions {
  start: URL;
  site: SitePaths;
  /** Options that the caller has given: they win. */
  given: Readonly<Record<string, unknown>>;
  thread: PatternThread;
  teamId: string;
  signal: AbortSignal;
}

/** Options after the trial of their patterns. */
export interface TriedWords {
  options: WordedOptions;
  warnings: string[];
  /** Patterns of `includePaths` of which none is found in any known address. */
  missed: readonly string[];
}

type PatternField = 'includePaths' | 'excludePaths';

/** A pattern with the known addresses that it is found in. */
interface TriedPattern {
  pattern: string;
  found: URL[];
}

/**
 * Tries patterns on the addresses that are known of a site. A pattern that does not compile is dropped, and one of
 * `includePaths` that is found in none; so is one of `excludePaths` that leaves nothing.
 */
export async function tryPatterns(words: WordedOptions, options: TryPatternsOptions): Promise<TriedWords> {
  const trial = new Trial(options);
  const { includePaths: included = [], excludePaths: excluded = [], ...others } = words;
  const include = await trial.tryAll('includePaths', included);
  const exclude = await trial.tryAll('excludePaths', excluded);
  const { isKnown } = trial;
  const kept = isKnown ? include.filter(({ found }) => found.length > 0) : include;
  const missed = include.filter((one) => !kept.includes(one)).map(({ pattern }) => pattern);
  const excluding = trial.withoutThoseThatLeaveNothing(exclude, kept);
  if (missed.length > 0) trial.warn(`No known address fits ${missed.join(', ')}, which was left out.`);
  const idle = isKnown ? excluding.filter(({ found }) => found.length === 0) : [];
  if (idle.length > 0)
    trial.warn(`No known address fits ${idle.map(({ pattern }) => pattern).join(', ')} of excludePaths.`);
  if (!isKnown && include.length + excluding.length > 0)
    trial.warn(`${options.site.problem ?? 'No address of the site is known'}: patterns are guesses.`);
  const includePaths = kept.map(({ pattern }) => pattern);
  const excludePaths = excluding.map(({ pattern }) => pattern);
  return {
    options: {
      ...others,
      ...(includePaths.length > 0 && {
        includePaths: [...includePaths, ...trial.startPatterns(kept, words)],
      }),
      ...(excludePaths.length > 0 && { excludePaths }),
      ...(trial.leadsOutOfFolder(kept) && { crawlEntireDomain: true }),
    },
    warnings: trial.warnings,
    missed,
  };
}

class Trial {
  readonly warnings: string[] = [];
  readonly #options: TryPatternsOptions;
  readonly #urls: readonly URL[];

  constructor(options: TryPatternsOptions) {
    this.#options = options;
    this.#urls = [...options.site.listed, ...options.site.linked];
  }

  get isKnown(): boolean {
    return this.#urls.length > 0;
  }

  warn(sentence: string): void {
    this.warnings.push(sentence);
  }

  /** The caller may have patterns searched for in whole URLs. */
  #written(pattern: string): string {
    const isFull = this.#options.given['regexOnFullURL'] === true;
    return isFull && pattern.startsWith('^/') ? `^https?://[^/]+${pattern.slice(1)}` : pattern;
  }

  #search(field: PatternField, pattern: string): PathPatterns {
    const { given, thread, teamId } = this.#options;
    const regexOnFullURL = given['regexOnFullURL'] === true;
    return createPathPatterns([pattern], { field, regexOnFullURL, teamId, thread });
  }

  async tryAll(field: PatternField, patterns: readonly string[]): Promise<TriedPattern[]> {
    const tried: TriedPattern[] = [];
    if (this.#options.given[field] !== undefined) return tried;
    for (const given of new Set(patterns.slice(0, MAX_TRIED))) {
      const pattern = this.#written(given);
      try {
        const names = await this.#search(field, pattern).find(this.#urls, this.#options.signal);
        if (this.#urls.length === 0) await this.#search(field, pattern).check(this.#options.signal);
        tried.push({ pattern, found: this.#urls.filter((_url, at) => names[at] !== undefined) });
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'BAD_REQUEST') throw error;
        this.warn(`A pattern was left out: ${error.message}.`);
      }
    }
    return tried;
  }

  withoutThoseThatLeaveNothing(
    exclude: readonly TriedPattern[],
    include: readonly TriedPattern[],
  ): TriedPattern[] {
    const wanted = include.length === 0 ? this.#urls : include.flatMap(({ found }) => found);
    if (wanted.length === 0) return [...exclude];
    return exclude.filter(({ pattern, found }) => {
      const out = new Set(found);
      const leavesSome = wanted.some((url) => !out.has(url));
      if (!leavesSome) this.warn(`${pattern} of excludePaths would leave nothing and was left out.`);
      return leavesSome;
    });
  }

  /** Pages that no sitemap lists are found on the start page, so that it has to be crawled too. */
  startPatterns(include: readonly TriedPattern[], { sitemap }: WordedOptions): string[] {
    const { start, site, given } = this.#options;
    const listed = new Set(site.listed);
    const found = include.flatMap((one) => one.found);
    const isStartIn = found.some((url) => url.pathname === start.pathname);
    const isListed = (given['sitemap'] ?? sitemap) !== 'skip' && found.some((url) => listed.has(url));
    if (isStartIn || isListed || !this.isKnown) return [];
    this.warn('The start page is crawled as well: it leads to the pages that are meant.');
    return [this.#written(`^${escapePattern(start.pathname)}$`)];
  }

  leadsOutOfFolder(include: readonly TriedPattern[]): boolean {
    const folder = startFolder(this.#options.start);
    const found = include.flatMap((one) => one.found);
    return folder !== '' && found.some((url) => !isInFolder(url, folder));
  }
}
